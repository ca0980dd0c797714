import type { Example, ExampleRequest } from '../document/example.ts'

const fields = { title: '${title}', content: '${title}' }

/** Examples only for calibration: their replies explain those of others. */
export const extraExamples: readonly Example[] = [
  {
    key: 'create/empty-object',
    description: 'create a post of an empty object',
    operation: 'create',
    states: [],
    request: { method: 'POST', path: '/posts', body: {} },
    clauses: [],
    permits: 'anything',
  },
  {
    key: 'replace/empty-object',
    description: 'replace a post by an empty object',
    operation: 'replace',
    states: ['a post exists'],
    request: { method: 'PUT', path: '/posts/${id}', body: {} },
    clauses: [],
    permits: 'anything',
  },
  {
    key: 'create/title-array',
    description: 'create a post whose title is an array',
    operation: 'create',
    states: ['a title is free'],
    request: { method: 'POST', path: '/posts', body: { title: ['${title}'], content: '${title}' } },
    clauses: [],
    permits: 'anything',
  },
  reviving('replace/revive', 'replace a deleted post that was older than others', {
    method: 'PUT',
    path: '/posts/${id}',
    body: fields,
  }),
  reviving('create/revive', 'create a post with the id of a deleted post that was older than others', {
    method: 'POST',
    path: '/posts',
    body: { id: '${id}', ...fields },
  }),
]

/** Makes a newer post with a lower id, if the service permits: then the list shows its order. */
function reviving(key: string, description: string, request: ExampleRequest): Example {
  return {
    key,
    description,
    operation: request.method === 'PUT' ? 'replace' : 'create',
    states: ['a post before others was deleted', 'a title is free'],
    request,
    clauses: [],
    permits: 'anything',
  }
}
