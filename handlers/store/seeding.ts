import * as v from 'valibot'
import type { Profile } from '../choices/profile.ts'
import { exampleFields, type PostFields } from '../fields.ts'
import { UnderstudyError } from '../model/errors.ts'
import { freeze, parseJson, stringifyJson } from '../model/json.ts'
import { fieldsOf, type PostId, parsePostId, postSchema, type StoredPost, toPostId } from '../model/post.ts'
import { seededMoment, seededPost, serviceFields } from '../seed/seeded-post.ts'
import { drawId, type IdMemory, raised, remember } from './ids.ts'
import type { Snapshot } from './post-store.ts'

/** An initial post; without an id it gets the next one. A string has the digits of an id. */
export type InitialPost = PostFields & { readonly id?: PostId | string | undefined }

interface SeedingOptions {
  readonly posts: number | readonly InitialPost[]
  readonly seed: number
  readonly profile: Profile
}

const anyId = v.custom<PostId | string>((id) => exactId(id) !== undefined)
const initialPosts = v.array(v.looseObject({ ...postSchema.entries, id: v.optional(anyId) }))
const snapshotSchema = v.strictObject({
  posts: initialPosts,
  ids: v.optional(
    v.strictObject({
      drawn: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      highest: v.optional(anyId),
    }),
  ),
})

const noMemory: IdMemory = { drawn: 0, highest: undefined }

/**
 * Creates the initial posts. The texts of seeded posts do not depend on their ids.
 *
 * @throws UnderstudyError `POSTS_INVALID` for a post without text, an id that is not an int64, or an id given twice.
 */
export function seedPosts({ posts, seed, profile }: SeedingOptions): Snapshot {
  const given: readonly (PostFields & { readonly id?: PostId | undefined })[] =
    typeof posts === 'number'
      ? Array.from({ length: posts }, (_, at) => seededPost(seed, at + 1))
      : // Copied as JSON, because the caller may change what it gave.
        read(initialPosts, posts).map(({ id, ...post }) => {
          const fields = parseJson(stringifyJson(fieldsOf(post))) as unknown as PostFields
          return { ...fields, id: exactId(id) }
        })
  let memory = given.reduce((ids, { id }) => (id === undefined ? ids : remember(ids, id)), noMemory)
  const made = new Map<PostId, StoredPost>()
  for (const { id: own, ...stated } of given) {
    const drawn =
      own === undefined
        ? drawId({ ...profile, 'id.reuse': 'never' }, seed, made, memory)
        : { id: own, memory }
    const { id } = drawn
    memory = drawn.memory
    if (made.has(id)) throw invalid(`two posts have the id ${id}`)
    const added = serviceFields(profile['post.extra-fields'], seed, id, seededMoment(seed, id))
    // First what was given, as after a create.
    made.set(id, freeze({ id, ...stated, ...added, ...stated }))
  }
  return { posts: [...made.values()], ids: memory }
}

/** The id of a post that a user gives: an integer, or a string of its digits; undefined if it is not an int64. */
function exactId(value: unknown): PostId | undefined {
  return typeof value === 'string' ? parsePostId(value) : toPostId(value)
}

/**
 * Reads a snapshot from a user: `{ "posts": [...] }`; posts may have no id. `ids`, the state of the assignment of ids, is
 * optional; by default all ids without a post are new.
 *
 * @param value JSON; an id that a number does not hold exactly is a bigint or a string.
 * @throws UnderstudyError `POSTS_INVALID`
 */
export function parseSnapshot(value: unknown, { profile, seed }: Omit<SeedingOptions, 'posts'>): Snapshot {
  const { posts: given, ids: { drawn = 0, highest: sent } = {} } = read(snapshotSchema, value)
  const highest = exactId(sent)
  const { posts, ids } = seedPosts({ posts: given as InitialPost[], profile, seed })
  const memory = { ...ids, drawn: Math.max(drawn, ids.drawn) }
  return { posts, ids: highest === undefined ? memory : raised(memory, highest) }
}

/** The value itself, because the output of a schema has no field named `constructor`. */
function read<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): Value {
  const { issues } = v.safeParse(schema, value)
  if (!issues) return value as Value
  const place = v.getDotPath(issues[0])
  throw invalid(`${place === null ? 'the JSON' : `"${place}"`} is not as expected`)
}

function invalid(fact: string): UnderstudyError {
  return new UnderstudyError(
    'POSTS_INVALID',
    `Failed to load the posts: ${fact}. Give { "posts": [${exampleFields}] }, with int64 ids if you like.`,
  )
}
