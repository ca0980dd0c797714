import type { Step } from './step.ts'

/** How many posts a crowd has: one more than the page size that services like best. */
export const crowdSize = 101

/**
 * The first sequence of a search: many posts, and a look whether all are there, also after the first, the last and one
 * in the middle were changed. A list that is cut off without a word, a service that forgets the oldest, and one that
 * writes into the first page alone show in a crowd only.
 */
export const crowd: readonly Step[] = [
  { do: 'many', count: crowdSize },
  { do: 'replace', post: -1, text: 1, look: 'both' },
  { do: 'replace', post: 0, text: 1, look: 'both' },
  { do: 'delete', post: 60, look: 'both' },
  { do: 'read', post: 0, times: 1 },
  { do: 'read', post: 9, times: 1 },
  { do: 'read', post: 10, times: 1 },
  { do: 'read', post: 99, times: 1 },
  { do: 'delete', post: -1, look: 'list' },
  { do: 'delete', post: 0, look: 'list' },
  { do: 'create', text: 0, look: 'both' },
]
