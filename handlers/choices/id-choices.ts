import * as z from 'zod/mini'
import { type PostId, postIdSchema } from '../model/post.ts'
import { choose, chooseBy, silences } from './choice.ts'

/** How a service comes by the id of a new post. */
export type IdAssignment = 'sequential' | 'unordered' | 'beyond-2^53' | { readonly from: PostId }

/** What an id is and where it comes from. */
export const idChoices = {
  'id.assignment': chooseBy<IdAssignment>(
    silences.ids,
    'The ids of new posts: 1, 2, 3…; upwards from a number; positive and without order; or upwards from 2^53 + 1, where a float rounds.',
    ['sequential', { from: 1000 }, 'unordered', 'beyond-2^53', { from: 0 }],
    z.union([z.literal(['sequential', 'unordered', 'beyond-2^53']), z.strictObject({ from: postIdSchema })]),
    '"sequential", "unordered", "beyond-2^53" or { "from": N }',
  ),
  'id.reuse': choose(
    silences.ids,
    'Whether the id of a deleted post is given out again: never; as the highest id in use plus one; or the lowest free one first.',
    ['never', 'highest-plus-one', 'lowest-free'],
  ),
  'id.malformed': choose(
    silences.invalid,
    'The status where the id in the path is no integer in plain decimal ("abc", "7.0", "007", "-0").',
    [404, 400, 422],
  ),
  'id.out-of-range': choose(
    silences.invalid,
    'An id in the path that is an integer but no int64: no post has it ("missing"), or it is answered like one that is no integer.',
    ['missing', 'malformed'],
  ),
} as const
