import { expect, test } from 'vitest'
import { longestRun, planSequences, timeForExamples, tooSlow } from '../../../contracts/verify/time-plan.ts'

test.each([
  ['a near provider', 6_000, 3, 20_000, undefined],
  ['a distant one', 25_000, 150, 20_000, undefined],
  [
    'a slow one',
    33_400,
    300,
    11_600,
    'Random sequences had 12 s, because the examples took 33 s. Pass --budget 20 for 20 s of them.',
  ],
  [
    'a slower one',
    36_000,
    500,
    0,
    'No random sequences were run, because the examples took 36 s. Pass --budget 20 for 20 s of them.',
  ],
  ['a near one on a busy machine', 52_000, 15, 20_000, undefined],
])(
  'sequences get what is left of the time of a run at a slow provider: %s',
  (_name, elapsed, roundTrip, budget, note) => {
    const spent = { elapsed, roundTrip, isSlow: roundTrip >= 250 }
    expect(planSequences({}, spent)).toEqual(note ? { budget, note } : { budget })
  },
)

test('a given budget is kept, and so is the replay of one sequence', () => {
  const spent = { elapsed: 90_000, roundTrip: 950, isSlow: true }
  expect(planSequences({ budget: 20_000 }, spent)).toEqual({ budget: 20_000 })
  expect(planSequences({ budget: 0 }, spent)).toEqual({ budget: 0 })
  expect(planSequences({ path: '3:1' }, spent)).toEqual({ budget: 20_000 })
})

test('with --max-time examples and sequences of a slow provider get more of it', () => {
  const spent = { elapsed: 90_000, roundTrip: 950, isSlow: true }
  expect(planSequences({ maxTime: 300_000 }, spent)).toEqual({ budget: 20_000 })
  expect([timeForExamples({}), timeForExamples({ maxTime: 300_000 })]).toEqual([40_000, 200_000])
})

test('examples begin until the least that a run needs was waited for, where replies take 1.1 s', () => {
  expect(timeForExamples({}, 1100)).toBe(29_600)
  expect(tooSlow(1100, {})).toBeUndefined()
  expect(tooSlow(2100, {})).toContain('Pass --max-time 161')
  expect(tooSlow(2100, { maxTime: 161_000 })).toBeUndefined()
})

test('a run of a slow provider takes a minute, or as long as --max-time says', () => {
  expect(longestRun(3, {})).toBeLessThan(30_000)
  expect(longestRun(950, {})).toBe(60_000)
  expect(longestRun(1100, {})).toBe(60_000)
  expect(longestRun(950, { maxTime: 300_000 })).toBeGreaterThan(100_000)
  expect(longestRun(950, { maxTime: 20_000 })).toBe(20_000)
})
