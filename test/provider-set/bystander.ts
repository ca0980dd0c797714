import { after } from './changes.ts'
import { alter, newest, oldest, others } from './kept-posts.ts'
import type { Change, Post, Provider } from './provider.ts'

/** Asks whether a post is one that suffers from what is done to the post `id`. */
export type Bystander = (post: Post, id: bigint, provider: Provider) => boolean

/** Removes bystanders whenever an operation succeeds. */
export function losing(operation: 'create' | 'replace' | 'remove', isBystander: Bystander): Change {
  return after(operation, (provider, id) => {
    for (const post of others(provider, id))
      if (isBystander(post, id, provider)) provider.posts.delete(post.id)
  })
}

/** Puts the texts of the post that is replaced into bystanders too. */
export function spreading(isBystander: Bystander): Change {
  return after('replace', (provider, id) => {
    const written = provider.posts.get(id)
    for (const post of others(provider, id))
      if (written && isBystander(post, id, provider))
        alter(provider, post.id, () => ({ title: written.title, content: written.content }))
  })
}

/** Names the posts that a delete or replace takes for the one that is meant, by a look at it beforehand. */
export function alike(
  operation: 'replace' | 'remove',
  isAlike: (post: Post, meant: Post) => boolean,
): Change {
  return (provider, correct) => ({
    [operation]: (id: bigint, ...given: never[]) => {
      const meant = correct.find(id)
      const taken = meant ? others(provider, id).filter((post) => isAlike(post, meant)) : []
      const reply = (correct[operation] as (...given: unknown[]) => unknown)(id, ...given)
      for (const post of taken) provider.posts.delete(post.id)
      return reply
    },
  })
}

export const next: Bystander = (post, id) => post.id === id + 1n
export const before: Bystander = (post, id) => post.id === id - 1n
export const first: Bystander = (post, _id, provider) => post.id === oldest(provider)
export const last: Bystander = (post, _id, provider) => post.id === newest(provider)
export const any: Bystander = () => true
