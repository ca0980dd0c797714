import type { Example } from '../example.ts'

/** Requests that are not one of the five operations: they show choices and no clause. */
export const besideExamples: readonly Example[] = [
  {
    key: 'beside/patch',
    description: 'patch a post',
    operation: 'beside',
    states: ['a post exists'],
    request: { method: 'PATCH', path: '/posts/${id}', body: { content: 'patched' } },
    clauses: [],
    shows: ['method.other'],
    permits: 'anything',
  },
]
