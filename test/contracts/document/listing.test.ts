import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Listing, listingOf } from '../../../contracts/document/listing.ts'
import type { JsonValue } from '../../../handlers/model/json.ts'

const item = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      id: fc.nat(30),
      title: fc.constantFrom('a', 'pu2xs1x2'),
      content: fc.constant(''),
    }),
  },
  fc.record({ id: fc.nat(30), title: fc.constant(7) }),
  fc.constantFrom<JsonValue>(null, 1, 'text', [], {}),
)
/** Takes some items out of a list, and puts others in their place. */
const change = fc.record({ at: fc.nat(2000), gone: fc.nat(5), come: fc.array(item, { maxLength: 4 }) })

function facts(list: Listing) {
  return {
    size: list.ids.size,
    ids: [...list.ids].toSorted((one, other) => Number(one) - Number(other)),
    posts: [...list.ids]
      .map((id) => [id, list.ids.has(id), list.get(id)])
      .toSorted(([one], [other]) => Number(one) - Number(other)),
    odd: list.odd.length,
    shapes: list.odd.filter(({ earlier }) => earlier === undefined).length,
    marked: ['pu2x', 'pu2xs1x', 'pu2xs2x'].map((marker) => list.marked(marker).length),
  }
}

/** A list that has nothing in common with an earlier one. */
function whole(items: readonly JsonValue[]): Listing {
  listingOf(Array.from({ length: 1000 }, () => ({})))
  return listingOf(items)
}

test('a long list that changes a little is found to hold what it holds', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
      let items: readonly JsonValue[] = Array.from({ length: 1200 }, (_, id) => ({
        id: id + 20,
        title: `t${id}`,
        content: '',
      }))
      const steps = [items]
      for (const { at, gone, come } of changes) {
        items = items.toSpliced(at % (items.length + 1), gone, ...come)
        steps.push(items)
      }
      const byDifference = steps.map(listingOf).map(facts)
      expect(byDifference).toEqual(steps.map((each) => facts(whole(each))))
    }),
    { numRuns: 20 },
  )
})

test('an earlier list stays as it was', () => {
  const items = Array.from({ length: 2000 }, (_, id) => ({ id, title: 't', content: '' }))
  const before = listingOf(items)
  const after = listingOf(items.slice(0, -1))
  expect([before.ids.has(1999), after.ids.has(1999)]).toEqual([true, false])
})
