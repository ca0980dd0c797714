import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { seamOf } from './changes.ts'
import { restore } from './kept-posts.ts'
import type { Call, Change, PostInput, Provider, Reply } from './provider.ts'

/** How long an operation leaves its work half done, in ms: enough for requests that were sent together to meet. */
export const pause = 40

export function delayed<Given extends unknown[], Result>(
  seam: (...given: Given) => Result,
  milliseconds = pause,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    await wait(milliseconds)
    return seam(...given)
  }
}

/**
 * Finds all posts as they are when a write comes, and puts them back so before it is done. Every other write is slow
 * enough to fall between, whichever of them came first.
 */
export function onACopy(operation: 'create' | 'replace'): Change {
  return (provider, correct) => ({
    create: delayed(correct.create),
    replace: delayed(correct.replace),
    remove: delayed(correct.remove),
    [operation]: async (...given: unknown[]) => {
      const copy = new Map(provider.posts)
      await wait(2 * pause)
      restore(provider, copy)
      return seamOf(correct, operation)(...given)
    },
  })
}

/** Keeps the input of an operation where the next one puts its own. */
export function sharingInput(operation: 'create' | 'replace'): Change {
  return (_provider, correct) => {
    let shared: PostInput | undefined
    const buffered = async (input: PostInput): Promise<PostInput> => {
      shared = input
      await wait(pause)
      return shared ?? input
    }
    return operation === 'create'
      ? { create: async (input) => correct.create(await buffered(input)) }
      : { replace: async (id, input) => correct.replace(id, await buffered(input)) }
  }
}

/**
 * Lets requests meet, and notes how many are under way at the most.
 * @param crowded what it answers to a request that comes while another is under way; undefined where it answers as always.
 */
export function crowding(
  load: { widest: number },
  crowded: (provider: Provider, call: Call) => Reply | undefined = () => undefined,
): Change {
  let underWay = 0
  return (provider, correct) => ({
    async route(call) {
      load.widest = Math.max(load.widest, ++underWay)
      try {
        for (let turn = 0; turn < 5; turn++) await setImmediate()
        return (underWay > 1 ? crowded(provider, call) : undefined) ?? (await correct.route(call))
      } finally {
        underWay--
      }
    },
  })
}

/** Does what a seam does if fewer than so many requests do it at once; else answers otherwise. */
export function atMost<Given extends unknown[]>(
  most: number,
  seam: (...given: Given) => Reply | Promise<Reply>,
  otherwise: Reply,
): (...given: Given) => Promise<Reply> {
  let running = 0
  return async (...given) => {
    if (running >= most) return otherwise
    running++
    try {
      await wait(5)
      return await seam(...given)
    } finally {
      running--
    }
  }
}
