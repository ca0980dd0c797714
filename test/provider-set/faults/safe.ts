import { after, afterList, remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, alterAll, copy, newest, oldest, others } from '../kept-posts.ts'
import { create, list, read, remove, replace } from '../steps.ts'

const readTwice = [create('a'), read('a'), read('a')]
const listTwice = [create('a'), create('b'), list(), list()]
const readBetween = [create('a'), create('b'), list(), read('a'), list()]

/** Reads and lists that change what is there: `safe.get`. A counter of reads in a field of its own is not such a change. */
export const safeFaults = breaking('safe.get', {
  'read-counts-in-title': [
    'A read adds to the title.',
    after('read', (provider, id) => alter(provider, id, ({ title }) => ({ title: `${title} (read)` }))),
    readTwice,
  ],
  'read-empties': [
    'A read empties the content.',
    after('read', (provider, id) => alter(provider, id, () => ({ content: '' }))),
    readTwice,
  ],
  'read-escapes': [
    'A read escapes what is kept, once more each time.',
    after('read', (provider, id) =>
      alter(provider, id, ({ content }) => ({ content: content.replaceAll('&', '&amp;') })),
    ),
    [create('a', { title: 'fleet a', content: 'a & b' }), read('a'), read('a'), read('a')],
  ],
  'read-swaps': [
    'A read swaps title and content.',
    after('read', (provider, id) =>
      alter(provider, id, ({ title, content }) => ({ title: content, content: title })),
    ),
    readTwice,
  ],
  'read-copies': [
    'A read adds a copy.',
    after('read', (provider, id) => copy(provider, provider.posts.get(id))),
    readBetween,
  ],
  'read-removes-others': [
    'A read removes every other post.',
    after('read', (provider, id) => {
      for (const post of others(provider, id)) provider.posts.delete(post.id)
    }),
    readBetween,
  ],
  'read-removes-the-next': [
    'A read removes the post whose id is one higher.',
    after('read', (provider, id) => provider.posts.delete(id + 1n)),
    readBetween,
  ],
  'read-removes-the-oldest': [
    'A read removes the oldest post if it is another.',
    after('read', (provider, id) => id !== oldest(provider) && provider.posts.delete(oldest(provider))),
    [create('a'), create('b'), list(), read('b'), list()],
  ],
  'read-moves': [
    'A read gives the post a new id.',
    after('read', (provider, id) => {
      copy(provider, provider.posts.get(id))
      provider.posts.delete(id)
    }),
    readTwice,
  ],
  'read-undoes-replace': [
    'A read brings the texts of before a replace back for the next read.',
    remembering((written, provider, correct) => ({
      read: (id) => {
        const reply = correct.read(id)
        const first = written(id)[0]
        if (first && correct.find(id)) provider.posts.set(id, first)
        return reply
      },
    })),
    [create('a'), replace('a'), read('a'), read('a')],
  ],
  'read-missing-adds': [
    'A read of a missing post answers 404 and adds an empty one under that id.',
    (provider, correct) => ({
      read: (id) => {
        const reply = correct.read(id)
        if (reply.status === 404) provider.posts.set(id, { id, title: '', content: '' })
        return reply
      },
    }),
    [create('a'), read('a+3'), read('a+3')],
  ],
  'read-missing-brings-back': [
    'A read of a deleted post answers 404 and brings it back.',
    remembering((written, provider, correct) => ({
      read: (id) => {
        const reply = correct.read(id)
        const post = written(id).at(-1)
        if (post) provider.posts.set(id, post)
        return reply
      },
    })),
    [create('a'), remove('a'), read('a'), read('a')],
  ],
  'read-missing-removes-the-newest': [
    'A read of a missing post removes the newest.',
    (provider, correct) => ({
      read: (id) => {
        const reply = correct.read(id)
        if (reply.status === 404) provider.posts.delete(newest(provider))
        return reply
      },
    }),
    [create('a'), list(), read('a+3'), list()],
  ],
  'list-takes-the-first': [
    'A list removes its first post.',
    afterList((provider) => provider.posts.delete(oldest(provider))),
    listTwice,
  ],
  'list-takes-the-newest': [
    'A list removes its newest post.',
    afterList((provider) => provider.posts.delete(newest(provider))),
    listTwice,
  ],
  'list-wipes': ['A list removes every post.', afterList((provider) => provider.posts.clear()), listTwice],
  'list-copies': [
    'A list adds a copy of its newest post.',
    afterList((provider) => copy(provider, provider.posts.get(newest(provider)))),
    listTwice,
  ],
  'list-numbers': [
    'A list gives its posts new ids, from 100 on.',
    afterList((provider) => {
      const posts = [...provider.posts.values()]
      provider.posts.clear()
      provider.lastId += 100n
      for (const post of posts) copy(provider, post)
    }),
    listTwice,
  ],
  'list-rotates-texts': [
    'A list moves the texts of its posts on to their neighbours.',
    afterList((provider) => {
      const posts = [...provider.posts.values()]
      alterAll(provider, (post) => ({ content: posts.at(posts.indexOf(post) - 1)?.content ?? '' }))
    }),
    listTwice,
  ],
  'list-removes-equal-posts': [
    'A list removes all but one of the posts with the same texts.',
    afterList((provider) => {
      const seen = new Set<string>()
      for (const { id, title } of [...provider.posts.values()])
        if (seen.has(title)) provider.posts.delete(id)
        else seen.add(title)
    }),
    [
      create('a'),
      create('b', { title: 'fleet a', content: 'All that there is to say about a.' }),
      list(),
      list(),
    ],
  ],
})
