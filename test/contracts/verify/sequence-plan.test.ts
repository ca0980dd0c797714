import { expect, test } from 'vitest'
import { planSequences } from '../../../contracts/verify/sequence-plan.ts'

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
    expect(planSequences({}, { elapsed, roundTrip })).toEqual(note ? { budget, note } : { budget })
  },
)

test('a given budget is kept, and so is the replay of one sequence', () => {
  const spent = { elapsed: 90_000, roundTrip: 950 }
  expect(planSequences({ budget: 20_000 }, spent)).toEqual({ budget: 20_000 })
  expect(planSequences({ budget: 0 }, spent)).toEqual({ budget: 0 })
  expect(planSequences({ path: '3:1' }, spent)).toEqual({ budget: 20_000 })
})
