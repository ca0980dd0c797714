import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLimit } from '../../../contracts/calibrate/limit.ts'
import { seed } from '../../support/arbitrary-profile.ts'

const usual = [25, 64, 100, 255, 1000, 1024, 65_535, 70_000]

/** A service that accepts sizes up to a limit, and what it was asked. */
function accepting(limit: number) {
  const asked: number[] = []
  const attempt = async (size: number) => {
    asked.push(size)
    return size <= limit ? 200 : 422
  }
  return { asked, attempt }
}

test('finds every limit between the sizes exactly, with few requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 25, max: 69_999 }), async (limit) => {
      const { asked, attempt } = accepting(limit)
      expect(await findLimit(usual, attempt)).toMatchObject({ taken: limit, isReached: true, status: 422 })
      expect(asked.length).toBeLessThan(usual.includes(limit) ? 6 : 24)
    }),
    { seed, numRuns: 300 },
  )
})

test('tells that nothing was refused, and that nothing was accepted', async () => {
  expect(await findLimit(usual, accepting(70_000).attempt)).toMatchObject({ taken: 70_000, isReached: false })
  expect(await findLimit(usual, accepting(24).attempt)).toBeUndefined()
})
