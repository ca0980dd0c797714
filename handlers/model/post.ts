import * as z from 'zod/mini'
import type { JsonValue } from './json.ts'

const lowestId = -(2n ** 63n)
const highestId = 2n ** 63n - 1n

/**
 * An int64 without loss: a number where a number is exact (up to 2^53 - 1), a bigint beyond.
 * There is one form for each value, so `===`, `<` and a Map's keys just work.
 */
export type PostId = number | bigint

/** What a client sends and a service keeps: both texts verbatim. */
export interface PostFields {
  readonly title: string
  readonly content: string
}

/** A post as the interface document describes it (clause `post.shape`). Frozen wherever this package hands one out. */
export interface Post<Id extends PostId = PostId> extends PostFields {
  readonly id: Id
}

/** Fields of a stored post beyond the document's three (choices `input.unknown-fields`, `post.extra-fields`). */
export type ExtraFields = Readonly<Record<string, JsonValue>>

/** A whole post and whatever else a profile makes the service keep beside it. */
export type StoredPost = Post & ExtraFields

/** The schema of an id: an integer from -(2^63) to 2^63 - 1. */
export const postIdSchema = z
  .union([z.number(), z.bigint()])
  .check(
    z.refine((value) => toPostId(value) === value, 'expected an int64, as a bigint where it is beyond 2^53'),
  )

/** The schema of a post, for whoever validates with Standard Schema; it lets further fields through. */
export const postSchema = z.looseObject({ id: postIdSchema, title: z.string(), content: z.string() })

/** The schema of what a client sends to create or replace a post. */
export const postFieldsSchema = z.object({ title: z.string(), content: z.string() })

/** Brings an integer into its one exact form; undefined for what is not an int64 or was already rounded. */
export function toPostId(value: unknown): PostId | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined
  if (typeof value !== 'bigint' || value < lowestId || value > highestId) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** What the text of an id in a path is: the id, or why it names none. */
export type ParsedPostId = { id: PostId } | { fault: 'malformed' | 'out-of-range' }

/** Reads an id from a path segment: decimal digits as JSON spells an integer, nothing else. */
export function parsePostId(text: string): ParsedPostId {
  if (!/^(?:0|-?[1-9]\d*)$/.test(text)) return { fault: 'malformed' }
  // The longest int64 has 20 characters; more are not worth the time that a bigint of them takes.
  const id = text.length < 16 ? Number(text) : text.length > 20 ? undefined : toPostId(BigInt(text))
  return id === undefined ? { fault: 'out-of-range' } : { id }
}

/** Orders two ids exactly, whatever forms they have. */
export function comparePostIds(left: PostId, right: PostId): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** The id after this one; undefined at the upper end of int64. */
export function nextPostId(id: PostId): PostId | undefined {
  return typeof id === 'number' && id < Number.MAX_SAFE_INTEGER ? id + 1 : toPostId(BigInt(id) + 1n)
}
