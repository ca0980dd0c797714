import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anyMark,
  isRunMark,
  marksOf,
  nearTitle,
  runMark,
  runMarkBytes,
  sequenceMark,
  titleIn,
  titleOf,
  titleOfSequence,
  withoutRun,
} from '../../../contracts/spec/marks.ts'

const bytes = fc.uint8Array({ minLength: runMarkBytes, maxLength: runMarkBytes })
const number = fc.integer({ min: 1, max: 99_999 })

test('makes marks of 9 letters that are known as marks of runs', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const mark = runMark(random)
      expect(mark).toMatch(/^[a-z]{9}$/)
      expect(isRunMark(mark)).toBe(true)
      expect(isRunMark(titleOf(mark, 1))).toBe(false)
    }),
  )
})

test('finds whole titles in a text, and none of another run', () => {
  fc.assert(
    fc.property(bytes, bytes, number, number, (random, others, worker, title) => {
      const mark = runMark(random)
      const titles = [titleOf(mark, title), titleOfSequence(sequenceMark(mark, worker), title)]
      const text = `About ${titles.join(', ')} and ${titleOf(runMark(others), title)}`
      fc.pre(runMark(others) !== mark)
      const found = titles.map((each) => each.replace(/o$/, ''))
      expect(text.match(marksOf(mark))).toEqual(found)
      expect(text.match(anyMark)).toEqual([...found, titleOf(runMark(others), title)])
    }),
  )
})

test('titles have only letters, and no title of a run contains another', () => {
  fc.assert(
    fc.property(bytes, number, number, (random, one, other) => {
      fc.pre(one !== other)
      const mark = runMark(random)
      expect(titleOf(mark, one)).toMatch(/^[a-z]+$/)
      expect(titleOf(mark, one)).not.toContain(titleOf(mark, other))
      expect(titleOf(mark, one) < titleOf(mark, other)).toBe(one < other)
    }),
  )
})

test('no mark of a sequence contains that of another', () => {
  fc.assert(
    fc.property(bytes, number, number, (random, one, other) => {
      fc.pre(one !== other)
      const mark = runMark(random)
      expect(sequenceMark(mark, one)).not.toContain(sequenceMark(mark, other))
    }),
  )
})

test('a replace changes the case of one letter, also in a sentence', () => {
  fc.assert(
    fc.property(bytes, number, number, number, (random, sequence, title, text) => {
      const mark = sequenceMark(runMark(random), sequence)
      const sentence = `The post ${titleOfSequence(mark, title)} of a test run`
      const first = nearTitle(sentence, text)
      const second = nearTitle(first, text)
      expect(nearTitle(sentence)).not.toBe(sentence)
      expect(nearTitle(sentence).toLowerCase()).toBe(sentence.toLowerCase())
      expect(second).not.toBe(first)
      expect(second.toLowerCase()).toBe(first.toLowerCase())
      expect(nearTitle(second)).toBe(nearTitle(sentence))
      expect(first.match(marksOf(mark))).toEqual(sentence.match(marksOf(mark)))
    }),
  )
})

test('finds a title, its mark and its letters', () => {
  const title = 'The post pubcdfghjipaco of a test run'
  expect(titleIn(title, 'pubcdfghjipa')).toBe('pubcdfghjipac')
  expect(titleIn('pubcdfghjipa', 'pubcdfghjipa')).toBe('pubcdfghjipa')
  expect(titleIn(title, 'pubcdfghjicba')).toBe(undefined)
  expect(withoutRun('pubcdfghjipaco')).toBe('ipaco')
})
