import { expect, test } from 'vitest'
import { realClock } from '../../../contracts/wire/clock.ts'
import { Concurrency } from '../../../contracts/wire/concurrency.ts'

/** A concurrency that has measured replies of so many milliseconds. */
async function measured(roundTrip: number): Promise<Concurrency> {
  let now = 0
  const concurrency = new Concurrency({ ...realClock, now: () => now })
  for (let count = 0; count < 8; count++)
    await concurrency.time(async () => {
      now += roundTrip
    })
  return concurrency
}

test.each([
  [1, 1],
  [39, 1],
  [40, 10],
  [500, 10],
])('a provider %i ms away gets %i requests at a time', async (roundTrip, limit) => {
  expect((await measured(roundTrip)).limit).toBe(limit)
})

test('one at a time until enough replies are measured', () => {
  expect(new Concurrency().limit).toBe(1)
})

test('what is refused during other requests ends concurrency, with its reason', async () => {
  const concurrency = await measured(100)
  concurrency.noteStrain('answered 503')
  expect(concurrency.limit).toBe(10)
  await Promise.all(
    [1, 2].map(() =>
      concurrency.time(async () => void (await Promise.resolve(concurrency.noteStrain('answered 503')))),
    ),
  )
  expect([concurrency.limit, concurrency.reducedBecause]).toEqual([
    1,
    'The provider answered 503 during concurrent requests, so the rest of the run sent one at a time.',
  ])
})

test('works on items at the same time, and starts no more after a failure', async () => {
  const concurrency = await measured(100)
  let [underWay, widest, begun] = [0, 0, 0]
  const work = async (item: number) => {
    begun++
    widest = Math.max(widest, ++underWay)
    await Promise.resolve()
    underWay--
    if (item === 12) throw new Error('12 failed')
  }
  const items = Array.from({ length: 100 }, (_, at) => at)
  await expect(concurrency.each(items, work)).rejects.toThrow('12 failed')
  expect(widest).toBe(10)
  expect(begun).toBeLessThan(40)
})
