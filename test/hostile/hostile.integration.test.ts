import { expect, test } from 'vitest'
import { allHostile, harmDone, runHostile } from './run-hostile.ts'

/** One of each kind that is quickly over; `npm run soak` runs them all. */
const sample = ['minus-zero', 'arrays-100000-deep', 'header-with-a-nul']

test.each(sample)('verify comes to its end at a hostile provider: %s', { timeout: 120_000 }, async (name) => {
  const provider = allHostile.find((each) => each.name === name)
  if (!provider) throw new Error(`There is no provider ${name}.`)
  expect(harmDone(provider, await runHostile(provider))).toEqual([])
})
