import type { PostId } from '../../handlers/model/post.ts'

/** The provider states in Pact files: what must be true, and the values that a state gives to its request. */
export const stateTable = {
  'a title is free': { about: 'nothing; the title is new', values: ['title'] },
  'a post exists': { about: 'a post, and one before and one after it', values: ['id'] },
  'several posts exist': { about: 'two posts, and one after them', values: ['id', 'other'] },
  'a post with the title exists': { about: 'a post with this title and a content', values: ['id', 'title'] },
  'a post was replaced': { about: 'a post that was replaced once', values: ['id'] },
  'a post was deleted': { about: 'the id of a post that was created and deleted', values: ['id'] },
  'no post has the id': { about: 'an id that no post has or had', values: ['id'] },
} as const satisfies Record<string, { about: string; values: readonly (keyof StateValues)[] }>

export type StateName = keyof typeof stateTable

/** The operations that set a state up, in addition to create. */
export const operationsFor: Readonly<Partial<Record<StateName, readonly ('replace' | 'delete')[]>>> = {
  'a post was replaced': ['replace'],
  'a post was deleted': ['delete'],
}

/** The values that a provider state gives to the request. */
export interface StateValues {
  readonly id?: PostId
  readonly other?: PostId
  readonly title?: string
}

/** The content of a post and of its duplicates. */
export function equalContent(title: string): string {
  return `On ${title}.`
}
