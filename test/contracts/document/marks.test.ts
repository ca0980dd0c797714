import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anyMark,
  isRunMark,
  marksOf,
  runMark,
  runMarkBytes,
  sequenceMark,
  titleOf,
  titlesOf,
  withoutSequence,
  workerMark,
} from '../../../contracts/document/marks.ts'

const bytes = fc.uint8Array({ minLength: runMarkBytes, maxLength: runMarkBytes })
const number = fc.integer({ min: 1, max: 99_999 })

test('makes marks of 10 letters and digits that are known as marks of runs', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const mark = runMark(random)
      expect(mark).toMatch(/^[a-z0-9]{10}$/)
      expect(isRunMark(mark)).toBe(true)
      expect(isRunMark(`${mark}00001`)).toBe(false)
    }),
  )
})

test('finds whole titles in a text, and none of another run', () => {
  fc.assert(
    fc.property(bytes, bytes, number, number, (random, others, worker, title) => {
      const mark = runMark(random)
      const titles = [
        titleOf(mark, title),
        titleOf(workerMark(mark, worker), title),
        `${sequenceMark(mark, worker)}${title}`,
      ]
      const text = `About ${titles.join(', ')} and ${titleOf(runMark(others), title)}`
      fc.pre(runMark(others) !== mark)
      expect(text.match(marksOf(mark))).toEqual(titles)
      expect(text.match(anyMark)).toEqual([...titles, titleOf(runMark(others), title)])
    }),
  )
})

test('tells the posts of a run and its workers apart by their titles', () => {
  const mark = 'pu3abcdefg'
  const found = ['pu3abcdefg00001', 'The post pu3abcdefgw2x00001 of a test run', mark, 'pu3abcdefgs1x1'].map(
    (text) => titlesOf(mark).exec(text)?.[0],
  )
  expect(found).toEqual(['pu3abcdefg00001', 'pu3abcdefgw2x00001', undefined, undefined])
})

test('finds the mark of the run in the mark of a sequence', () => {
  const run = 'pu3abcdefg'
  expect([sequenceMark(run, 12), workerMark(run, 2), run].map(withoutSequence)).toEqual([
    run,
    workerMark(run, 2),
    run,
  ])
})
