import { createPostsMock } from '../../src/index.ts'

/** What every candidate begins with. */
export interface SamplePost {
  readonly id: number
  readonly title: string
  readonly content: string
}

/** The posts that a mock of this seed begins with: the same for every candidate. */
export function samplePosts(count: number, seed: number): SamplePost[] {
  return createPostsMock({ posts: count, seed })
    .posts.list()
    .map(({ id, title, content }) => ({ id: Number(id), title, content }))
}

/** As many posts as wanted, quickly: short texts, no story. */
export function plainPosts(count: number): SamplePost[] {
  return Array.from({ length: count }, (_none, place) => ({
    id: place + 1,
    title: `The title of post ${place + 1}`,
    content: `The content of post ${place + 1}, which is a sentence or two long, as that of most posts is.`,
  }))
}

/** What a client sends to create or replace a post. */
export const sentFields = {
  title: 'What the tide leaves behind',
  content: 'Twice a day the beach is written anew, and twice a day somebody walks along it and reads.',
}
