import type { Example, ExampleRequest } from '../document/example.ts'

const fields = { title: '${title}', content: '${title}' }

/** Requests that a contract has no need of, and whose replies tell how others are meant. */
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
  reviving('replace/revive', 'replace a post before others that was deleted', {
    method: 'PUT',
    path: '/posts/${id}',
    body: fields,
  }),
  reviving('create/revive', 'create a post with the id of one before others that was deleted', {
    method: 'POST',
    path: '/posts',
    body: { id: '${id}', ...fields },
  }),
]

/** Makes a post that is younger than others and has a lower id, where the service lets us: then its list shows by which it goes. */
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
