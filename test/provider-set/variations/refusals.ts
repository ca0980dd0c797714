import { instead, refusing, refusingText } from '../changes.ts'
import { isEqual } from '../kept-posts.ts'
import { varying } from '../member.ts'
import { type Change, Refusal } from '../provider.ts'

/** Answers a body that is not JSON with another status. */
function malformed(status: number): Change {
  return (_provider, correct) => ({
    readBody: (call) => {
      try {
        return correct.readBody(call)
      } catch (problem) {
        const is400 = problem instanceof Refusal && problem.status === 400
        throw is400 ? new Refusal(status, problem.message) : problem
      }
    },
  })
}

/** Answers one kind of error with another status. */
function erring(usual: number, status: number): Change {
  return (_provider, correct) => ({
    problem: (given, detail) => correct.problem(given === usual ? status : given, detail),
  })
}

/** Refusals of input and their statuses: the document shows no error but 404. */
export const refusalVariations = varying({
  'input.invalid-status': {
    'invalid-422': erring(400, 422),
    'title-unique': refusing(409, ({ title }, others) => others.some((post) => post.title === title)),
    'content-unique': refusing(409, ({ content }, others) => others.some((post) => post.content === content)),
    'posts-unique': refusing(409, (input, others) => others.some((post) => isEqual(post, input))),
    'no-markup': refusingText(422, /<\w/),
    'ascii-or-nothing': refusingText(400, /[^\0-~]/),
    // Line ends are taken.
    'no-controls': refusingText(400, /(?=\p{Cc})[^\n\r]/u),
    'title-of-20': refusing(400, ({ title }) => title.length > 20),
    'title-of-words': refusing(422, ({ title }) => !title.includes(' ')),
    'quota-of-60': instead(
      'create',
      ({ posts, problem }) => posts.size >= 60 && problem(403, 'The quota is used up.'),
    ),
    // A third replace of a post is refused.
    'two-edits': instead(
      'replace',
      ({ written, problem }, id) => written(id).length > 2 && problem(403, 'This post was edited twice.'),
    ),
  },
  'input.malformed-status': {
    'malformed-422': malformed(422),
    'malformed-500': [malformed(500), { arguable: 'No choice of design.md names a 5xx.' }],
  },
  'input.media-type': {
    'media-type-400': erring(415, 400),
    'media-type-any': (_provider, correct) => ({
      readBody: (call) => correct.readBody({ ...call, headers: { 'content-type': 'application/json' } }),
    }),
  },
  'input.max-length': {
    'title-of-100': refusing(400, ({ title }) => title.length > 100),
    'content-of-30': refusing(400, ({ content }) => content.length > 30),
    'content-of-1000': refusing(422, ({ content }) => content.length > 1000),
    'body-of-4-kb': (_provider, correct) => ({
      readBody: (call) => {
        if (call.body.length > 4096) throw new Refusal(413, 'The body is too large.')
        return correct.readBody(call)
      },
    }),
  },
})
