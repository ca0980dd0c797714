import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Surroundings } from '../../../contracts/calibrate/experiment.ts'
import { findEdge } from '../../../contracts/calibrate/limit.ts'
import { maxBytes } from '../../../contracts/calibrate/max-bytes.ts'
import type { Trial, Trials } from '../../../contracts/calibrate/trials.ts'
import type { ChoiceId } from '../../../handlers/choices.ts'
import { seed } from '../../support/arbitrary-profile.ts'

const usual = [64, 100, 255, 1000, 1024, 65_535]

test('finds every edge below the last rung, with few questions', async () => {
  const rungs = [101, 1001, 70_000]
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 69_999 }), async (limit) => {
      let questions = 0
      const takes = async (size: number) => {
        questions++
        return size <= limit
      }
      expect(await findEdge({ taken: 1, rungs, usual, takes })).toEqual({
        taken: limit,
        refused: limit + 1,
        isExact: true,
      })
      expect(questions).toBeLessThan(usual.includes(limit) ? 9 : 24)
    }),
    { seed, numRuns: 300 },
  )
})

test('never asks for a size beyond the first that is refused', async () => {
  const asked: number[] = []
  const takes = async (size: number) => asked.push(size) > 0 && size <= 120
  await findEdge({ taken: 10, rungs: [50, 200, 5000, 1_000_000], usual, takes })
  expect(Math.max(...asked)).toBe(200)
})

/** What an experiment has at hand where every replace comes to what is said of its body. */
function surroundings<Id extends ChoiceId>(
  attempt: (body: string) => Partial<Trial>,
  more: Partial<Surroundings<Id>> = {},
): Surroundings<Id> {
  const trials: Partial<Trials> = {
    onSubject: (work) => work({ id: 7, title: 'pu-1', content: 'A content, pu-1.' }),
    async tryReplace(post, body) {
      const path = `/posts/${post.id}`
      const request = { method: 'PUT', path, headers: {} }
      const made = { isDone: true, duration: 1, ...attempt(String(body)) }
      const reply = { status: made.isDone ? 200 : 400, headers: {}, body: '' }
      return { exchange: { request, reply }, ...made }
    },
  }
  const observations = { byExample: new Map(), history: [], beganEmpty: true }
  return {
    trials: trials as Trials,
    observations,
    found: {},
    before: undefined,
    ...more,
  }
}

test('takes a connection that is closed for a refusal, and says so', async () => {
  const isTaken = (body: string) => body.length <= 100_000
  const reading = await maxBytes(
    surroundings((body) => (isTaken(body) ? {} : { isDone: false, exchange: undefined })),
  )
  expect(reading).toMatchObject({
    answer: 100_000,
    inferred: 'a larger body is refused by closing the connection, not with 413',
  })
})

test('sends some 24 MiB at the most to find an unusual limit, and tells how near it came', async () => {
  let sent = 0
  const reading = await maxBytes(
    surroundings((body) => {
      sent += body.length
      return { isDone: body.length <= 1_234_567 }
    }),
  )
  expect(sent).toBeLessThan(25 * 2 ** 20)
  expect('answer' in reading && reading.fits?.(1_234_567)).toBe(true)
  expect(reading).toMatchObject({
    inferred: expect.stringMatching(/^the limit is between 1,2\d\d,\d{3} and/),
  })
})

test('looks at a limit that is known on both sides, and searches anew only where it moved', async () => {
  const sizes: number[] = []
  const provider = (limit: number) => (body: string) => ({
    isDone: sizes.push(body.length) > 0 && body.length <= limit,
  })
  const before = { answer: 102_400, evidence: [] }
  await maxBytes(surroundings(provider(102_400), { before }))
  expect(sizes.slice(1)).toEqual([102_400, 102_401])
  expect(await maxBytes(surroundings(provider(65_536), { before }))).toMatchObject({ answer: 65_536 })
})
