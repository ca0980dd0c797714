import { showing, showingFields } from '../changes.ts'
import { varying } from '../member.ts'
import type { Change } from '../provider.ts'

/** Answers errors with another body, and says if it is not plain JSON. */
function problems(page: (status: number, detail: string) => string | undefined, type?: string): Change {
  const headers = type === undefined ? {} : { 'content-type': type }
  return () => ({
    problem: (status, detail) => {
      const raw = page(status, detail)
      return raw === undefined ? { status } : { status, headers, raw }
    },
  })
}

/** The moment from which times are counted, so that every run shows the same. */
const epoch = Date.UTC(2024, 1, 29)
const time = (seconds: number) => new Date(epoch + 1000 * seconds).toISOString()
const errorsAreNotShown = {
  arguable:
    'Answers that carry a body are application/json, says the document; the shape of the error body is not shown.',
}

/** Fields beside the three, and errors: the document shows the shape of neither. */
export const shapeVariations = varying({
  'post.extra-fields': {
    'extra-times': (_provider, correct, writes = { count: 0 }) => ({
      keep: (input) => ({
        ...correct.keep(input),
        extra: { createdAt: time(0), updatedAt: time(writes.count++) },
      }),
    }),
    // A field is different in every answer.
    'extra-time-of-answer': (_provider, correct, answers = { count: 0 }) => ({
      show: (post) => ({ ...(correct.show(post) as object), servedAt: epoch + answers.count++ }),
    }),
    'extra-author': showingFields(() => ({ author: { id: 7, name: 'Ada', roles: ['editor'] } })),
    'extra-null': showingFields(() => ({ deletedAt: null, summary: null })),
    'extra-like-the-three': showingFields(({ id, title, content }) => ({
      _id: String(id),
      ID: id,
      Title: title.toUpperCase(),
      body: content.slice(0, 5),
    })),
    'extra-huge-integer': showingFields(() => ({ hash: 2n ** 70n, score: 4.5 })),
    'extra-excerpt': showingFields(({ title, content }) => ({
      excerpt: content.slice(0, 20),
      slug: title.toLowerCase(),
    })),
    // Listed posts lack it.
    'extra-when-read': (_provider, correct) => ({
      show: (post) => ({ ...(correct.show(post) as object), html: `<p>${post.content}</p>` }),
      showListed: correct.show,
    }),
    'ids-as-decimals': (_provider, correct) => ({
      encode: (body) => String(correct.encode(body)).replaceAll(/("id":\d+)/g, '$1.0'),
    }),
    'keys-in-another-order': showing(({ id, title, content }) => ({ content, title, id })),
  },
  'error.body': {
    'error-empty-object': problems(() => '{}'),
    'error-none': problems(() => undefined),
    'error-problem-json': [
      problems(
        (status, title) => JSON.stringify({ type: 'about:blank', title, status }),
        'application/problem+json',
      ),
      errorsAreNotShown,
    ],
    // As Express and nginx send it.
    'error-html': [
      problems((status) => `<!DOCTYPE html><title>${status}</title>`, 'text/html; charset=utf-8'),
      errorsAreNotShown,
    ],
    'error-plain-text': [problems((_status, detail) => detail, 'text/plain'), errorsAreNotShown],
  },
})
