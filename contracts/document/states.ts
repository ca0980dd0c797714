import type { PostId } from '../../handlers/model/post.ts'

/** A provider state, by the words in which a Pact file names it. */
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

/** The operations that set a state up, beside creates. */
export const operationsFor: Readonly<Partial<Record<StateName, readonly ('replace' | 'delete')[]>>> = {
  'a post was replaced': ['replace'],
  'a post was replaced twice': ['replace'],
  'a post was deleted': ['delete'],
  'a post before others was deleted': ['delete'],
}

/** What a provider state gives to the request that follows: the id of the post in question, a title that is free. */
export interface StateValues {
  readonly id?: PostId
  /** The id of another post. */
  readonly other?: PostId
  readonly title?: string
}

/** The content of the post with the title, and of the one that is created to be equal to it. */
export function equalContent(title: string): string {
  return `Three paragraphs about nothing in particular, ${title}.`
}

/** The title of the post that has words in it. */
export function titleInWords(title: string): string {
  return `${title} Words in a title`
}
