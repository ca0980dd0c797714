import { alternating, answeringMissing, bodyOf, only, statusOf, succeeding } from '../changes.ts'
import { isEqual } from '../kept-posts.ts'
import type { Change, Post } from '../provider.ts'
import { varying } from '../variation.ts'

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

/** Answers of a replace: rule 4 of the document shows none. */
export const replaceVariations = varying({
  'replace.status': {
    'replace-201': statusOf('replace', 201),
    'replace-202': only('replace', 202),
    'replace-204': only('replace', 204),
    'replace-303': succeeding('replace', ({ body }) => ({
      status: 303,
      headers: { location: `/v1/posts/${(body as Post).id}` },
    })),
    // Where it changes nothing.
    'replace-again-409': (_provider, correct) => ({
      replace: (id, input) => {
        const was = correct.find(id)
        return was && isEqual(was, input) ? { status: 409 } : correct.replace(id, input)
      },
    }),
    // 200 and 204.
    'replace-by-turns': alternating('replace', (reply, turn) =>
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
    'replace-deleted-410': (provider, correct) => ({
      replace: (id, input) => {
        if (correct.find(id)) return correct.replace(id, input)
        if (id <= provider.lastId) return { status: 410 }
        provider.lastId = id
        return { ...provider.found(provider.write(id, input)), status: 201 }
      },
    }),
  },
})
