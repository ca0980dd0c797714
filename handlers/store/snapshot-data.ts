import type { Profile } from '../choices/profile.ts'
import { UnderstudyError } from '../model/errors.ts'
import { comparePostIds, toPostId } from '../model/post.ts'
import { type InitialPost, seedPosts } from './seeding.ts'
import type { Snapshot } from './state.ts'

const removeIds = 'Remove "ids": it is optional.'

/**
 * Reads a snapshot from a user: `{ "posts": [...] }`; posts may have no id. `ids`, the state of the assignment of ids, is
 * optional; by default all ids without a post are new.
 *
 * @param value JSON with exact integers.
 * @throws UnderstudyError `POSTS_INVALID`
 */
export function parseSnapshot(
  value: unknown,
  { profile, seed }: { readonly profile: Profile; readonly seed: number },
): Snapshot {
  if (!isObject(value)) throw invalid(Array.isArray(value) ? 'it is a list' : 'it is not an object')
  const unknownKey = Object.keys(value).find((key) => key !== 'posts' && key !== 'ids')
  if (unknownKey !== undefined)
    throw invalid(`unknown key ${JSON.stringify(unknownKey)}`, 'Keys: posts, ids.')
  if (!Array.isArray(value.posts)) throw invalid('"posts" is not a list')
  const given = value.ids ?? {}
  if (!isObject(given)) throw invalid('"ids" is not an object', removeIds)
  const drawn = given.drawn ?? 0
  if (typeof drawn !== 'number' || !Number.isSafeInteger(drawn) || drawn < 0)
    throw invalid('"ids.drawn" is not a whole number from 0', removeIds)
  const highest = given.highest === undefined ? undefined : toPostId(given.highest)
  if (given.highest !== undefined && highest === undefined)
    throw invalid('"ids.highest" is not an int64', removeIds)
  const { posts, ids } = seedPosts({
    posts: value.posts as InitialPost[],
    profile,
    seed,
  })
  const isHigher =
    highest !== undefined && (ids.highest === undefined || comparePostIds(highest, ids.highest) > 0)
  return { posts, ids: { drawn: Math.max(drawn, ids.drawn), highest: isHigher ? highest : ids.highest } }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(fact: string, nextStep = 'Write { "posts": […] }.'): UnderstudyError {
  return new UnderstudyError('POSTS_INVALID', `Failed to load the posts: ${fact}. ${nextStep}`)
}
