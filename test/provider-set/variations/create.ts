import { bodyOf, headersOf, only, statusOf, succeeding } from '../changes.ts'
import type { Change, Post } from '../provider.ts'
import { varying } from '../variation.ts'

/** Answers a create that succeeds with a status and a place. */
function created(location: (id: bigint) => string, status = 201): Change {
  return succeeding('create', ({ body }) => ({ status, headers: { location: location((body as Post).id) } }))
}

/** Answers of a create: rule 4 of the document shows none. */
export const createVariations = [
  ...varying('create.status', {
    'create-200': ['A create answers 200.', statusOf('create', 200)],
    'create-202': ['A create answers 202.', statusOf('create', 202)],
    'create-204': ['A create answers 204 and a place.', created((id) => `/v1/posts/${id}`, 204)],
    'create-204-silent': [
      'A create answers 204 and nothing else: the new post must be looked for in the list.',
      only('create', 204),
    ],
    'create-303': ['A create answers 303 to the new post.', created((id) => `/v1/posts/${id}`, 303)],
    'create-by-turns': [
      'A create answers 201 and 200 by turns.',
      (_provider, correct) => {
        let turn = 0
        return { create: (input) => ({ ...correct.create(input), status: 200 + (turn++ % 2) }) }
      },
    ],
  }),
  ...varying('create.body', {
    'create-id-only': [
      'A create gives back the id alone, in an object.',
      bodyOf('create', ({ id }: Post) => ({ id })),
    ],
    'create-bare-id': [
      'A create gives back the id as a bare number.',
      bodyOf('create', ({ id }: Post) => id),
    ],
    'create-none': ['A create gives back nothing but a place.', created((id) => `/v1/posts/${id}`)],
    'create-empty-object': [
      'A create gives back {} and no place.',
      succeeding('create', () => ({ status: 201, body: {} })),
    ],
    'create-null': [
      'A create gives back null and no place.',
      succeeding('create', () => ({ status: 201, body: null })),
    ],
    'create-wrapped': ['A create gives back { data: post }.', bodyOf('create', (data: Post) => ({ data }))],
    'create-message': [
      'A create gives back a message, and a place.',
      bodyOf('create', () => ({ message: 'Created.' })),
    ],
    'create-job': [
      'A create answers 202 with a job that has an id of its own kind.',
      succeeding('create', () => ({ status: 202, body: { job: 'job-17', state: 'done' } })),
    ],
    'create-result-of-insert': [
      'A create gives back what the database said.',
      succeeding('create', ({ body }) => ({
        status: 201,
        body: { insertId: (body as Post).id, affectedRows: 1 },
      })),
    ],
    'create-sent-fields-only': [
      'A create gives back the texts without the id, and a place.',
      bodyOf('create', ({ title, content }: Post) => ({ title, content })),
    ],
  }),
  ...varying('create.location', {
    'location-none': [
      'A create names no place.',
      succeeding('create', ({ status, body }) => ({ status, body })),
    ],
    'location-absolute': [
      'A create names an absolute address.',
      created((id) => `http://127.0.0.1/v1/posts/${id}`),
    ],
    'location-behind-proxy': [
      'A create names an address that only the inside knows.',
      created((id) => `http://posts.internal:8080/api/v1/posts/${id}`),
    ],
    'location-relative': ['A create names a place relative to the list.', created((id) => `posts/${id}`)],
    'location-of-the-list': [
      'A create names the list as the place, with the post in the body.',
      headersOf('create', { location: '/v1/posts' }),
    ],
    'location-none-body-none': ['A create answers 201 and nothing else.', only('create', 201)],
  }),
]
