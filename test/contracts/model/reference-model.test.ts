import { expect, test } from 'vitest'
import { readMismatches } from '../../../contracts/judge/view-check.ts'
import { apply, emptyModel, type ModelEvent } from '../../../contracts/model/reference-model.ts'

function mismatchesAfter(...events: readonly ModelEvent[]) {
  const model = events.reduce(apply, emptyModel())
  const body = JSON.stringify({ id: 7, title: 'Other', content: 'Other' })
  return readMismatches({ model }, 7, { status: 200, headers: {}, body })
}

const written: ModelEvent = { kind: 'written', post: { id: 7, title: 'A', content: 'B' } }
const incomplete: ModelEvent = { kind: 'incomplete', id: 7 }

test('a write without a field leaves the texts unknown', () => {
  expect(mismatchesAfter(written, incomplete)).toEqual([])
})

test('a whole write makes the texts known again', () => {
  expect(mismatchesAfter(written, incomplete, written)).toHaveLength(2)
})
