import { expect, test } from 'vitest'
import { fixedSequences, sequenceAt } from '../../../contracts/scenarios/sequences.ts'

test('a seed always draws the same sequences, and neighbouring seeds draw other ones', () => {
  const first = fixedSequences.length
  const drawn = (seed: number) =>
    Array.from({ length: 50 }, (_, at) => JSON.stringify(sequenceAt(seed, first + at).steps))
  expect(drawn(100)).toEqual(drawn(100))
  const both = [...drawn(100), ...drawn(101)]
  expect(new Set(both).size).toBe(both.length)
})
