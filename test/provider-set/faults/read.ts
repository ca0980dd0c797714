import { bodyOf, only, statusOf } from '../changes.ts'
import { breaking } from '../fault.ts'
import { newest } from '../kept-posts.ts'
import type { Post } from '../provider.ts'

/** Single reads that do not answer 200 with that post: `read.ok`. */
export const readFaults = breaking('read.ok', {
  'read-201': ['A read answers 201.', statusOf('read', 201)],
  'read-203': ['A read answers 203.', statusOf('read', 203)],
  'read-304': ['A read answers 304 although the client has nothing.', only('read', 304)],
  'read-in-data': [
    'A single post is wrapped: { data: {} }.',
    bodyOf('read', (post: Post) => ({ data: post })),
  ],
  'read-in-post': [
    'A single post is wrapped under its name, and its id stands beside.',
    bodyOf('read', (post: Post) => ({ id: post.id, post })),
  ],
  'read-newest': [
    'Every read answers the newest post.',
    (provider, correct) => ({ read: (id) => correct.read(correct.find(id) ? newest(provider) : id) }),
  ],
  'read-neighbour-text': [
    'A read answers the right id with the texts of the newest post.',
    (provider, correct) => ({
      read: (id) => {
        const post = correct.find(newest(provider))
        return correct.find(id) && post
          ? { status: 200, body: provider.show({ ...post, id }) }
          : correct.read(id)
      },
    }),
  ],
  'read-wrong-id': [
    'A read answers the right texts with an id one too high.',
    bodyOf('read', (post: Post) => ({ ...post, id: post.id + 1n })),
  ],
  'read-missing-once': [
    'The first read of a new post answers 404, however late it comes.',
    (provider, correct) => {
      const known = new Set<bigint>()
      return {
        read: (id) => {
          const isFirst = correct.find(id) !== undefined && !known.has(id)
          known.add(id)
          return isFirst ? provider.missing(id) : correct.read(id)
        },
      }
    },
  ],
  'read-stale-once': [
    'The first read after a replace gives the post as it was before, however late it comes.',
    (provider, correct) => {
      const before = new Map<bigint, Post>()
      return {
        read: (id) => {
          const old = before.get(id)
          before.delete(id)
          return old && correct.find(id) ? { status: 200, body: provider.show(old) } : correct.read(id)
        },
        replace: (id, input) => {
          const post = correct.find(id)
          if (post && !before.has(id)) before.set(id, post)
          return correct.replace(id, input)
        },
      }
    },
  ],
  'read-500-of-emoji': [
    'A post with a character beyond 16 bits is taken, and a read of it fails.',
    (_provider, correct) => ({
      read: (id) =>
        /[\u{10000}-\u{10ffff}]/u.test(correct.find(id)?.title ?? '') ? { status: 500 } : correct.read(id),
    }),
  ],
  'read-500-of-empty': [
    'A post without content is taken, and a read of it fails.',
    (_provider, correct) => ({
      read: (id) => (correct.find(id)?.content === '' ? { status: 500 } : correct.read(id)),
    }),
  ],
  'read-404-of-long': [
    'A post of more than 4,000 characters is taken and listed, and cannot be read alone.',
    (provider, correct) => ({
      read: (id) =>
        (correct.find(id)?.content.length ?? 0) > 4000 ? provider.missing(id) : correct.read(id),
    }),
  ],
})
