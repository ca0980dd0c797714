import { expect, test } from 'vitest'
import { attacks } from './attacks.ts'
import { runAttacks } from './run-attacks.ts'

/** Those that take less than a second; `node test/attacks/main.ts` runs all. */
const slow = /flood|hangs|slow headers|half-open|never end|nobody reads|million/

test('the server stands a sample of the attacks', async () => {
  const results = await runAttacks(attacks.filter(({ name }) => !slow.test(name)))
  expect(results.filter(({ problem }) => problem !== undefined)).toEqual([])
})
