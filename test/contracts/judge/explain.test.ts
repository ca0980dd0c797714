import { expect, test } from 'vitest'
import { explain } from '../../../contracts/judge/explain.ts'
import { type CheckContext, listMismatches, readMismatches } from '../../../contracts/judge/view-check.ts'
import { apply, emptyModel } from '../../../contracts/model/reference-model.ts'
import { listingOf } from '../../../contracts/scenarios/post-text.ts'
import { stringifyJson } from '../../../handlers/model/json.ts'

const own = { id: 7, title: 'mark ours', content: 'plain' }
const theirs = { id: 8, title: 'Theirs', content: 'plain' }
const missing = { status: 404, headers: {}, body: '{}' }
const shown = (post: object) => ({ status: 200, headers: {}, body: stringifyJson(post) })

function knowing({ foreign = [] as readonly number[] } = {}): CheckContext {
  const model = apply(emptyModel(new Set(foreign)), { kind: 'written', post: own })
  return { model, marker: 'mark', isPaged: false, isEventual: false, isAlone: true }
}

/** What is broken where reading an id is answered so, and the list shows some posts after that. */
function brokenByRead(id: number, reply: typeof missing, list: readonly object[], expected = knowing()) {
  const seen = { list: listingOf(list as never[]), reads: new Map([[id, reply]]) }
  return explain(expected, readMismatches(expected, id, reply), seen).map(({ clause }) => clause)
}

/** What is broken where the list shows some posts, and reading one is answered so after that. */
function brokenByList(list: readonly object[], id: number, reply: typeof missing) {
  const seen = { list: listingOf(list as never[]), reads: new Map([[id, reply]]) }
  const expected = knowing()
  return explain(expected, listMismatches(expected, seen.list), seen).map(({ clause, views }) => [
    clause,
    views,
  ])
}

test('a foreign post that is listed and reads 404 breaks read.ok; one that is not listed any more is deleted', () => {
  const expected = knowing({ foreign: [theirs.id] })
  expect(brokenByRead(theirs.id, missing, [theirs], expected)).toEqual(['read.ok'])
  expect(brokenByRead(theirs.id, missing, [], expected)).toEqual([])
})

test('an unused id that is read breaks read.missing, unless the list shows that a foreign post has it', () => {
  expect(brokenByRead(theirs.id, shown(theirs), [own])).toEqual(['read.missing'])
  expect(brokenByRead(theirs.id, shown(theirs), [own, theirs])).toEqual([])
})

test('a read that returns another post is wrong for good: no older state explains it', () => {
  const [mismatch] = readMismatches(knowing(), own.id, shown(theirs))
  expect(mismatch).toMatchObject({ clause: 'read.ok', isFinal: true })
})

test('a post that a read finds, but not the list, breaks list.all; one that neither finds was not created', () => {
  expect(brokenByList([], own.id, shown(own))).toEqual([['list.all', ['list']]])
  expect(brokenByList([], own.id, missing)).toEqual([['create.adds', ['list', 'read']]])
})

test('a listed post with the mark that no request made breaks list.all if it cannot be read', () => {
  const copy = { ...own, id: 9 }
  expect(brokenByList([own, copy], copy.id, missing)).toEqual([['list.all', ['list']]])
})

test.each([
  [0, 'that was right since it was written', true],
  [1, 'that the list never showed right', false],
])('%i findings are of a post %s, where others move posts between pages', (count, _which, wasRight) => {
  const { model, ...rest } = knowing()
  const right = apply(model, { kind: 'right', view: 'list', ids: [own.id] })
  const expected = { ...rest, model: wasRight ? right : model, isPaged: true, isAlone: false }
  const seen = { list: listingOf([own, own] as never[]), reads: new Map([[7, shown(own)]]) }
  expect(explain(expected, listMismatches(expected, seen.list), seen)).toHaveLength(count)
})
