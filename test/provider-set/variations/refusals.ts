import { isEqual } from '../kept-posts.ts'
import { type Change, Refusal } from '../provider.ts'
import { isIn, refusing } from '../refusing.ts'
import { varying } from '../variation.ts'

function malformed(status: number): Change {
  return (_provider, correct) => ({
    readBody: (call) => {
      try {
        return correct.readBody(call)
      } catch (problem) {
        throw problem instanceof Refusal && problem.status === 400
          ? new Refusal(status, problem.message)
          : problem
      }
    },
  })
}

/** Refusals of input and their statuses: the document shows no error but 404. */
export const refusalVariations = [
  ...varying('input.invalid-status', {
    'invalid-422': [
      'Invalid input is 422.',
      (_provider, correct) => ({
        problem: (status, detail) => correct.problem(status === 400 ? 422 : status, detail),
      }),
    ],
    'title-unique': [
      'A title that another post has is refused with 409.',
      refusing(409, ({ title }, posts) => posts.some((post) => post.title === title)),
    ],
    'content-unique': [
      'A content that another post has is refused with 409.',
      refusing(409, ({ content }, posts) => posts.some((post) => post.content === content)),
    ],
    'posts-unique': [
      'A post equal to another is refused with 409.',
      refusing(409, (input, posts) => posts.some((post) => isEqual(post, input))),
    ],
    'no-markup': ['Markup is refused.', refusing(422, (input) => isIn(input, /<\w/))],
    'ascii-or-nothing': [
      'Characters beyond ASCII are refused.',
      refusing(400, (input) => isIn(input, /[^\0-~]/)),
    ],
    'no-controls': [
      'Control characters other than line ends are refused.',
      refusing(400, (input) => isIn(input, /(?=\p{Cc})[^\n\r]/u)),
    ],
    'title-of-20': [
      'A title of more than 20 characters is refused.',
      refusing(400, ({ title }) => title.length > 20),
    ],
    'title-of-words': ['A title of one word is refused.', refusing(422, ({ title }) => !title.includes(' '))],
    'quota-of-60': [
      'A create beyond 60 posts is refused with 403.',
      (provider, correct) => ({
        create: (input) =>
          provider.posts.size < 60 ? correct.create(input) : correct.problem(403, 'The quota is used up.'),
      }),
    ],
    'two-edits': [
      'A third replace of a post is refused with 403.',
      (_provider, correct) => {
        const edits = new Map<bigint, number>()
        return {
          replace: (id, input) => {
            const before = edits.get(id) ?? 0
            if (before >= 2) return correct.problem(403, 'This post was edited twice.')
            edits.set(id, before + 1)
            return correct.replace(id, input)
          },
        }
      },
    ],
  }),
  ...varying('input.malformed-status', {
    'malformed-422': ['A body that is not JSON is 422.', malformed(422)],
    'malformed-500': [
      'A body that is not JSON is 500.',
      malformed(500),
      { arguable: 'No choice of design.md names a 5xx.' },
    ],
  }),
  ...varying('input.media-type', {
    'media-type-400': [
      'Another media type is 400.',
      (_provider, correct) => ({
        problem: (status, detail) => correct.problem(status === 415 ? 400 : status, detail),
      }),
    ],
    'media-type-any': [
      'Any media type is read as JSON.',
      (_provider, correct) => ({
        readBody: (call) => correct.readBody({ ...call, headers: { 'content-type': 'application/json' } }),
      }),
    ],
  }),
  ...varying('input.max-length', {
    'title-of-100': [
      'A title of more than 100 characters is refused.',
      refusing(400, ({ title }) => title.length > 100),
    ],
    'content-of-1000': [
      'A content of more than 1,000 characters is refused.',
      refusing(422, ({ content }) => content.length > 1000),
    ],
    'body-of-4-kb': [
      'A body of more than 4,096 bytes is refused with 413.',
      (_provider, correct) => ({
        readBody: (call) => {
          if (call.body.length > 4096) throw new Refusal(413, 'The body is too large.')
          return correct.readBody(call)
        },
      }),
    ],
  }),
]
