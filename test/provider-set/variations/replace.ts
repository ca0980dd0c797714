import { answeringMissing, bodyOf, only, statusOf, succeeding } from '../changes.ts'
import { isEqual } from '../kept-posts.ts'
import type { Change, Post, Reply } from '../provider.ts'
import { varying } from '../variation.ts'

/** Puts a post where there is none, and answers so; no other post gets that id. */
function creating(status: number, headers: (id: bigint) => Reply['headers'] = () => ({})): Change {
  return (provider, correct) => ({
    nextId: () => {
      do provider.lastId++
      while (provider.posts.has(provider.lastId))
      return provider.lastId
    },
    replace: (id, input) => {
      if (correct.find(id)) return correct.replace(id, input)
      const body = provider.show(provider.write(id, input))
      return { status, headers: headers(id) ?? {}, ...(status === 204 ? {} : { body }) }
    },
  })
}

/** Answers a replace that would change nothing with a status of its own. */
function replacingAgain(status: number): Change {
  return (_provider, correct) => ({
    replace: (id, input) => {
      const was = correct.find(id)
      return was && isEqual(was, input) ? { status } : correct.replace(id, input)
    },
  })
}

/** Answers of a replace: rule 4 of the document shows none. */
export const replaceVariations = [
  ...varying('replace.status', {
    'replace-201': ['A replace answers 201.', statusOf('replace', 201)],
    'replace-202': ['A replace answers 202 and nothing else.', only('replace', 202)],
    'replace-204': ['A replace answers 204.', only('replace', 204)],
    'replace-303': [
      'A replace answers 303 to the post.',
      succeeding('replace', ({ body }) => ({
        status: 303,
        headers: { location: `/v1/posts/${(body as Post).id}` },
      })),
    ],
    'replace-again-409': ['A replace that changes nothing answers 409.', replacingAgain(409)],
    'replace-by-turns': [
      'A replace answers 200 and 204 by turns.',
      (_provider, correct) => {
        let turn = 0
        return {
          replace: (id, input) => {
            const reply = correct.replace(id, input)
            return turn++ % 2 && reply.status === 200 ? { status: 204 } : reply
          },
        }
      },
    ],
  }),
  ...varying('replace.body', {
    'replace-body-none': ['A replace answers 200 without a body.', only('replace', 200)],
    'replace-body-id': ['A replace gives back the id alone.', bodyOf('replace', ({ id }: Post) => ({ id }))],
    'replace-body-old': [
      'A replace gives back the post as it was.',
      (provider, correct) => ({
        replace: (id, input) => {
          const was = correct.find(id)
          const reply = correct.replace(id, input)
          return was ? { ...reply, body: provider.show(was) } : reply
        },
      }),
    ],
    'replace-body-sent': [
      'A replace gives back the texts without the id.',
      bodyOf('replace', ({ title, content }: Post) => ({ title, content })),
    ],
  }),
  ...varying('replace.missing', {
    'replace-missing-creates-201': ['A replace of a missing post creates it, 201.', creating(201)],
    'replace-missing-creates-200': ['A replace of a missing post creates it, 200.', creating(200)],
    'replace-missing-creates-204': ['A replace of a missing post creates it, 204.', creating(204)],
    'replace-missing-204': [
      'A replace of a missing post does nothing and answers 204.',
      answeringMissing('replace', 204),
    ],
    'replace-missing-409': ['A replace of a missing post answers 409.', answeringMissing('replace', 409)],
    'replace-missing-410': ['A replace of a missing post answers 410.', answeringMissing('replace', 410)],
    'replace-missing-422': ['A replace of a missing post answers 422.', answeringMissing('replace', 422)],
    'replace-missing-before-fields': [
      'A missing post is 404 before the fields are looked at, but after malformed JSON, as in Express.',
      (provider, correct) => ({
        route: (call) => {
          const [, text = ''] = /^\/v1\/posts\/([^/]+)$/.exec(call.path) ?? []
          const id = call.method === 'PUT' ? provider.readId(text) : undefined
          if (id === undefined || provider.find(id)) return correct.route(call)
          provider.readBody(call)
          return provider.missing(id)
        },
      }),
    ],
    'replace-deleted-410': [
      'A replace creates a post that never was, and answers 410 for one that was deleted.',
      (provider, correct) => ({
        replace: (id, input) => {
          if (correct.find(id) || id <= provider.lastId)
            return correct.find(id) ? correct.replace(id, input) : { status: 410 }
          provider.lastId = id
          return { status: 201, body: provider.show(provider.write(id, input)) }
        },
      }),
    ],
  }),
]
