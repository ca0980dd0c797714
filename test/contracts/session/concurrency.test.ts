import { expect, test } from 'vitest'
import { Concurrency } from '../../../contracts/session/concurrency.ts'

/** The concurrency after answers that took so long, in milliseconds. */
async function concurrencyAfter(times: readonly number[], task = async () => {}): Promise<Concurrency> {
  let now = 0
  const concurrency = new Concurrency({ now: () => now, wait: async () => {} })
  for (const time of times)
    await concurrency.time(async () => {
      now += time
      await task()
    })
  return concurrency
}

const sixteen = (time: number) => Array.from({ length: 16 }, () => time)

test.each([
  [0, 1],
  [5, 1],
  [39, 1],
  [40, 2],
  [110, 7],
  [150, 10],
  [300, 20],
  [950, 32],
])('lets several be under way where an answer takes long: %i ms, %i', async (time, width) => {
  expect((await concurrencyAfter(sixteen(time))).limit).toBe(width)
})

test('is not misled by one answer that took long', async () => {
  expect((await concurrencyAfter([2000, ...sixteen(3)])).limit).toBe(1)
})

test('lets several be under way where writes take long to show, and is not misled by two of them', async () => {
  const concurrency = await concurrencyAfter(sixteen(3))
  const limits = [500, 500, 500].map((delay) => {
    concurrency.noteDelay(delay)
    return concurrency.limit
  })
  expect(limits).toEqual([1, 1, 10])
})

test('lets one be under way until it knows, and says how long the answers took so far', async () => {
  const { limit, roundTrip } = await concurrencyAfter([90, 100, 110])
  expect({ limit, roundTrip }).toEqual({ limit: 1, roundTrip: 100 })
})

test('learns nothing of answers that had to share the provider', async () => {
  let now = 0
  const concurrency = new Concurrency({ now: () => now, wait: async () => {} })
  const slow = async () => {
    now += 100
  }
  for (let count = 0; count < 40; count++) await Promise.all([concurrency.time(slow), concurrency.time(slow)])
  expect(concurrency.roundTrip).toBe(undefined)
})

test('is one after it was reduced, for the first reason', async () => {
  const concurrency = await concurrencyAfter(sixteen(150))
  concurrency.reduceToOne('it answered 503')
  concurrency.reduceToOne('it answered 500')
  expect({ limit: concurrency.limit, reducedBecause: concurrency.reducedBecause }).toEqual({
    limit: 1,
    reducedBecause: 'it answered 503',
  })
})

test('works on as many as there are workers, and on each once', async () => {
  const concurrency = await concurrencyAfter(sixteen(150))
  const done: number[] = []
  let [underWay, widest] = [0, 0]
  await concurrency.each([1, 2, 3, 4, 5, 6, 7, 8, 9], async (item) => {
    widest = Math.max(widest, ++underWay)
    await Promise.resolve()
    underWay--
    done.push(item)
  })
  expect({ widest, done: done.toSorted() }).toEqual({ widest: 9, done: [1, 2, 3, 4, 5, 6, 7, 8, 9] })
})

test('begins no more once one has failed, and waits for those that are under way', async () => {
  const concurrency = await concurrencyAfter(sixteen(40))
  const done: number[] = []
  const work = async (item: number) => {
    await Promise.resolve()
    if (item === 1) throw new Error('the first')
    await Promise.resolve()
    done.push(item)
  }
  await expect(concurrency.each([1, 2, 3, 4], work)).rejects.toThrow('the first')
  expect(done).toEqual([2])
})
