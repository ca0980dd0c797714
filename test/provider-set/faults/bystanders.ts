import { alike, among, any, before, first, last, losing, next, prefixed } from '../bystander.ts'
import { after } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, newest, oldest, others } from '../kept-posts.ts'
import { create, list, remove } from '../steps.ts'

/** Deletes of one post that touch another: `others.untouched`. */
export const bystanderFaults = breaking('others.untouched', {
  'delete-takes-the-next': [
    'A delete removes the post with the next id too.',
    losing('remove', next),
    among(2, remove('p1')),
  ],
  'delete-takes-the-one-before': [
    'A delete removes the post with the id before too.',
    losing('remove', before),
    among(2, remove('p2')),
  ],
  'delete-takes-longer-ids': [
    'A delete removes every post whose id begins with this one.',
    losing('remove', prefixed),
    among(10, remove('p1')),
  ],
  'delete-takes-shorter-ids': [
    'A delete removes every post whose id is the beginning of this one.',
    losing('remove', (post, id) => String(id).startsWith(String(post.id))),
    among(10, remove('p10')),
  ],
  'delete-takes-the-oldest': [
    'A delete removes the oldest post too.',
    losing('remove', first),
    among(3, remove('p2')),
  ],
  'delete-takes-the-newest': [
    'A delete removes the newest post too.',
    losing('remove', last),
    among(3, remove('p1')),
  ],
  'delete-takes-later-ones': [
    'A delete removes every later post.',
    losing('remove', (post, id) => post.id > id),
    among(3, remove('p1')),
  ],
  'delete-takes-earlier-ones': [
    'A delete removes every earlier post.',
    losing('remove', (post, id) => post.id < id),
    among(3, remove('p3')),
  ],
  'delete-takes-all': ['A delete removes every post.', losing('remove', any), among(2, remove('p1'))],
  'delete-takes-all-but-two': [
    'A delete leaves two posts.',
    losing('remove', (post, _id, provider) => post.id !== newest(provider) && post.id !== oldest(provider)),
    among(4, remove('p2')),
  ],
  'delete-takes-equal-last-digits': [
    'A delete removes every post whose id ends in the same digit.',
    losing('remove', (post, id) => post.id % 10n === id % 10n),
    among(11, remove('p1')),
  ],
  'delete-takes-equal-titles': [
    'A delete removes every post with that title.',
    alike('remove', (post, meant) => post.title === meant.title),
    [create('a'), create('b', { title: 'fleet a', content: 'another' }), list(), remove('a'), list()],
  ],
  'delete-takes-equal-contents': [
    'A delete removes every post with that content.',
    alike('remove', (post, meant) => post.content === meant.content),
    [
      create('a', { title: 'fleet a', content: 'same' }),
      create('b', { title: 'fleet b', content: 'same' }),
      list(),
      remove('a'),
      list(),
    ],
  ],
  'delete-takes-equal-posts': [
    'A delete removes every post with those texts.',
    alike('remove', (post, meant) => post.title === meant.title && post.content === meant.content),
    [
      create('a'),
      create('b', { title: 'fleet a', content: 'All that there is to say about a.' }),
      list(),
      remove('a'),
      list(),
    ],
  ],
  'delete-takes-longer-titles': [
    'A delete removes every post whose title begins with that title.',
    alike('remove', (post, meant) => post.title.startsWith(meant.title)),
    [create('a'), create('ab'), list(), remove('a'), list()],
  ],
  'delete-closes-the-gap': [
    'A delete moves the ids of later posts down by one.',
    after('remove', (provider, id) => {
      for (const post of others(provider, id))
        if (post.id > id) {
          provider.posts.delete(post.id)
          provider.posts.set(post.id - 1n, { ...post, id: post.id - 1n })
        }
    }),
    among(3, remove('p1')),
  ],
  'delete-empties-the-others': [
    'A delete empties the contents of the others.',
    after('remove', (provider, id) => {
      for (const post of others(provider, id)) alter(provider, post.id, () => ({ content: '' }))
    }),
    among(2, remove('p1')),
  ],
  'delete-shifts-texts': [
    'A delete moves texts: each later post gets those of the next.',
    after('remove', (provider, id) => {
      const later = others(provider, id).filter((post) => post.id > id)
      later.forEach((post, index) => {
        const text = later[index + 1]
        if (text) alter(provider, post.id, () => ({ title: text.title, content: text.content }))
      })
    }),
    among(3, remove('p1')),
  ],
  'delete-renames-the-newest': [
    'A delete writes into the title of the newest post.',
    after('remove', (provider) =>
      alter(provider, newest(provider), ({ title }) => ({ title: `${title} (1 deleted)` })),
    ),
    among(2, remove('p1')),
  ],
  'delete-missing-takes-the-newest': [
    'A delete of a post that never was removes the newest.',
    (provider, correct) => ({
      remove: (id) => {
        if (id > provider.lastId) correct.erase(newest(provider))
        return correct.remove(id)
      },
    }),
    [create('a'), list(), remove('a+7'), list()],
  ],
  'delete-missing-takes-a-shorter-id': [
    'A delete of id 1000 removes the post whose id is the beginning of it.',
    (provider, correct) => ({
      remove: (id) => {
        for (const post of provider.all())
          if (!correct.find(id) && String(id).startsWith(String(post.id))) correct.erase(post.id)
        return correct.remove(id)
      },
    }),
    [create('a'), list(), remove('#1000'), list()],
  ],
  'delete-zero-wipes': [
    'A delete of id 0 removes every post.',
    (provider, correct) => ({
      remove: (id) => {
        if (id === 0n) provider.posts.clear()
        return correct.remove(id)
      },
    }),
    [create('a'), list(), remove('#0'), list()],
  ],
})
