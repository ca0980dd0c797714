import { expect, test } from 'vitest'
import { listingOf } from '../../../contracts/spec/listing.ts'

const post = { id: 1, title: 'pu2xs1x2', content: '' }

test('a list knows its posts by id, those with a marker, and what is odd', () => {
  const other = { id: 2, title: 'b', content: '' }
  const later = { ...other, content: 'again' }
  const list = listingOf([post, other, later, null, { id: 3, title: 7 }])
  expect([...list.ids]).toEqual([1, 2, 3])
  expect([list.get(1), list.get(2), list.get(3), list.get(4)]).toEqual([post, later, undefined, undefined])
  expect(['pu2x', 'pu2xs1x', 'pu2xs2x'].map((marker) => list.marked(marker))).toEqual([[post], [post], []])
  expect(list.odd).toEqual([
    { item: later, id: 2, earlier: other },
    { item: null, id: undefined },
    { item: { id: 3, title: 7 }, id: 3 },
  ])
})
