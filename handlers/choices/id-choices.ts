import * as z from 'zod/mini'
import { type PostId, postIdSchema } from '../model/post.ts'
import { behaviour, silences, special, status } from './kinds.ts'

/** How a service assigns the id of a new post. */
export type IdAssignment = 'sequential' | 'unordered' | 'beyond-2^53' | { readonly from: PostId }

const onePost = ['read', 'replace', 'delete'] as const

/** Assignment and syntax of ids. */
export const idChoices = {
  'id.assignment': special<IdAssignment>({
    silence: silences.ids,
    about:
      'The ids of new posts: 1, 2, 3…; upwards from a number; positive and without order; or upwards from 2^53 + 1, where a float rounds.',
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
      assignment === 'unordered' ? 'ids without order' : `ids from ${firstId(assignment)} upwards`,
    advice(assignment) {
      if (assignment === 'unordered') return 'the highest id is not that of the latest post'
      const first = firstId(assignment)
      if (first > Number.MAX_SAFE_INTEGER)
        return 'read ids without rounding: a JavaScript number cannot hold them'
      return first > 0 ? undefined : 'do not take an id of 0 or less for none'
    },
  }),
  'id.reuse': behaviour({
    silence: silences.ids,
    about:
      'Whether the id of a deleted post is given out again: never; as the highest id in use plus one; or the lowest free one first.',
    places: ['create'],
    answers: [
      { answer: 'never', says: 'never given out again', advice: 'an old link leads nowhere, for good' },
      { answer: 'highest-plus-one', says: 'given out again where it follows the highest' },
      { answer: 'lowest-free', says: 'given out again where it is the lowest that is free' },
    ],
    subject: 'The id of a deleted post',
    advice: 'an old link may lead to another post, so forget what is kept under the id',
    hidden: {
      by: 'id.assignment',
      where: (answer) => answer === 'unordered',
      as: 'never',
      why: 'ids come without order',
    },
  }),
  'id.malformed': status({
    silence: silences.invalid,
    about: 'The status where the id in the path is not an integer in plain decimal ("abc", "7.0", "-0").',
    places: onePost,
    shownBy: ['read/id-no-integer'],
    answers: [404, 400, 422],
    subject: 'An id in the path that is not an integer',
    advice: (status) =>
      status === 404 ? 'it looks like a post that is missing' : `take ${status} for a link that is wrong`,
  }),
  'id.leading-zeros': behaviour({
    silence: silences.invalid,
    about: 'An id in the path with zeros before it ("007"): not an integer, or the same as without them.',
    places: onePost,
    shownBy: ['beside/id-leading-zeros'],
    answers: [
      { answer: 'malformed', says: 'one that is not an integer', when: 'refusal' },
      {
        answer: 'same',
        says: 'the same id without them',
        advice: 'several addresses lead to one post',
        when: 'success',
      },
    ],
    subject: 'An id in the path with zeros before it',
    verb: 'is answered like',
  }),
  'id.out-of-range': behaviour({
    silence: silences.invalid,
    about:
      'An id in the path that is an integer but not an int64: no post has it ("missing"), or it is answered like one that is not an integer.',
    places: onePost,
    shownBy: ['read/id-beyond-int64'],
    answers: [
      { answer: 'missing', says: 'one that no post has' },
      { answer: 'malformed', says: 'one that is not an integer' },
    ],
    subject: 'An id in the path beyond int64',
    verb: 'is answered like',
  }),
} as const

/** The lowest id that a service assigns. */
export function firstId(assignment: IdAssignment): PostId {
  if (typeof assignment === 'object') return assignment.from
  return assignment === 'beyond-2^53' ? 2n ** 53n + 1n : 1
}
