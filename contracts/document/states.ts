import type { PostId } from '../../handlers/model/post.ts'

/** The name of a provider state in Pact files. */
export type StateName =
  | 'a title is free'
  | 'a post exists'
  | 'several posts exist'
  | 'a post with the title exists'
  | 'a post with words in its title exists'
  | 'a post was replaced'
  | 'a post was replaced twice'
  | 'a post was deleted'
  | 'a post before others was deleted'
  | 'a post with doubles exists'
  | 'a post whose id begins others exists'
  | 'no post has the id'

/** The operations that set a state up, in addition to create. */
export const operationsFor: Readonly<Partial<Record<StateName, readonly ('replace' | 'delete')[]>>> = {
  'a post was replaced': ['replace'],
  'a post was replaced twice': ['replace'],
  'a post was deleted': ['delete'],
  'a post before others was deleted': ['delete'],
}

/** The values that a provider state gives to the request. */
export interface StateValues {
  readonly id?: PostId
  readonly other?: PostId
  readonly title?: string
}

/** The content of a post and of its duplicates. */
export function equalContent(title: string): string {
  return `Three paragraphs about nothing in particular, ${title}.`
}

export function titleInWords(title: string): string {
  return `${title} Words in a title`
}
