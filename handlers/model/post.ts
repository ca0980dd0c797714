import * as v from 'valibot'
import { eachField, fieldNames, isField, type PostFields } from '../fields.ts'
import { type JsonValue, stringifyJson } from './json.ts'

const lowestId = -(2n ** 63n)
const highestId = 2n ** 63n - 1n

/**
 * An exact int64: a number up to 2^53 - 1, a bigint beyond. Each value has one form, so `===`, `<` and keys of a Map work.
 */
export type PostId = number | bigint

/** A post as in the interface document (clause `post.shape`). This package returns only frozen posts. */
export interface Post<Id extends PostId = PostId> extends PostFields {
  readonly id: Id
}

/** Fields of a stored post beyond the document's three (choices `input.unknown-fields`, `post.extra-fields`). */
export type ExtraFields = Readonly<Record<string, JsonValue>>

export type StoredPost = Post & ExtraFields

/** The schema of an id: an integer from -(2^63) to 2^63 - 1. */
export const postIdSchema = v.custom<PostId>(
  (value) => value !== undefined && toPostId(value) === value,
  'expected an int64, as a bigint where it is beyond 2^53',
)

/** The schema of a post (Standard Schema); it permits further fields, but leaves out `constructor` and `prototype`. */
export const postSchema = v.looseObject({ id: postIdSchema, ...eachField(() => v.string()) })

/** The schema of the body of a create or replace. */
export const postFieldsSchema = v.object(eachField(() => v.string()))

/** Converts an integer to a {@link PostId}; undefined if it is not an int64 or may be rounded. */
export function toPostId(value: unknown): PostId | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined
  if (typeof value !== 'bigint' || value < lowestId || value > highestId) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Reads an id from a path segment: decimal digits as JSON spells an integer. @returns undefined for anything but an int64. */
export function parsePostId(text: string): PostId | undefined {
  // An int64 has at most 20 characters; converting a longer text would be slow.
  if (text.length > 20 || !/^(?:0|-?[1-9]\d*)$/.test(text)) return undefined
  return text.length < 16 ? Number(text) : toPostId(BigInt(text))
}

export function comparePostIds(left: PostId, right: PostId): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** The id after this one; undefined at the upper end of int64. */
export function nextPostId(id: PostId): PostId | undefined {
  return typeof id === 'number' && id < Number.MAX_SAFE_INTEGER ? id + 1 : toPostId(BigInt(id) + 1n)
}

/** The fields of a post from a user. A field named `__proto__` is never kept. */
export function fieldsOf(post: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(post).filter(([name]) => name !== '__proto__'))
}

/** A post as JSON with an exact id; the id and the fields of the table first. */
export function postText(post: StoredPost): string {
  let text = `{"id":${post.id}`
  for (const name of fieldNames) text += `,"${name}":${JSON.stringify(post[name])}`
  for (const name of Object.keys(post))
    if (name !== 'id' && !isField(name)) text += `,${JSON.stringify(name)}:${stringifyJson(post[name])}`
  return `${text}}`
}
