import { setTimeout as wait } from 'node:timers/promises'
import { seamOf } from './changes.ts'
import { restore } from './kept-posts.ts'
import type { Change, PostInput } from './provider.ts'

/** How long an operation leaves its work half done, in ms: enough for requests that were sent together to meet. */
export const pause = 40

/** A seam that waits before it does its own. */
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
