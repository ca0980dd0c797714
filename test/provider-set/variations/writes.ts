import { answering, answeringMissing, bodyOf, instead, only, statusOf, succeeding } from '../changes.ts'
import { isEqual } from '../kept-posts.ts'
import { varying } from '../member.ts'
import type { Change, Post, Reply } from '../provider.ts'

/** Answers a create that succeeds with a place, and with nothing else unless it says so. */
function located(location: (id: bigint) => string, reply: Reply = { status: 201 }): Change {
  return succeeding('create', ({ body }) => ({
    ...reply,
    headers: { ...reply.headers, location: location((body as Post).id) },
  }))
}

const path = (id: bigint) => `/v1/posts/${id}`

/** Puts a post where there is none, and answers so; no other post gets that id. */
function creating(status: number): Change {
  return (provider, correct) => ({
    nextId: () => {
      do provider.lastId++
      while (provider.posts.has(provider.lastId))
      return provider.lastId
    },
    replace: (id, input) => {
      if (correct.find(id)) return correct.replace(id, input)
      const { body } = provider.found(provider.write(id, input))
      return status === 204 ? { status } : { status, body }
    },
  })
}

/** Answers of writes: rule 4 of the document shows none. */
export const writeVariations = varying({
  'create.status': {
    'create-200': statusOf('create', 200),
    'create-202': statusOf('create', 202),
    'create-204': located(path, { status: 204 }),
    // The new post must be looked for in the list.
    'create-204-silent': only('create', 204),
    // With the page of its framework, as a 302 has it too.
    'create-303': located(path, { status: 303, headers: { 'content-type': 'text/html' }, raw: 'Found' }),
    // 200 and 201.
    'create-by-turns': answering('create', (reply, _, turn) => ({ ...reply, status: 200 + (turn % 2) })),
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
  'replace.status': {
    'replace-201': statusOf('replace', 201),
    'replace-202': only('replace', 202),
    'replace-204': only('replace', 204),
    'replace-303': succeeding('replace', ({ body }) => ({
      status: 303,
      headers: { location: `/v1/posts/${(body as Post).id}` },
    })),
    // Where it changes nothing.
    'replace-again-409': instead('replace', (provider, id, input) => {
      const was = provider.find(id)
      return was && isEqual(was, input) && { status: 409 }
    }),
    // 200 and 204.
    'replace-by-turns': answering('replace', (reply, _, turn) =>
      turn % 2 && reply.status === 200 ? { status: 204 } : reply,
    ),
  },
  'replace.body': {
    'replace-body-none': only('replace', 200),
    'replace-body-id': bodyOf('replace', ({ id }: Post) => ({ id })),
    // As it was.
    'replace-body-old': (provider, correct) => ({
      replace: (id, input) => {
        const was = correct.find(id)
        const reply = correct.replace(id, input)
        return was ? { ...reply, body: provider.show(was) } : reply
      },
    }),
    'replace-body-sent': bodyOf('replace', ({ title, content }: Post) => ({ title, content })),
  },
  'replace.missing': {
    'replace-missing-creates-201': creating(201),
    'replace-missing-creates-200': creating(200),
    'replace-missing-creates-204': creating(204),
    'replace-missing-204': answeringMissing('replace', 204),
    'replace-missing-409': answeringMissing('replace', 409),
    'replace-missing-410': answeringMissing('replace', 410),
    'replace-missing-422': answeringMissing('replace', 422),
    // 404 before the fields are looked at, but after malformed JSON, as in Express.
    'replace-missing-before-fields': (provider, correct) => ({
      route: (call) => {
        const [, text = ''] = /^\/v1\/posts\/([^/]+)$/.exec(call.path) ?? []
        const id = call.method === 'PUT' ? provider.readId(text) : undefined
        if (id === undefined || provider.find(id)) return correct.route(call)
        provider.readBody(call)
        return provider.missing(id)
      },
    }),
    // A replace creates a post that never was, and answers 410 for one that was deleted.
    'replace-deleted-410': instead('replace', (provider, id, input) => {
      if (provider.find(id)) return undefined
      if (id <= provider.lastId) return { status: 410 }
      provider.lastId = id
      return { ...provider.found(provider.write(id, input)), status: 201 }
    }),
  },
  'delete.status': {
    'delete-200': only('remove', 200),
    'delete-202': only('remove', 202),
    'delete-303': succeeding('remove', () => ({ status: 303, headers: { location: '/v1/posts' } })),
  },
  'delete.body': {
    // As it was.
    'delete-body-post': (provider, correct) => ({
      remove: (id) => {
        const was = correct.find(id)
        const reply = correct.remove(id)
        return was ? provider.found(was) : reply
      },
    }),
    'delete-body-empty-object': only('remove', 200, {}),
    'delete-body-count': only('remove', 200, { deletedCount: 1 }),
  },
  'delete.missing': {
    'delete-missing-204': answeringMissing('remove', 204),
    'delete-missing-200': answeringMissing('remove', 200, null),
    'delete-missing-400': answeringMissing('remove', 400),
    'delete-missing-410': answeringMissing('remove', 410),
  },
})
