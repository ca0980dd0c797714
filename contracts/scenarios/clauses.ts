import { type OperationName, operationNames, writeNames } from '../../handlers/endpoints.ts'

/** One statement of the interface document. It is never configurable. */
export interface Clause {
  /** The statement in our words. */
  readonly statement: string
  /** The document's own words; a table row cell by cell. */
  readonly words: string
  /** The operations that it is about. */
  readonly operations: readonly OperationName[]
}

/**
 * Every statement of the interface document, by id.
 *
 * @example
 * clauses['read.missing'].statement
 */
export const clauses = {
  'wire.json': {
    statement: 'A reply with a body is application/json, and the body is JSON.',
    words:
      'Requests with a body use the media type application/json; responses that carry a body are application/json.',
    operations: operationNames,
  },
  'post.shape': {
    statement:
      'A post has an id that is an int64 integer, a title that is a string and a content that is a string.',
    words:
      'id: integer, int64. Identifier of the post. title: string. Title of the post. content: string. Body text of the post.',
    operations: ['list', 'read'],
  },
  'list.ok': {
    statement: 'Listing answers 200 with an array of posts.',
    words: 'Status 200. JSON array whose items are Post objects.',
    operations: ['list'],
  },
  'list.all': {
    statement: 'The list has every post once, as a read returns it, and no other.',
    words: 'Clients can list all posts and read one post by its identifier.',
    operations: ['list'],
  },
  'read.ok': {
    statement: 'Reading a post that exists answers 200 with that post.',
    words: 'Status 200. One Post object as JSON.',
    operations: ['read'],
  },
  'read.missing': {
    statement: 'Reading an unused id answers 404.',
    words: 'No post exists with the given id. 404',
    operations: ['read'],
  },
  'create.adds': {
    statement: 'A created post can be read and is listed, with the title and content that were sent.',
    words: 'JSON object with the post data (fields title and content). Created post.',
    operations: ['create'],
  },
  'create.assigns-id': {
    statement: 'The service chooses the id of a created post, and no other post has it.',
    words: 'POST is not idempotent; it creates a new post and the service chooses its identifier.',
    operations: ['create'],
  },
  'create.not-idempotent': {
    statement: 'Creating twice with the same data makes two posts.',
    words: 'POST is not idempotent; it creates a new post and the service chooses its identifier.',
    operations: ['create'],
  },
  'replace.whole': {
    statement: 'A replaced post has the title and content that were sent, and nothing of the old ones.',
    words: 'JSON object with the new post data (fields title and content); it replaces the post wholly.',
    operations: ['replace'],
  },
  'replace.idempotent': {
    statement: 'Replacing twice with the same data leaves the same state as replacing once.',
    words:
      'PUT and DELETE are idempotent: repeating the same request leaves the same resulting state as one request.',
    operations: ['replace'],
  },
  'replace.same-id': {
    statement: 'A replaced post keeps its id, and is still one post.',
    words:
      'Identifier of the post. Assigned by the service (it appears in the path of single-post operations).',
    operations: ['replace'],
  },
  'delete.removes': {
    statement: 'A deleted post can no longer be read and is no longer listed.',
    words: 'The interface also names operations to create, replace and delete a post.',
    operations: ['delete'],
  },
  'delete.idempotent': {
    statement: 'Deleting twice leaves the same state as deleting once.',
    words:
      'PUT and DELETE are idempotent: repeating the same request leaves the same resulting state as one request.',
    operations: ['delete'],
  },
  'safe.get': {
    statement: 'Listing and reading change nothing.',
    words: 'GET operations do not change state and take no request body.',
    operations: ['list', 'read'],
  },
  'others.untouched': {
    statement: 'Creating, replacing or deleting one post changes no other.',
    words: 'Assigned by the service (it appears in the path of single-post operations).',
    operations: writeNames,
  },
  'version.path': {
    statement: 'The base address ends in the segment v1, and every path is below it.',
    words:
      "The version is carried in the path: the service's base address ends in the segment v1, so every path above lies under {base_url} that includes v1.",
    operations: operationNames,
  },
} as const satisfies Record<string, Clause>

/** The id of a clause, such as `read.missing`. */
export type ClauseId = keyof typeof clauses

/** All clause ids, in the order of the interface document. */
export const clauseIds = Object.keys(clauses) as ClauseId[]
