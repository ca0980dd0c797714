import { showing } from '../changes.ts'
import type { Change, Post } from '../provider.ts'
import { varying } from '../variation.ts'

/** Shows fields beside the three. */
function adding(fields: (post: Post) => Readonly<Record<string, unknown>>): Change {
  return showing(({ extra, ...post }) => ({ ...post, ...extra, ...fields(post) }))
}

/** Says what the body of an error is. */
function problems(body: (status: number, detail: string) => unknown): Change {
  return () => ({ problem: (status, detail) => ({ status, body: body(status, detail) }) })
}

/** Says what the body of an error is, and that it is not plain JSON. */
function pages(type: string, page: (status: number, detail: string) => string): Change {
  return () => ({
    problem: (status, detail) => ({ status, headers: { 'content-type': type }, raw: page(status, detail) }),
  })
}

/** The moment from which times are counted, so that every run shows the same. */
const epoch = Date.UTC(2024, 1, 29)

/** Fields beside the three, and errors: the document shows the shape of neither. */
export const shapeVariations = [
  ...varying('post.extra-fields', {
    'extra-times': [
      'Posts have createdAt and updatedAt.',
      (_provider, correct) => {
        let seconds = 0
        return {
          keep: (input) => ({
            ...correct.keep(input),
            extra: {
              createdAt: new Date(epoch).toISOString(),
              updatedAt: new Date(epoch + 1000 * seconds++).toISOString(),
            },
          }),
        }
      },
    ],
    'extra-time-of-answer': [
      'Posts have a field that is different in every answer.',
      () => {
        let count = 0
        return { show: ({ extra, ...post }) => ({ ...post, ...extra, servedAt: epoch + count++ }) }
      },
    ],
    'extra-author': [
      'Posts have an author in an object.',
      adding(() => ({ author: { id: 7, name: 'Ada', roles: ['editor'] } })),
    ],
    'extra-null': ['Posts have fields that are null.', adding(() => ({ deletedAt: null, summary: null }))],
    'extra-like-the-three': [
      'Posts have _id, ID, Title and body beside the three.',
      adding(({ id, title, content }) => ({
        _id: String(id),
        ID: id,
        Title: title.toUpperCase(),
        body: content.slice(0, 5),
      })),
    ],
    'extra-huge-integer': [
      'Posts have an integer beyond int64 and a decimal.',
      adding(() => ({ hash: 2n ** 70n, score: 4.5 })),
    ],
    'extra-excerpt': [
      'Posts have an excerpt and a slug.',
      adding(({ title, content }) => ({ excerpt: content.slice(0, 20), slug: title.toLowerCase() })),
    ],
    'extra-when-read': [
      'Single posts have a field that listed ones lack.',
      (_provider, correct) => ({
        show: (post) => ({ ...(correct.show(post) as object), html: `<p>${post.content}</p>` }),
        showListed: correct.show,
      }),
    ],
    'keys-in-another-order': [
      'Fields come as content, title, id.',
      showing(({ id, title, content }) => ({ content, title, id })),
    ],
  }),
  ...varying('error.body', {
    'error-empty-object': ['An error is {}.', problems(() => ({}))],
    'error-none': ['An error has no body.', problems(() => undefined)],
    'error-problem-json': [
      'An error is application/problem+json.',
      pages('application/problem+json', (status, title) =>
        JSON.stringify({ type: 'about:blank', title, status }),
      ),
      {
        arguable:
          'Answers that carry a body are application/json, says the document; the shape of the error body is not shown.',
      },
    ],
    'error-html': [
      'An error is an HTML page, as Express and nginx send it.',
      pages('text/html; charset=utf-8', (status) => `<!DOCTYPE html><title>${status}</title>`),
      {
        arguable:
          'Answers that carry a body are application/json, says the document; the shape of the error body is not shown.',
      },
    ],
    'error-plain-text': [
      'An error is plain text.',
      pages('text/plain', (_status, detail) => detail),
      {
        arguable:
          'Answers that carry a body are application/json, says the document; the shape of the error body is not shown.',
      },
    ],
  }),
]
