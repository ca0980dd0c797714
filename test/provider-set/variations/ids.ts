import { choosing } from '../changes.ts'
import { lowestFree } from '../kept-posts.ts'
import { varying } from '../member.ts'
import { numbers } from '../numbers.ts'
import { type Change, Refusal } from '../provider.ts'

/** Gives new posts the ids that a rule makes of their number. */
function numbered(idOf: (number: bigint) => bigint): Change {
  return (_provider, _correct, made = { count: 0n }) => ({ nextId: () => idOf(made.count++) })
}

/** Refuses a path id that is not an integer, or beyond int64. */
function refusingIds(status: number, isRefused: (id: bigint | undefined) => boolean): Change {
  return (_provider, correct) => ({
    readId: (text) => {
      const id = correct.readId(text)
      if (isRefused(id)) throw new Refusal(status, 'An id is an int64.')
      return id
    },
  })
}

/** Gives one page of the list, and says where the next is. */
function paging(size: number, hasTotal: boolean): Change {
  return (_provider, correct) => ({
    list: (call) => {
      const all = correct.list(call).body as unknown[]
      const page = Number(call.query.get('page') ?? 1)
      const headers: Record<string, string> = {}
      if (page * size < all.length) headers.link = `</v1/posts?page=${page + 1}>; rel="next"`
      if (hasTotal) headers['x-total-count'] = String(all.length)
      return { status: 200, headers, body: all.slice((page - 1) * size, page * size) }
    },
  })
}

/** The moment from which times are counted, so that every run shows the same. */
const epoch = BigInt(Date.UTC(2024, 1, 29))
const pagesAreNotShown = {
  arguable: 'The document says that the list is every post, and that page sizes are not shown.',
}

/** Ids and orders: the document says who assigns the one and nothing of the other. */
export const idVariations = varying({
  'id.assignment': {
    'ids-from-0': numbered((number) => number),
    'ids-negative': numbered((number) => -1n - number),
    // Where a float rounds.
    'ids-beyond-2-53': numbered((number) => 2n ** 53n + 1n + number),
    'ids-down-from-the-greatest': numbered((number) => 2n ** 63n - 1n - number),
    // Made of a time, a machine and a number.
    'ids-snowflake': numbered((number) => (epoch << 22n) + (number << 12n) + (number % 4096n)),
    'ids-random-63-bits': (_provider, _correct, next = numbers(11)) => ({
      nextId: () => (BigInt(next()) << 31n) + BigInt(next() >>> 1),
    }),
    'ids-lowest-free': (provider) => ({ nextId: () => lowestFree(provider) }),
    'ids-highest-plus-one': (provider) => ({
      nextId: () => [...provider.posts.keys()].reduce((high, id) => (id > high ? id : high), 0n) + 1n,
    }),
  },
  'id.malformed': {
    'id-malformed-400': refusingIds(400, (id) => id === undefined),
    'id-leading-zeros': (_provider, correct) => ({
      readId: (text) => correct.readId(text.replace(/^(-?)0+(?=\d)/, '$1')),
    }),
    'id-out-of-range-400': refusingIds(400, (id) => id !== undefined && BigInt.asIntN(64, id) !== id),
  },
  'list.order': {
    'list-newest-first': choosing((posts) => posts.toReversed()),
    'list-last-changed-first': (provider, correct) => ({
      write: (id, input) => {
        provider.posts.delete(id)
        return correct.write(id, input)
      },
      all: () => correct.all().toReversed(),
    }),
    'list-shuffled': (_provider, correct, next = numbers(3)) => ({
      all: () => {
        const drawn = correct.all().map((post) => ({ post, place: next() }))
        return drawn.sort((one, other) => one.place - other.place).map(({ post }) => post)
      },
    }),
    'list-pages-linked': [paging(20, false), pagesAreNotShown],
    'list-pages-linked-and-counted': [paging(50, true), pagesAreNotShown],
  },
})
