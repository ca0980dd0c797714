import { setTimeout as wait } from 'node:timers/promises'
import { restore } from './kept-posts.ts'
import type { Change, PostInput, Reply } from './provider.ts'

/** How long an operation leaves its work half done, in ms: enough for requests that were sent together to meet. */
export const pause = 40

/**
 * Finds all posts as they are when a write comes, and puts them back so before it is done. Every other write is slow
 * enough to fall between, whichever of them came first.
 */
export function onACopy(operation: 'create' | 'replace' | 'remove'): Change {
  return (provider, correct) => {
    const slowly =
      (each: 'create' | 'replace' | 'remove') =>
      async (...given: unknown[]) => {
        const copy = new Map(provider.posts)
        await wait(each === operation ? 2 * pause : pause)
        if (each === operation) restore(provider, copy)
        return (correct[each] as (...given: unknown[]) => Reply)(...given)
      }
    return { create: slowly('create'), replace: slowly('replace'), remove: slowly('remove') }
  }
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
