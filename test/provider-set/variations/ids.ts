import { choosing } from '../changes.ts'
import { numbers } from '../numbers.ts'
import { type Change, Refusal } from '../provider.ts'
import { varying } from '../variation.ts'

/** Gives new posts the ids that a rule makes of their number. */
function numbered(idOf: (number: bigint) => bigint): Change {
  return () => {
    let count = 0n
    return { nextId: () => idOf(count++) }
  }
}

/** Refuses a path id that is not an integer. */
function malformedId(status: number): Change {
  return (_provider, correct) => ({
    readId: (text) => {
      const id = correct.readId(text)
      if (id === undefined) throw new Refusal(status, 'An id is an integer.')
      return id
    },
  })
}

/** Gives one page of the list, and says where the next is. */
function paging(size: number, total: boolean): Change {
  return (_provider, correct) => ({
    list: (call) => {
      const all = correct.list(call).body as unknown[]
      const page = Number(call.query.get('page') ?? 1)
      const headers: Record<string, string> = {}
      if (page * size < all.length) headers.link = `</v1/posts?page=${page + 1}>; rel="next"`
      if (total) headers['x-total-count'] = String(all.length)
      return { status: 200, headers, body: all.slice((page - 1) * size, page * size) }
    },
  })
}

/** The moment from which times are counted, so that every run shows the same. */
const epoch = Date.UTC(2024, 1, 29)

/** Ids and orders: the document says who assigns the one and nothing of the other. */
export const idVariations = [
  ...varying('id.assignment', {
    'ids-from-0': ['Ids begin at 0.', numbered((number) => number)],
    'ids-negative': ['Ids count down from -1.', numbered((number) => -1n - number)],
    'ids-beyond-2-53': [
      'Ids begin at 2^53 + 1, where a float rounds.',
      numbered((number) => 2n ** 53n + 1n + number),
    ],
    'ids-down-from-the-greatest': [
      'Ids count down from the greatest int64.',
      numbered((number) => 2n ** 63n - 1n - number),
    ],
    'ids-snowflake': [
      'Ids are made of a time, a machine and a number.',
      numbered((number) => (BigInt(epoch) << 22n) + (number << 12n) + (number % 4096n)),
    ],
    'ids-random-63-bits': [
      'Ids are 63 bits without order.',
      () => {
        const next = numbers(11)
        return { nextId: () => (BigInt(next()) << 31n) + BigInt(next() >>> 1) }
      },
    ],
    'ids-lowest-free': [
      'The lowest free id is given out.',
      (provider) => ({
        nextId: () => {
          let id = 1n
          while (provider.posts.has(id)) id++
          return id
        },
      }),
    ],
    'ids-highest-plus-one': [
      'The highest id in use plus one is given out.',
      (provider) => ({
        nextId: () => [...provider.posts.keys()].reduce((high, id) => (id > high ? id : high), 0n) + 1n,
      }),
    ],
  }),
  ...varying('id.malformed', {
    'id-malformed-400': ['A path id that is not an integer is 400.', malformedId(400)],
    'id-leading-zeros': [
      'A path id may have leading zeros.',
      (_provider, correct) => ({ readId: (text) => correct.readId(text.replace(/^(-?)0+(?=\d)/, '$1')) }),
    ],
    'id-out-of-range-400': [
      'A path id beyond int64 is 400.',
      (_provider, correct) => ({
        readId: (text) => {
          const id = correct.readId(text)
          if (id !== undefined && BigInt.asIntN(64, id) !== id) throw new Refusal(400, 'An id is an int64.')
          return id
        },
      }),
    ],
  }),
  ...varying('list.order', {
    'list-newest-first': ['The list begins with the newest.', choosing((posts) => posts.toReversed())],
    'list-last-changed-first': [
      'The list begins with the post that was changed last.',
      (provider, correct) => ({
        write: (id, input) => {
          provider.posts.delete(id)
          return correct.write(id, input)
        },
        all: () => correct.all().toReversed(),
      }),
    ],
    'list-shuffled': [
      'Every list has another order.',
      (_provider, correct) => {
        const next = numbers(3)
        return {
          all: () =>
            correct
              .all()
              .map((post) => [next(), post] as const)
              .sort(([one], [other]) => one - other)
              .map(([, post]) => post),
        }
      },
    ],
    'list-pages-linked': [
      'The list comes in pages of 20, and a Link header says where the next is.',
      paging(20, false),
      { arguable: 'The document says that the list is every post, and that page sizes are not shown.' },
    ],
    'list-pages-linked-and-counted': [
      'The list comes in pages of 50, with Link and X-Total-Count.',
      paging(50, true),
      { arguable: 'The document says that the list is every post, and that page sizes are not shown.' },
    ],
  }),
]
