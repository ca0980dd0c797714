import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isRunMark,
  marksOf,
  nearTitle,
  runMark,
  runMarkBytes,
  sequenceMark,
  titleOfSequence,
} from '../../../contracts/scenarios/marks.ts'

const marks = fc.uint8Array({ minLength: runMarkBytes, maxLength: runMarkBytes }).map(runMark)
const number = fc.integer({ min: 1, max: 99_999 })

test('finds whole titles of a run in a text, and none of another run', () => {
  fc.assert(
    fc.property(marks, marks, number, number, (mark, other, sequence, title) => {
      fc.pre(mark !== other)
      const titleOf = (run: string) => titleOfSequence(sequenceMark(run, sequence), title)
      const titles = [sequenceMark(mark, title), titleOf(mark)]
      expect([isRunMark(mark), titles.some(isRunMark)]).toEqual([true, false])
      const text = `About ${titles.join(', ')} and ${titleOf(other)}`
      const found = titles.map((each) => each.replace(/o$/, ''))
      expect(text.match(marksOf(mark))).toEqual(found)
    }),
  )
})

test('marks and titles of sequences have only letters, and none contains another', () => {
  fc.assert(
    fc.property(marks, number, number, (mark, one, other) => {
      fc.pre(one !== other)
      for (const of of [sequenceMark, titleOfSequence]) {
        expect(of(mark, one)).toMatch(/^[a-z]+$/)
        expect(of(mark, one)).not.toContain(of(mark, other))
      }
    }),
  )
})

test('a replace changes the case of one letter, and keeps the mark', () => {
  fc.assert(
    fc.property(marks, number, number, number, (run, sequence, title, text) => {
      const mark = sequenceMark(run, sequence)
      const sentence = `The post ${titleOfSequence(mark, title)} of a test run`
      const first = nearTitle(sentence, text)
      expect(nearTitle(sentence)).not.toBe(sentence)
      expect(nearTitle(sentence).toLowerCase()).toBe(sentence.toLowerCase())
      expect(nearTitle(first, text)).not.toBe(first)
      expect(first.match(marksOf(mark))).toEqual(sentence.match(marksOf(mark)))
    }),
  )
})
