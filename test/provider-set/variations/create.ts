import { alternating, bodyOf, only, statusOf, succeeding } from '../changes.ts'
import type { Change, Post, Reply } from '../provider.ts'
import { varying } from '../variation.ts'

/** Answers a create that succeeds with a place, and with nothing else unless it says so. */
function located(location: (id: bigint) => string, reply: Reply = { status: 201 }): Change {
  return succeeding('create', ({ body }) => ({
    ...reply,
    headers: { location: location((body as Post).id) },
  }))
}

const path = (id: bigint) => `/v1/posts/${id}`

/** Answers of a create: rule 4 of the document shows none. */
export const createVariations = varying({
  'create.status': {
    'create-200': statusOf('create', 200),
    'create-202': statusOf('create', 202),
    'create-204': located(path, { status: 204 }),
    // The new post must be looked for in the list.
    'create-204-silent': only('create', 204),
    'create-303': located(path, { status: 303 }),
    // 200 and 201.
    'create-by-turns': alternating('create', (reply, turn) => ({ ...reply, status: 200 + (turn % 2) })),
  },
  'create.body': {
    'create-id-only': bodyOf('create', ({ id }: Post) => ({ id })),
    'create-bare-id': bodyOf('create', ({ id }: Post) => id),
    'create-none': located(path),
    'create-empty-object': only('create', 201, {}),
    'create-null': only('create', 201, null),
    'create-wrapped': bodyOf('create', (data: Post) => ({ data })),
    'create-message': bodyOf('create', () => ({ message: 'Created.' })),
    'create-job': only('create', 202, { job: 'job-17', state: 'done' }),
    'create-result-of-insert': succeeding('create', ({ body }) => ({
      status: 201,
      body: { insertId: (body as Post).id, affectedRows: 1 },
    })),
    'create-sent-fields-only': bodyOf('create', ({ title, content }: Post) => ({ title, content })),
  },
  'create.location': {
    'location-none': succeeding('create', ({ status, body }) => ({ status, body })),
    'location-absolute': located((id) => `http://127.0.0.1/v1/posts/${id}`),
    // Only the inside knows this address.
    'location-behind-proxy': located((id) => `http://posts.internal:8080/api/v1/posts/${id}`),
    'location-relative': located((id) => `posts/${id}`),
    'location-of-the-list': succeeding('create', (reply) => ({
      ...reply,
      headers: { location: '/v1/posts' },
    })),
    'location-none-body-none': only('create', 201),
  },
})
