import { expect, test } from 'vitest'
import { readMismatches } from '../../../contracts/judge/view-check.ts'
import { apply, emptyModel, type ModelEvent } from '../../../contracts/model/reference-model.ts'

const shown = { title: 'Other', content: 'Other' }
const post = { id: 7, title: 'A', content: 'B' }
const written: ModelEvent = { kind: 'written', post }
const listed: ModelEvent = { kind: 'right', view: 'list', shown: new Map([[7, { ...shown, content: ' ' }]]) }
const inPart = (content: 'not' | 'text'): ModelEvent => {
  return {
    kind: 'written',
    post,
    expected: { title: { kind: 'unknown' }, content: { kind: content, text: 'Other' } },
  }
}

test.each<[string, number, readonly ModelEvent[]]>([
  ['after a write without fields', 0, [written, { kind: 'incomplete', id: 7 }]],
  ['after a whole write', 2, [written, { kind: 'incomplete', id: 7 }, written]],
  ['that must have one of its texts', 0, [inPart('text')]],
  ['that must not have one of its texts', 1, [inPart('not')]],
  ['of which the list showed another text', 1, [inPart('text'), listed]],
])('a read of a post %s has %i mismatches', (_, count, events) => {
  const body = JSON.stringify({ id: 7, ...shown })
  const reply = { status: 200, headers: {}, body }
  expect(readMismatches({ model: events.reduce(apply, emptyModel()) }, 7, reply)).toHaveLength(count)
})
