import { expect, test } from 'vitest'
import { named } from '../support/named.ts'
import { allHostile, harmDone, runHostile } from './run-hostile.ts'

/** One of each kind that is quickly over, and each limit; `npm run soak` runs them all. */
const limits = ['arrays-100000-deep', 'gzip-bomb', 'body-of-100-mb', 'endless-headers']
const sample = ['minus-zero', 'header-with-a-nul', ...limits]

test.each(sample)('verify comes to its end at a hostile provider: %s', { timeout: 120_000 }, async (name) => {
  const provider = named(allHostile, name)
  expect(harmDone(provider, await runHostile(provider))).toEqual([])
})
