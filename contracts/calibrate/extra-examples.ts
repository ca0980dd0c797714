import type { Example } from '../document/example.ts'

const revived: Example['states'] = ['a post before others was deleted', 'a title is free']
const fields = { title: '${title}', content: '${title}' }

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
  // A newer post with a lower id, if the service permits: then the list shows its order.
  {
    key: 'replace/revive',
    description: 'replace a deleted post that was older than others',
    operation: 'replace',
    states: revived,
    request: { method: 'PUT', path: '/posts/${id}', body: fields },
  },
  {
    key: 'create/revive',
    description: 'create a post with the id of a deleted post that was older than others',
    operation: 'create',
    states: revived,
    request: { method: 'POST', path: '/posts', body: { id: '${id}', ...fields } },
  },
]

/** Examples only for calibration: their replies explain those of others. */
export const extraExamples = extras.map((extra): Example => ({ ...extra, clauses: [], permits: 'anything' }))
