import type { Example, ExampleRequest } from '../example.ts'

/** Requests that are not one of the five operations: they show choices and no clause. */
export const besideExamples: readonly Example[] = [
  beside('patch', 'patch a post', { method: 'PATCH', path: '/posts/${id}', body: { content: 'patched' } }),
  beside('head', 'send HEAD for a post', { method: 'HEAD', path: '/posts/${id}' }),
  beside('options', 'send OPTIONS for a post', { method: 'OPTIONS', path: '/posts/${id}' }),
  beside('id-leading-zeros', 'read a post with zeros before its id', {
    method: 'GET',
    path: '/posts/00${id}',
  }),
  beside('unknown-path', 'get a path that the document does not have', {
    method: 'GET',
    path: '/understudies',
  }),
  beside('trailing-slash', 'read a post with a slash at the end of the path', {
    method: 'GET',
    path: '/posts/${id}/',
  }),
  beside('other-case', 'list at a path in another case', { method: 'GET', path: '/Posts' }),
  beside('list-query', 'list with a query parameter', { method: 'GET', path: '/posts?understudy=1' }),
  beside('read-query', 'read a post with a query parameter', {
    method: 'GET',
    path: '/posts/${id}?understudy=1',
  }),
  beside('accept', 'read a post, accepting only images', {
    method: 'GET',
    path: '/posts/${id}',
    headers: { accept: 'image/png' },
  }),
  beside('body-on-delete', 'delete a post with a body in the request', {
    method: 'DELETE',
    path: '/posts/${id}',
    body: {},
  }),
]

function beside(name: string, description: string, request: ExampleRequest): Example {
  return {
    key: `beside/${name}`,
    description,
    operation: 'beside',
    states: request.path.includes('${id}') ? ['a post exists'] : [],
    request,
    clauses: [],
    permits: 'anything',
  }
}
