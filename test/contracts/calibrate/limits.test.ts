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
    return { isDone: size <= limit, exchange: undefined }
  }
  return { asked, attempt }
}

test('finds every limit between the sizes exactly, with few requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 25, max: 69_999 }), async (limit) => {
      const { asked, attempt } = accepting(limit)
      expect(await findLimit(usual, attempt)).toMatchObject({ taken: limit, refused: limit + 1 })
      expect(asked.length).toBeLessThan(usual.includes(limit) ? 6 : 24)
    }),
    { seed, numRuns: 300 },
  )
})

test('tells that nothing was refused, and that nothing was accepted', async () => {
  expect(await findLimit(usual, accepting(70_000).attempt)).toMatchObject({
    taken: 70_000,
    refused: undefined,
  })
  expect(await findLimit(usual, accepting(24).attempt)).toBeUndefined()
})

test('tries a guess on both sides, and searches only where it is wrong', async () => {
  const guess = await findLimit(usual, accepting(255).attempt)
  const same = accepting(255)
  expect(await findLimit(usual, same.attempt, guess)).toMatchObject({ taken: 255, refused: 256 })
  expect(same.asked).toEqual([255, 256])
  expect(await findLimit(usual, accepting(80).attempt, guess)).toMatchObject({ taken: 80, refused: 81 })
})
