import { expect, test } from 'vitest'
import { attacks } from './attacks.ts'
import { runAttacks } from './run-attacks.ts'

/** Those that take less than a second; `npm run soak` runs all. */
const slow = /flood|hangs|slow headers|half-open|never end|million/

test('the server stands a sample of the attacks', async () => {
  expect(await runAttacks(Object.entries(attacks).filter(([name]) => !slow.test(name)))).toEqual([])
})
