import { expect, test } from 'vitest'
import { sampled } from '../support/full.ts'
import { visitLiar } from './lies.ts'
import { randomFrom, startLyingProvider } from './lying-provider.ts'

/** Those that once got past the guard, and one for the mode that they leave out; `npm run soak` visits a thousand. */
const seeds = sampled([2, 34, 1099, 2094, 2178, 1, 3, 4], 0, 1, 2)

test.each(seeds)(
  'no write reaches a post of others at the lying provider %i',
  { timeout: 120_000 },
  async (seed) => {
    expect(await visitLiar(seed)).toMatchObject({ foreignWrites: [], failure: undefined })
  },
)

test.each(['calibrate', 'examples', 'killed'] as const)('%s writes to no copy of its posts', async (mode) => {
  expect(await visitLiar(6, mode, 'others-copy')).toMatchObject({ foreignWrites: [], failure: undefined })
})

test('a write that does reach a post of others is seen', async () => {
  const { url, foreignWrites, close } = await startLyingProvider(new Map(), randomFrom(1))
  await fetch(`${url}/posts/1`, { method: 'DELETE' })
  await close()
  expect(foreignWrites).toEqual(['DELETE /posts/1 (request 1)'])
})
