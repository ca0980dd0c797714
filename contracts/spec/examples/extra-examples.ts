import type { Example } from '../example.ts'

const extras: readonly Omit<Example, 'clauses' | 'permits'>[] = [
  {
    key: 'create/empty-object',
    description: 'create a post of an empty object',
    operation: 'create',
    states: [],
    request: { method: 'POST', path: '/posts', body: {} },
  },
  {
    key: 'replace/empty-object',
    description: 'replace a post by an empty object',
    operation: 'replace',
    states: ['a post exists'],
    request: { method: 'PUT', path: '/posts/${id}', body: {} },
  },
  {
    key: 'create/title-array',
    description: 'create a post whose title is an array',
    operation: 'create',
    states: ['a title is free'],
    request: { method: 'POST', path: '/posts', body: { title: ['${title}'], content: '${title}' } },
  },
]

/** Examples of no contract: their replies explain those of others. */
export const extraExamples = extras.map((extra): Example => ({ ...extra, clauses: [], permits: 'anything' }))
