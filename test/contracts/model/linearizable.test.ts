import { expect, test } from 'vitest'
import { linearize, type Operation } from '../../../contracts/model/linearizable.ts'

type Register = Operation<string>

const put = (call: number, end: number, text: string): Register => ({ call, return: end, step: () => [text] })
const read = (call: number, end: number, shown: string): Register => ({
  call,
  return: end,
  step: (state) => (state === shown ? [state] : []),
})
/** A put without a reply. */
const lost = (call: number, text: string) => put(call, Number.POSITIVE_INFINITY, text)

const explained: readonly (readonly [string, readonly Register[], readonly string[]])[] = [
  ['nothing', [], ['a']],
  ['reads during a put that show either', [put(0, 10, 'b'), read(2, 4, 'a'), read(5, 8, 'b')], ['b']],
  ['puts at the same time, in any order', [put(0, 5, 'b'), put(1, 6, 'c')], ['c', 'b']],
  ['a put called when another returned, in any order', [put(0, 5, 'b'), put(5, 6, 'c')], ['c', 'b']],
  ['puts one after the other, in theirs', [put(0, 4, 'b'), put(5, 6, 'c')], ['c']],
  [
    'reads that decide the order of puts',
    [put(0, 9, 'b'), put(0, 9, 'c'), read(1, 2, 'c'), read(3, 4, 'b')],
    ['b'],
  ],
  ['a put without a reply, done late', [lost(0, 'b'), read(4, 8, 'a'), read(9, 12, 'b')], ['b']],
  ['a put without a reply, never done', [lost(0, 'b'), read(4, 8, 'a')], ['a', 'b']],
]

test.each(explained)('an order explains %s', (_about, operations, states) => {
  expect(linearize(['a'], operations, String)).toMatchObject({ states })
})

const unexplained: readonly (readonly [string, readonly Register[], readonly number[], number])[] = [
  ['the old text after the new one', [put(0, 10, 'b'), read(2, 4, 'b'), read(5, 8, 'a')], [0, 1], 2],
  ['the old text after the put has returned', [put(0, 3, 'b'), read(4, 8, 'a')], [0], 1],
  ['the new text before the put is called', [read(0, 2, 'b'), put(3, 4, 'b')], [], 0],
  ['a text that nothing wrote', [put(0, 5, 'bb'), put(1, 6, 'cc'), read(7, 9, 'bc')], [0, 1], 2],
  [
    'two reads that disagree on the order',
    [put(0, 2, 'b'), put(0, 2, 'c'), read(3, 4, 'b'), read(5, 6, 'c')],
    [1, 0, 2],
    3,
  ],
  ['a put without a reply that is undone', [lost(0, 'b'), read(4, 8, 'b'), read(9, 12, 'a')], [0, 1], 2],
]

test.each(unexplained)('no order explains %s', (_about, operations, order, misfit) => {
  expect(linearize(['a'], operations, String)).toEqual({ states: [], order, misfit })
})

test('a search that would take too long says nothing', () => {
  const puts = (count: number) => Array.from({ length: count }, (_, at) => put(0, 100, `${at}`))
  expect(linearize(['a'], [...puts(7), read(101, 102, '3')], String)?.states).toEqual(['3'])
  for (const count of [14, 40]) expect(linearize(['a'], puts(count), String)).toBeUndefined()
})
