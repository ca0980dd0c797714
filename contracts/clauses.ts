import type { OperationName } from '../handlers/operation.ts'

/** One statement of the interface document. A clause holds or is broken; it can never be configured. */
export interface Clause {
  /** What the document states, in our words. */
  readonly statement: string
  /** Where it states it. */
  readonly source: string
  /** The operations that can show it. */
  readonly operations: readonly OperationName[]
}

const every: readonly OperationName[] = ['list', 'read', 'create', 'replace', 'delete']

/**
 * Every statement of the interface document, by id.
 *
 * @example
 * clauses['read.missing'].statement
 */
export const clauses = {
  'wire.json': {
    statement: 'A reply that carries a body is application/json, and the body is JSON.',
    source: 'What the service does, wire format',
    operations: every,
  },
  'post.shape': {
    statement:
      'A post has an id that is an int64 integer, a title that is a string and a content that is a string.',
    source: 'Resources and their fields, Post',
    operations: ['list', 'read'],
  },
  'list.ok': {
    statement: 'Listing answers 200 with an array of posts.',
    source: 'Endpoints, GET /posts',
    operations: ['list'],
  },
  'list.all': {
    statement: 'The list holds every post once, as reading it gives it, and none that does not exist.',
    source: 'Endpoints, GET /posts; what the service does: clients can list all posts',
    operations: ['list'],
  },
  'read.ok': {
    statement: 'Reading a post that exists answers 200 with that post.',
    source: 'Endpoints, GET /posts/{id}',
    operations: ['read'],
  },
  'read.missing': {
    statement: 'Reading an id that no post has answers 404.',
    source: 'Errors, GET /posts/{id}',
    operations: ['read'],
  },
  'create.adds': {
    statement: 'A created post can be read and is listed, with the title and the content that were sent.',
    source: 'Endpoints, POST /posts; rule 3',
    operations: ['create'],
  },
  'create.assigns-id': {
    statement: 'The service chooses the id of a created post, and no other post has it.',
    source: 'Endpoints, rule 3; resources, field id',
    operations: ['create'],
  },
  'create.not-idempotent': {
    statement: 'Creating twice with the same data makes two posts.',
    source: 'Endpoints, rule 3',
    operations: ['create'],
  },
  'replace.whole': {
    statement: 'A replaced post has the title and the content that were sent, and nothing of the old ones.',
    source: 'Endpoints, PUT /posts/{id}',
    operations: ['replace'],
  },
  'replace.idempotent': {
    statement: 'Replacing twice with the same data leaves the same state as replacing once.',
    source: 'Endpoints, rule 2',
    operations: ['replace'],
  },
  'replace.same-id': {
    statement: 'A replaced post keeps its id, and is still one post.',
    source: 'Endpoints, PUT /posts/{id}; resources, field id',
    operations: ['replace'],
  },
  'delete.removes': {
    statement: 'A deleted post can no longer be read and is no longer listed.',
    source: 'Endpoints, DELETE /posts/{id}; errors',
    operations: ['delete'],
  },
  'delete.idempotent': {
    statement: 'Deleting twice leaves the same state as deleting once.',
    source: 'Endpoints, rule 2',
    operations: ['delete'],
  },
  'safe.get': {
    statement: 'Listing and reading change nothing.',
    source: 'Endpoints, rule 1',
    operations: ['list', 'read'],
  },
  'others.untouched': {
    statement: 'Creating, replacing or deleting one post changes no other.',
    source: 'Endpoints: each operation names one post',
    operations: ['create', 'replace', 'delete'],
  },
  'version.path': {
    statement: 'The base address ends in the segment v1, and every path lies below it.',
    source: 'Versioning, rule 2',
    operations: every,
  },
} as const satisfies Record<string, Clause>

/** The id of a clause, such as `read.missing`. */
export type ClauseId = keyof typeof clauses

/** All clause ids, in the order of the interface document. */
export const clauseIds = Object.keys(clauses) as ClauseId[]
