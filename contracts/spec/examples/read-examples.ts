import { examplesOf } from './rows.ts'

const list = { operation: 'list', begin: 'list the posts', method: 'GET', path: '/posts' } as const
const read = { operation: 'read', begin: 'read', method: 'GET', path: '/posts/${id}' } as const

export const readExamples = [
  ...examplesOf(
    { ...list, states: ['several posts exist'], clauses: [] },
    {
      several: {
        clauses: ['list.ok', 'list.all', 'post.shape', 'wire.json', 'safe.get'],
        shows: ['id.assignment', 'list.order', 'list.page-size', 'post.extra-fields'],
        permits: 'success',
      },
      'after-delete': {
        about: 'after one was deleted',
        states: ['several posts exist', 'a post was deleted'],
        clauses: ['list.ok', 'list.all', 'delete.removes'],
        permits: 'success',
      },
    },
  ),
  ...examplesOf(
    { ...read, states: ['a post exists'], clauses: [] },
    {
      existing: {
        about: 'a post',
        clauses: ['read.ok', 'post.shape', 'wire.json', 'safe.get'],
        permits: 'success',
      },
      replaced: {
        about: 'a post that was replaced',
        states: ['a post was replaced'],
        clauses: ['read.ok', 'replace.whole', 'replace.same-id'],
        permits: 'success',
      },
      missing: {
        about: 'a post that never existed',
        states: ['no post has the id'],
        clauses: ['read.missing', 'wire.json'],
        shows: ['error.body'],
        permits: 'not-found',
      },
      deleted: {
        about: 'a post that was deleted',
        states: ['a post was deleted'],
        clauses: ['read.missing', 'delete.removes'],
        permits: 'not-found',
      },
      'id-no-integer': {
        about: 'an id that is not an integer',
        path: '/posts/no-integer',
        states: [],
        shows: ['id.malformed'],
      },
    },
  ),
]
