import { expect, test } from 'vitest'
import { EarlyEnd, endOf } from '../../../contracts/wire/early-end.ts'

/** A clock whose waits end when the test says so. */
function heldClock() {
  let now = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const clock = { now: () => now, wait: () => promise }
  return {
    clock,
    async pass(milliseconds: number) {
      now += milliseconds
      resolve()
      await promise
    },
  }
}

test('names the time when it is over, and none is left', async () => {
  const { clock, pass } = heldClock()
  using ending = new EarlyEnd({ maxTime: 2000, clock })
  expect(ending.timeLeft).toBe(2000)
  await pass(2500)
  expect([ending.timeLeft, ending.elapsed]).toEqual([0, 2500])
  expect(endOf(ending.signal)).toBe('The run took longer than --max-time, 2 s.')
})

test('names the first reason of a run that stops itself', () => {
  using ending = new EarlyEnd({ clock: heldClock().clock })
  ending.stop('The run ended at the first broken clause (--fail-fast).')
  ending.stop('Another reason.')
  expect(endOf(ending.signal)).toBe('The run ended at the first broken clause (--fail-fast).')
})

test('says that the user interrupted the run', () => {
  const user = new AbortController()
  using ending = new EarlyEnd({ signal: user.signal, clock: heldClock().clock })
  expect(ending.signal.aborted).toBe(false)
  user.abort()
  expect(endOf(ending.signal)).toBe('The run was interrupted.')
})

test('without a limit it has time for ever', () => {
  using ending = new EarlyEnd({ clock: heldClock().clock })
  expect(ending.timeLeft).toBe(Number.POSITIVE_INFINITY)
})
