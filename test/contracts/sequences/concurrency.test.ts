import { expect, test } from 'vitest'
import { Concurrency } from '../../../contracts/sequences/concurrency.ts'

/** How much may be under way after answers that took so long, in milliseconds. */
async function widthAfter(times: readonly number[], isAlone = true): Promise<number> {
  let now = 0
  const concurrency = new Concurrency({ now: () => now, wait: async () => {} })
  for (const time of times)
    await concurrency.time(async () => {
      now += time
    }, isAlone)
  return concurrency.width
}

const sixteen = (time: number) => Array.from({ length: 16 }, () => time)

test.each([
  [0, 1],
  [5, 1],
  [39, 1],
  [40, 2],
  [150, 4],
  [3000, 4],
])('lets several be under way where an answer takes long: %i ms, %i', async (time, width) => {
  expect(await widthAfter(sixteen(time))).toBe(width)
})

test('is not misled by one answer that took long', async () => {
  expect(await widthAfter([2000, ...sixteen(3)])).toBe(1)
})

test('lets one be under way until it knows, and learns nothing of answers that waited for others', async () => {
  expect(await widthAfter(sixteen(100).slice(1))).toBe(1)
  expect(await widthAfter(sixteen(100), false)).toBe(1)
})
