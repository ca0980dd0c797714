import * as z from 'zod/mini'
import type { Profile } from '../choices/profile.ts'
import { UnderstudyError } from '../model/errors.ts'
import { parseJson, stringifyJson } from '../model/json.ts'
import {
  type ExtraFields,
  type PostFields,
  type PostId,
  postIdSchema,
  type StoredPost,
  toPostId,
} from '../model/post.ts'
import { seededPost } from '../seed/seeded-post.ts'
import { seededMoment, serviceFields } from './extra-fields.ts'
import { drawId, type IdMemory, type IdRules, remember } from './ids.ts'
import { freeze, type Snapshot } from './state.ts'

/** An initial post; without an id it gets the next one. */
export type InitialPost = PostFields & { readonly id?: PostId }

export interface SeedingOptions {
  /** The number of seeded posts, or the posts. */
  readonly posts: number | readonly InitialPost[]
  readonly seed: number
  readonly profile: Profile
}

const noMemory: IdMemory = { drawn: 0, highest: undefined }

export function idRules(profile: Profile, seed: number): IdRules {
  return { assignment: profile['id.assignment'], reuse: profile['id.reuse'], seed }
}

/**
 * Creates the initial posts. A seeded post depends only on its id and the seed.
 *
 * @throws UnderstudyError `POSTS_INVALID` for a post without text, an id that is not an int64, or an id given twice.
 */
export function seedPosts({ posts, seed, profile }: SeedingOptions): Snapshot {
  const rules: IdRules = { ...idRules(profile, seed), reuse: 'never' }
  const made = new Map<PostId, StoredPost>()
  const given =
    typeof posts === 'number'
      ? Array.from({ length: checkedCount(posts) }, () => undefined)
      : posts.map(checkedPost)
  let memory = given.reduce((ids, post) => (post?.id === undefined ? ids : remember(ids, post.id)), noMemory)
  for (const [position, post] of given.entries()) {
    const drawn = post?.id === undefined ? drawId(rules, made, memory) : { id: post.id, memory }
    memory = drawn.memory
    if (made.has(drawn.id)) throw invalid(position, `has the id ${drawn.id} of another post`)
    const added = serviceFields(profile['post.extra-fields'], seed, drawn.id, seededMoment(seed, drawn.id))
    const { title, content, ...others } = post ?? seededPost(seed, drawn.id)
    made.set(drawn.id, freeze({ id: drawn.id, title, content, ...added, ...others }))
  }
  return { posts: [...made.values()], ids: memory }
}

function checkedCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to seed posts: "posts" is ${count}. Give a whole number from 0, or a list of posts.`,
  )
}

function checkedPost(post: unknown, position: number): InitialPost {
  if (typeof post !== 'object' || post === null || Array.isArray(post))
    throw invalid(position, `is ${stringifyJson(post)}, not an object`)
  const { id, title, content, ...others } = post as Record<string, unknown>
  const fault = postFault({ title, content })
  if (fault !== undefined) throw invalid(position, `has ${fault}`)
  const checked = { title, content, ...(parseJson(stringifyJson(others)) as ExtraFields) } as PostFields
  if (id === undefined) return checked
  const exact = toPostId(id)
  if (exact === undefined) throw invalid(position, `has the id ${stringifyJson(id)}, not an int64`)
  return { id: exact, ...checked }
}

/** What follows "it has", such as `no content`; undefined where both texts are texts. */
export function postFault({ title, content }: { title?: unknown; content?: unknown }): string | undefined {
  const wrong = Object.entries({ title, content }).find(([, value]) => typeof value !== 'string')
  if (wrong === undefined) return undefined
  const [name, value] = wrong
  return value === undefined ? `no ${name}` : `the ${name} ${stringifyJson(value)}, not a string`
}

function invalid(position: number, fact: string): UnderstudyError {
  return new UnderstudyError(
    'POSTS_INVALID',
    `Failed to load the posts: post ${position + 1} of the list ${fact}. Give { "title": "…", "content": "…" }, with an id if you like.`,
  )
}

const snapshotSchema = z.strictObject({
  posts: z.array(z.unknown()),
  ids: z.optional(
    z.strictObject({
      drawn: z.optional(z.int().check(z.nonnegative())),
      highest: z.optional(postIdSchema),
    }),
  ),
})

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
  const read = z.safeParse(snapshotSchema, value)
  if (!read.success) {
    const [issue] = read.error.issues
    const place = issue?.path.join('.')
    const fact =
      issue?.code === 'unrecognized_keys'
        ? `unknown key ${JSON.stringify(issue.keys[0])}`
        : `${place ? `"${place}"` : 'the JSON'} is not as expected`
    throw new UnderstudyError(
      'POSTS_INVALID',
      `Failed to load the posts: ${fact}. Write { "posts": […] }; "ids" is optional.`,
    )
  }
  const { drawn = 0, highest } = read.data.ids ?? {}
  const { posts, ids } = seedPosts({ posts: read.data.posts as InitialPost[], profile, seed })
  const isHigher = highest !== undefined && !(ids.highest !== undefined && ids.highest >= highest)
  return { posts, ids: { drawn: Math.max(drawn, ids.drawn), highest: isHigher ? highest : ids.highest } }
}
