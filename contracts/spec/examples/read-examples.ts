import type { Example } from '../example.ts'
import type { StateName } from '../states.ts'

export const readExamples: readonly Example[] = [
  {
    key: 'list/several',
    description: 'list the posts',
    operation: 'list',
    states: ['several posts exist'],
    request: { method: 'GET', path: '/posts' },
    clauses: ['list.ok', 'list.all', 'post.shape', 'wire.json', 'safe.get'],
    shows: ['id.assignment', 'list.order', 'list.page-size', 'post.extra-fields'],
    permits: 'success',
  },
  {
    key: 'list/after-delete',
    description: 'list the posts after one was deleted',
    operation: 'list',
    states: ['several posts exist', 'a post was deleted'],
    request: { method: 'GET', path: '/posts' },
    clauses: ['list.ok', 'list.all', 'delete.removes'],
    permits: 'success',
  },
  {
    ...reading('existing', 'read a post', ['a post exists']),
    clauses: ['read.ok', 'post.shape', 'wire.json', 'safe.get'],
    permits: 'success',
  },
  {
    ...reading('replaced', 'read a post that was replaced', ['a post was replaced']),
    clauses: ['read.ok', 'replace.whole', 'replace.same-id'],
    permits: 'success',
  },
  {
    ...reading('missing', 'read a post that never existed', ['no post has the id']),
    clauses: ['read.missing', 'wire.json'],
    shows: ['error.body'],
    permits: 'not-found',
  },
  {
    ...reading('deleted', 'read a post that was deleted', ['a post was deleted']),
    clauses: ['read.missing', 'delete.removes'],
    permits: 'not-found',
  },
  {
    key: 'read/id-no-integer',
    description: 'read an id that is not an integer',
    operation: 'read',
    states: [],
    request: { method: 'GET', path: '/posts/no-integer' },
    clauses: [],
    shows: ['id.malformed'],
    permits: 'anything',
  },
]

function reading(name: string, description: string, states: StateName[]) {
  return {
    key: `read/${name}`,
    description,
    operation: 'read',
    states,
    request: { method: 'GET', path: '/posts/${id}' },
  } as const
}
