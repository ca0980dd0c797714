import * as z from 'zod/mini'
import { type PostId, postIdSchema } from '../model/post.ts'
import { behaviour, silences, special, status } from './kinds.ts'

/** How a service assigns the id of a new post. */
export type IdAssignment = 'sequential' | 'unordered' | 'beyond-2^53' | { readonly from: PostId }

const onePost = ['read', 'replace', 'delete'] as const

const reused = 'Do not keep links to deleted posts: they may show another post later'

/** Assignment and syntax of ids. */
export const idChoices = {
  'id.assignment': special<IdAssignment>({
    silence: silences.ids,
    about:
      'The ids of new posts: 1, 2, 3…; ascending from another number; positive in random order; or ascending from 2^53 + 1, which a JavaScript number cannot hold.',
    places: ['create'],
    shownBy: ['list/several'],
    answers: ['sequential', { from: 1000 }, 'unordered', 'beyond-2^53', { from: 0 }],
    schema: z.union([
      z.literal(['sequential', 'unordered', 'beyond-2^53']),
      z.strictObject({ from: postIdSchema }),
    ]),
    allowed: '"sequential", "unordered", "beyond-2^53" or { "from": N }',
    subject: 'New posts',
    verb: 'get',
    says: (assignment) =>
      assignment === 'unordered' ? 'ids in random order' : `ascending ids from ${firstId(assignment)}`,
    advice(assignment) {
      if (assignment === 'unordered') return 'Do not use the highest id to find the newest post'
      const first = firstId(assignment)
      if (first > Number.MAX_SAFE_INTEGER)
        return 'Parse ids without rounding: a JavaScript number cannot hold them'
      return first > 0 ? undefined : 'Do not treat an id of 0 or less as missing'
    },
  }),
  'id.reuse': behaviour({
    silence: silences.ids,
    about:
      'Whether a new post can get the id of a deleted post: never; if it is the highest existing id plus one; or the lowest free id first.',
    places: ['create'],
    answers: [
      { answer: 'never', says: 'an id that was never used' },
      { answer: 'highest-plus-one', says: 'the highest existing id plus one', advice: reused },
      { answer: 'lowest-free', says: 'the lowest free id', advice: reused },
    ],
    subject: 'The id of a new post',
    hidden: {
      by: 'id.assignment',
      where: (answer) => answer === 'unordered',
      as: 'never',
      why: 'ids are assigned in random order',
    },
  }),
  'id.malformed': status({
    silence: silences.invalid,
    about: 'The status of a request whose id in the path is not a decimal integer ("abc", "7.0", "-0").',
    places: onePost,
    shownBy: ['read/id-no-integer'],
    answers: [404, 400, 422],
    subject: 'A request with an invalid id in the path',
    advice: (status) =>
      status === 404 ? 'Expect the same status as for a missing post' : `Treat ${status} as a wrong URL`,
  }),
  'id.leading-zeros': behaviour({
    silence: silences.invalid,
    about: 'An id in the path with leading zeros ("007"): an invalid id, or the same id as without them.',
    places: onePost,
    shownBy: ['beside/id-leading-zeros'],
    answers: [
      { answer: 'malformed', says: 'like an invalid id', when: 'refusal' },
      {
        answer: 'same',
        says: 'like the id without them',
        advice: 'Expect several URLs for one post',
        when: 'success',
      },
    ],
    subject: 'An id with leading zeros in the path',
    verb: 'is treated',
  }),
  'id.out-of-range': behaviour({
    silence: silences.invalid,
    about:
      'An integer in the path that is outside int64: treated like the id of a missing post, or like an invalid id.',
    places: onePost,
    shownBy: ['read/id-beyond-int64'],
    answers: [
      { answer: 'missing', says: 'like the id of a missing post' },
      { answer: 'malformed', says: 'like an invalid id' },
    ],
    subject: 'An id outside int64 in the path',
    verb: 'is treated',
  }),
} as const

/** The lowest id that a service assigns. */
export function firstId(assignment: IdAssignment): PostId {
  if (typeof assignment === 'object') return assignment.from
  return assignment === 'beyond-2^53' ? 2n ** 53n + 1n : 1
}
