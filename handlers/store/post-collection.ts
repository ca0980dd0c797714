import { Collection, type Query } from '@msw/data'
import * as v from 'valibot'
import { everyField } from '../fields.ts'
import { UnderstudyError } from '../model/errors.ts'
import { freeze, parseJson, stringifyJson } from '../model/json.ts'
import { fieldsOf, type Post, type PostId, postSchema, type StoredPost } from '../model/post.ts'

/**
 * A collection of posts.
 * @typeParam Extra additional fields and relations.
 */
export type PostsCollection<Extra = unknown> = Collection<v.GenericSchema<Post & Extra>>
/** A query of `@msw/data`: `(query) => query.where({ title: 'Hello' })`. */
export type PostQuery = (query: Query<Post>) => Query<Post>

/** The values of a post that was checked before: not a plain object, which `@msw/data` would copy and the schema check. */
class ValidPost {}

/** As `postSchema`, but with every field; an output of `v.looseObject` has none that is named `constructor`. */
const recordSchema = v.pipe(
  v.custom<v.InferOutput<typeof postSchema>>(
    (value) => value instanceof ValidPost || v.is(postSchema, value),
    `expected an int64 as id, and strings as ${everyField}`,
  ),
  v.transform((post) => (post instanceof ValidPost ? { ...post } : fieldsOf(post)) as typeof post),
)

type Posts = Collection<typeof recordSchema>
type Values = Parameters<Posts['create']>[0]
type PostRecord = ReturnType<Posts['all']>[number]
type Predicate = Parameters<Posts['update']>[0]
type Update = Pick<Parameters<Posts['update']>[1], 'data'>

/** What a collection needs of its store. */
interface Owner {
  /** Performs a write when those before are done: overlapping updates of the base class lose one another. */
  readonly inTurn: <Result>(write: () => Promise<Result>) => Promise<Result>
  /** Called after each change but a fill. */
  readonly changed: (id: PostId) => void
}

/**
 * The posts of a world: an `@msw/data` collection with unique ids, and an index of its records. What the base class has is for
 * users, and waits for its turn; `fill`, `put` and `remove` are for the store, which has the turn when it calls them.
 */
export class PostCollection extends Collection<typeof recordSchema> {
  readonly byId: Map<PostId, PostRecord> = new Map()
  readonly #owner: Owner

  constructor(owner: Owner) {
    super({ schema: recordSchema })
    this.#owner = owner
  }

  /** All posts, oldest insertion first. */
  list(): StoredPost[] {
    return this.all().map(postOf)
  }

  read(id: PostId): StoredPost | undefined {
    const record = this.byId.get(id)
    return record && postOf(record)
  }

  async fill(posts: readonly StoredPost[]): Promise<void> {
    for (const record of [...this.all()]) super.delete(record)
    // What a hook has kept. By itself this passes over every second record.
    super.clear()
    this.byId.clear()
    for (const post of posts) this.byId.set(post.id, await this.#add(post))
  }

  /** Adds a post, or replaces all its fields. @returns the post as hooks have left it. */
  async put(post: StoredPost): Promise<StoredPost> {
    const known = this.byId.get(post.id)
    if (!known) return postOf(this.#take(await this.#add(post)))
    const replaced = await super.update<true>(known, {
      data(draft) {
        const { id: _id, ...fields } = post
        // Set again, so that they are in the order of the new post.
        for (const name of Object.keys(postOf(known))) if (name !== 'id') delete draft[name]
        Object.assign(draft, fields)
      },
    })
    return postOf(this.#take(replaced))
  }

  /** Removes a post and returns it; undefined if there is none, or a hook keeps it. */
  remove(id: PostId): StoredPost | undefined {
    const record = this.byId.get(id)
    if (record) this.delete(record)
    return record && !this.byId.has(id) ? postOf(record) : undefined
  }

  override create(values: Values): Promise<PostRecord> {
    return this.#owner.inTurn(async () => {
      if (this.byId.has(values.id)) throw refused('create a post', `another post has the id ${values.id}`)
      return this.#take(await super.create(values))
    })
  }

  override update<Strict extends boolean>(
    predicate: Predicate,
    { data, ...options }: Update & { strict?: Strict },
  ): Promise<Strict extends true ? PostRecord : PostRecord | undefined> {
    const keepingId: Update['data'] = async (draft) => {
      const { id } = draft
      await data(draft)
      if (draft.id !== id) throw refused(`update post ${id}`, `its id becomes ${draft.id}`)
    }
    return this.#owner.inTurn(async () => {
      const record = await super.update<Strict>(predicate, { ...options, data: keepingId })
      if (record) this.#take(record)
      return record
    })
  }

  override async updateMany(...[predicate, options]: Parameters<Posts['updateMany']>): Promise<PostRecord[]> {
    const records: PostRecord[] = []
    for (const record of this.findMany(predicate, options))
      records.push(await this.update<true>(record, { data: options.data }))
    return records
  }

  override delete<Strict extends boolean>(
    predicate: Predicate,
    options?: { strict?: Strict },
  ): Strict extends true ? PostRecord : PostRecord | undefined {
    const record = super.delete<Strict>(predicate, options)
    // A hook may have prevented it.
    if (record && !this.all().some(({ id }) => id === record.id) && this.byId.delete(record.id))
      this.#owner.changed(record.id)
    return record
  }

  override deleteMany(...args: Parameters<Posts['deleteMany']>): PostRecord[] {
    const records = this.findMany(...args)
    for (const record of records) this.delete(record)
    return records
  }

  override clear(): void {
    this.deleteMany((query) => query.where(() => true))
  }

  async #add(post: StoredPost): Promise<PostRecord> {
    // Only a hook can change it.
    const staysSame = this.hooks.listenerCount('create') === 0
    const record = await super.create(Object.assign(new ValidPost(), post))
    if (staysSame) posts.set(record, freeze(post))
    return record
  }

  /** Takes a written record into the index, unless it was deleted meanwhile. */
  #take(record: PostRecord): PostRecord {
    // From the end, where a new one is.
    if (this.all().lastIndexOf(record) < 0) return record
    this.byId.set(record.id, record)
    this.#owner.changed(record.id)
    return record
  }
}

const posts = new WeakMap<PostRecord, StoredPost>()

/** The post of a record, as JSON and without relations, which are getters. An update makes another record. */
function postOf(record: PostRecord): StoredPost {
  const known = posts.get(record)
  if (known) return known
  const post: Record<string, unknown> = {}
  for (const name of Object.keys(record)) {
    const value: unknown = Object.getOwnPropertyDescriptor(record, name)?.value
    if (value !== undefined) post[name] = typeof value === 'object' ? parseJson(stringifyJson(value)) : value
  }
  posts.set(record, freeze(post) as StoredPost)
  return post as StoredPost
}

function refused(action: string, fact: string): UnderstudyError {
  return new UnderstudyError('POSTS_INVALID', `Failed to ${action} in the collection: ${fact}.`)
}
