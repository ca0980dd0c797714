import { after, afterList, remembering } from '../changes.ts'
import { breaking } from '../fault.ts'
import { alter, alterAll, copy, newest, oldest, others } from '../kept-posts.ts'

/** Reads and lists that change what is there: `safe.get`. A counter of reads in a field of its own is not such a change. */
export const safeFaults = breaking('safe.get', {
  'read-counts-in-title': [
    'A read adds to the title.',
    after('read', (provider, id) => alter(provider, id, ({ title }) => ({ title: `${title} (read)` }))),
  ],
  'read-empties': [
    'A read empties the content.',
    after('read', (provider, id) => alter(provider, id, () => ({ content: '' }))),
  ],
  'read-escapes': [
    'A read escapes what is kept, once more each time.',
    after('read', (provider, id) =>
      alter(provider, id, ({ content }) => ({ content: content.replaceAll('&', '&amp;') })),
    ),
  ],
  'read-swaps': [
    'A read swaps title and content.',
    after('read', (provider, id) =>
      alter(provider, id, ({ title, content }) => ({ title: content, content: title })),
    ),
  ],
  'read-copies': [
    'A read adds a copy.',
    after('read', (provider, id) => copy(provider, provider.posts.get(id))),
  ],
  'read-removes-others': [
    'A read removes every other post.',
    after('read', (provider, id) => {
      for (const post of others(provider, id)) provider.posts.delete(post.id)
    }),
  ],
  'read-removes-the-next': [
    'A read removes the post whose id is one higher.',
    after('read', (provider, id) => provider.posts.delete(id + 1n)),
  ],
  'read-removes-the-oldest': [
    'A read removes the oldest post if it is another.',
    after('read', (provider, id) => id !== oldest(provider) && provider.posts.delete(oldest(provider))),
  ],
  'read-moves': [
    'A read gives the post a new id.',
    after('read', (provider, id) => {
      copy(provider, provider.posts.get(id))
      provider.posts.delete(id)
    }),
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
  ],
  'list-takes-the-first': [
    'A list removes its first post.',
    afterList((provider) => provider.posts.delete(oldest(provider))),
  ],
  'list-takes-the-newest': [
    'A list removes its newest post.',
    afterList((provider) => provider.posts.delete(newest(provider))),
  ],
  'list-wipes': ['A list removes every post.', afterList((provider) => provider.posts.clear())],
  'list-copies': [
    'A list adds a copy of its newest post.',
    afterList((provider) => copy(provider, provider.posts.get(newest(provider)))),
  ],
  'list-numbers': [
    'A list gives its posts new ids, from 100 on.',
    afterList((provider) => {
      const posts = [...provider.posts.values()]
      provider.posts.clear()
      provider.lastId += 100n
      for (const post of posts) copy(provider, post)
    }),
  ],
  'list-rotates-texts': [
    'A list moves the texts of its posts on to their neighbours.',
    afterList((provider) => {
      const posts = [...provider.posts.values()]
      alterAll(provider, (post) => ({ content: posts.at(posts.indexOf(post) - 1)?.content ?? '' }))
    }),
  ],
  'list-removes-equal-posts': [
    'A list removes all but one of the posts with the same texts.',
    afterList((provider) => {
      const seen = new Set<string>()
      for (const { id, title } of [...provider.posts.values()])
        if (seen.has(title)) provider.posts.delete(id)
        else seen.add(title)
    }),
  ],
})
