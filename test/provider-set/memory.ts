import { followed, type Operation, preceded, seamOf } from './changes.ts'
import { alter, restore } from './kept-posts.ts'
import type { Change, Post, Provider, Reply, Seams } from './provider.ts'

/** The named operations, each of which does something before its own. */
export function precedingEach(
  operations: readonly Operation[],
  correct: Readonly<Provider>,
  deed: () => unknown,
): Partial<Seams> {
  return Object.fromEntries(
    operations.map((operation) => [operation, preceded(seamOf(correct, operation), deed)]),
  )
}

/** Keeps the answers of reads under a key of the post, until one of the named operations empties the cache. */
export function cachingReads(key: (post: Post) => unknown, ...emptying: readonly Operation[]): Change {
  return (provider, correct, cache = new Map<unknown, Reply>()) => ({
    ...precedingEach(emptying, correct, () => cache.clear()),
    read: (id) => {
      const post = correct.find(id)
      if (!post) return provider.missing(id)
      const reply = cache.get(key(post)) ?? correct.read(id)
      cache.set(key(post), reply)
      return reply
    },
  })
}

/** Answers every so many calls of an operation like any, and does nothing. */
export function losingEvery(period: number, operation: 'create' | 'replace'): Change {
  return (provider, correct, calls = { count: 0 }) => ({
    [operation]: (...given: unknown[]) => {
      const before = new Map(provider.posts)
      const reply = seamOf(correct, operation)(...given)
      if (++calls.count % period === 0) restore(provider, before)
      return reply
    },
  })
}

/** Changes a post after every third time that it was read. */
export function afterThreeReads(change: (post: Post, provider: Provider) => Partial<Post>): Change {
  return (provider, correct, reads = new Map<bigint, number>()) => ({
    read: followed(correct.read, ({ status }, id) => {
      const count = (reads.get(id) ?? 0) + 1
      if (status === 200) reads.set(id, count)
      if (status === 200 && count % 3 === 0) alter(provider, id, (post) => change(post, provider))
    }),
  })
}
