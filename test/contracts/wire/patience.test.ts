import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPatience } from '../../../contracts/wire/patience.ts'

/** A clock on which time passes as soon as everybody waits. */
function createClock() {
  let time = 0
  const sleepers: { readonly at: number; readonly wake: () => void }[] = []
  return {
    now: () => time,
    wait: (milliseconds: number) =>
      new Promise<void>((wake) => void sleepers.push({ at: time + milliseconds, wake })),
    async pass<Result>(work: Promise<Result>): Promise<Result> {
      let isOver = false
      void work.finally(() => (isOver = true))
      for (await setImmediate(); !isOver; await setImmediate()) {
        sleepers.sort((one, other) => one.at - other.at)
        const next = sleepers.shift()
        time = next?.at ?? time
        next?.wake()
      }
      return await work
    },
  }
}

test('ten things that are late at the same time are all waited for, and what is waited for in vain uses up the time', async () => {
  const clock = createClock()
  const patience = createPatience({ settle: 2000, budget: 3000, clock, onLate: () => {} })
  const by = (time: number) => patience.until(async () => (clock.now() >= time ? true : undefined))
  const all = await clock.pass(Promise.all(Array.from({ length: 10 }, () => by(1000))))
  expect(all).toEqual(Array(10).fill(true))
  const never = Number.POSITIVE_INFINITY
  const waits: number[] = []
  for (let count = 0; count < 3; count++) {
    const start = clock.now()
    expect(await clock.pass(by(never))).toBeUndefined()
    waits.push(clock.now() - start)
  }
  expect(waits.map((wait) => Math.round(wait / 1000))).toEqual([2, 1, 0])
})

test('a look that takes longer than the time is repeated once', async () => {
  const clock = createClock()
  const patience = createPatience({ settle: 2000, clock, onLate: () => {} })
  let looks = 0
  const slowLook = async () => {
    looks++
    const begun = clock.now()
    await clock.wait(3000)
    return begun > 0 ? true : undefined
  }
  expect(await clock.pass(patience.until(slowLook))).toBe(true)
  const never = async () => {
    await slowLook()
    return undefined
  }
  looks = 0
  expect(await clock.pass(patience.until(never))).toBeUndefined()
  expect(looks).toBe(2)
})

test('a wait that ended for another reason than a late write is no delay', async () => {
  const clock = createClock()
  const delays: number[] = []
  const patience = createPatience({ settle: 1000, clock, onLate: (delay) => delays.push(delay) })
  let looks = 0
  const look = async () => (++looks % 3 === 0 ? 'there' : undefined)
  await clock.pass(patience.until(look, () => false))
  expect(delays).toEqual([])
  await clock.pass(patience.until(look))
  expect(delays).toHaveLength(1)
})
