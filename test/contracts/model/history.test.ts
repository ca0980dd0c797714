import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  finalStates,
  type History,
  type ReadEvent,
  type State,
  unexplainedRead,
} from '../../../contracts/model/history.ts'

const [a, b, c] = ['a', 'b', 'c'].map((text): State => ({ title: text, content: text })) as [
  State,
  State,
  State,
]

const write = (sent: number, answered: number, leaves: State, isCertain = true) => ({
  sent,
  answered,
  leaves,
  isCertain,
})
const read = (sent: number, answered: number, seen: State): ReadEvent => ({
  sent,
  answered,
  shows: (state) => state === seen,
})
const history = (writes: History['writes'], ...reads: readonly ReadEvent[]): History => ({
  initial: a,
  writes,
  reads,
})

test.each<[string, History]>([
  ['a read after a write shows it', history([write(1, 2, b)], read(3, 4, b))],
  ['a read beside a write shows what was before', history([write(1, 4, b)], read(2, 3, a))],
  ['a read beside a write shows it', history([write(1, 4, b)], read(2, 3, b))],
  ['of two writes at once the first wins', history([write(1, 3, b), write(2, 4, c)], read(5, 6, b))],
  ['of two writes at once the second wins', history([write(1, 3, b), write(2, 4, c)], read(5, 6, c))],
  [
    'a replace after a delete does nothing',
    history([write(1, 2, undefined), { ...write(3, 4, b), isReplace: true }], read(5, 6, undefined)),
  ],
  ['a failed write is done', history([write(1, Infinity, b, false)], read(3, 4, b))],
  ['a failed write is not done', history([write(1, Infinity, b, false)], read(3, 4, a))],
  ['a failed write is done later', history([write(1, Infinity, b, false)], read(3, 4, a), read(5, 6, b))],
  ['a deleted post is gone', history([write(1, 2, undefined)], read(3, 4, undefined))],
])('explains: %s', (_fact, given) => {
  expect(unexplainedRead(given)).toBeUndefined()
})

test.each<[string, History, number, readonly State[]]>([
  ['a write that is answered does not show', history([write(1, 2, b)], read(3, 4, a)), 4, [b]],
  ['a read goes back in time', history([write(1, 8, b)], read(2, 3, b), read(4, 5, a)), 5, [b]],
  ['a text that was never written', history([write(1, 4, b)], read(2, 3, c)), 3, [a, b]],
  [
    'a deleted post is back',
    history([write(1, 2, undefined)], read(3, 4, undefined), read(5, 6, a)),
    6,
    [undefined],
  ],
  [
    'a failed write that showed is undone',
    history([write(1, Infinity, b, false)], read(3, 4, b), read(5, 6, a)),
    6,
    [b],
  ],
  [
    'two readers see two writes in two orders',
    history([write(1, 10, b), write(2, 11, c)], read(3, 4, b), read(5, 6, c), read(7, 8, b)),
    8,
    [c],
  ],
])('does not explain: %s', (_fact, given, answered, possible) => {
  expect(unexplainedRead(given)).toMatchObject({ read: { answered }, possible })
})

test('the end is what a last write may have left', () => {
  expect(finalStates(history([write(1, 3, b), write(2, 4, c)]))).toEqual([b, c])
  expect(finalStates(history([write(1, 3, b), write(2, 4, c)], read(5, 6, c)))).toEqual([c])
  expect(finalStates(history([write(1, Infinity, b, false)]))).toEqual([a, b])
})

/** Operations of a correct service: each takes effect at one moment between its request and its answer. */
const operations = fc
  .array(
    fc.record({
      sent: fc.nat(40),
      before: fc.nat(8),
      after: fc.nat(8),
      does: fc.constantFrom('read', 'b', 'c', 'delete'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drawn) => {
    let now: State = a
    const given = { initial: a, writes: [] as History['writes'][number][], reads: [] as ReadEvent[] }
    const moments = drawn.map((each, at) => ({ ...each, at, effect: each.sent + each.before }))
    for (const { does, sent, effect, after } of moments.toSorted(
      (x, y) => x.effect - y.effect || x.at - y.at,
    )) {
      // Moments of the same count are told apart by the order in which they take effect.
      const span = [sent - 0.5, effect + after + 0.5] as const
      if (does === 'read') given.reads.push(read(...span, now))
      else {
        now = does === 'delete' ? undefined : does === 'b' ? b : c
        given.writes.push(write(...span, now))
      }
    }
    return { given, now }
  })

test('explains whatever a correct service shows, and where it ends', () => {
  fc.assert(
    fc.property(operations, ({ given, now }) => {
      expect(unexplainedRead(given)).toBeUndefined()
      expect(finalStates(given)).toContain(now)
    }),
  )
})
