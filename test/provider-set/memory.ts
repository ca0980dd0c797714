import { after, type Operation, remembering } from './changes.ts'
import { alter, others, restore } from './kept-posts.ts'
import type { Change, Post, PostInput, Provider, Reply } from './provider.ts'

/** Keeps the answers of reads under a key of the post, until one of the named operations empties the cache. */
export function cachingReads(key: (post: Post) => unknown, ...emptying: readonly Operation[]): Change {
  return (provider, correct) => {
    const cache = new Map<unknown, Reply>()
    return {
      ...flushing(emptying, correct, () => cache.clear()),
      read: (id) => {
        const post = correct.find(id)
        if (!post) return provider.missing(id)
        const reply = cache.get(key(post)) ?? correct.read(id)
        cache.set(key(post), reply)
        return reply
      },
    }
  }
}

/** Keeps the list until one of the named operations empties the cache. */
export function cachingList(...emptying: readonly Operation[]): Change {
  return (_provider, correct) => {
    let cached: Reply | undefined
    return {
      ...flushing(emptying, correct, () => {
        cached = undefined
      }),
      list: (call) => {
        cached ??= correct.list(call)
        return cached
      },
    }
  }
}

function flushing(operations: readonly Operation[], correct: Readonly<Provider>, flush: () => void): object {
  const flushed = operations.map((operation) => [
    operation,
    (...given: unknown[]) => {
      flush()
      return (correct[operation] as (...given: unknown[]) => Reply)(...given)
    },
  ])
  return Object.fromEntries(flushed)
}

/** Takes posts back to what was written first when something is done to another. */
export function undoing(operation: 'create' | 'remove' | 'replace'): Change {
  return remembering((written, provider, correct) =>
    after(operation, (_provider, id) => {
      for (const post of others(provider, id)) alter(provider, post.id, () => written(post.id)[0] ?? post)
    })(provider, correct),
  )
}

/** Answers every so many calls of an operation like any, and does nothing. */
export function losingEvery(operation: 'create' | 'replace' | 'remove', period: number): Change {
  return (provider, correct) => {
    let calls = 0
    return {
      [operation]: (...given: unknown[]) => {
        const before = new Map(provider.posts)
        const reply = (correct[operation] as (...given: unknown[]) => Reply)(...given)
        if (++calls % period === 0) restore(provider, before)
        return reply
      },
    }
  }
}

/** Looks one place too far for each post with a smaller id that was deleted. */
export function shifting(operation: 'read' | 'replace'): Change {
  return (provider, correct) => {
    const deleted = new Set<bigint>()
    const shifted = (id: bigint): bigint => {
      const ids = [...provider.posts.keys()]
      const holes = [...deleted].filter((each) => each < id).length
      return ids[ids.indexOf(id) + Math.min(1, holes)] ?? id
    }
    return {
      erase: (id) => {
        deleted.add(id)
        correct.erase(id)
      },
      ...(operation === 'read'
        ? {
            read: (id) => {
              const post = correct.find(id) && provider.posts.get(shifted(id))
              return post ? { status: 200, body: provider.show({ ...post, id }) } : correct.read(id)
            },
          }
        : { replace: (id, input) => correct.replace(correct.find(id) ? shifted(id) : id, input) }),
    }
  }
}

/** Lets posts share one record from the moment at which they are alike. */
export function sharing(isShared: (one: Post | PostInput, other: Post, isNew: boolean) => boolean): Change {
  return (provider, correct) => {
    const partners = new Map<bigint, bigint>()
    return {
      write: (id, input) => {
        const isNew = !provider.posts.has(id)
        const partner = partners.get(id)
        const alike = provider.all().find((post) => post.id !== id && isShared(input, post, isNew))
        if (partner !== undefined && provider.posts.has(partner)) correct.write(partner, input)
        if (alike) partners.set(id, alike.id).set(alike.id, id)
        return correct.write(id, input)
      },
    }
  }
}

/** Does something after every so many reads of the same post. */
export function countingReads(period: number, deed: (provider: Provider, post: Post) => unknown): Change {
  return (provider, correct) => {
    const reads = new Map<bigint, number>()
    return after('read', (_provider, id) => {
      const count = (reads.get(id) ?? 0) + 1
      reads.set(id, count)
      const post = provider.posts.get(id)
      if (count % period === 0 && post) deed(provider, post)
    })(provider, correct)
  }
}

/** Brings the post back that was deleted last when something else is done. */
export function resurrecting(operation: 'create' | 'replace' | 'remove'): Change {
  return remembering((written, provider, correct) => {
    let last: bigint | undefined
    const change = after(operation, (_provider, id) => {
      const post = last === undefined ? undefined : written(last).at(-1)
      if (post && post.id !== id) provider.posts.set(post.id, post)
      last = operation === 'remove' ? id : undefined
    })(provider, correct)
    return operation === 'remove'
      ? change
      : {
          ...change,
          erase: (id) => {
            last = id
            correct.erase(id)
          },
        }
  })
}
