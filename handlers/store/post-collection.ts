import { Collection, Query } from '@msw/data'
import * as v from 'valibot'
import { UnderstudyError } from '../model/errors.ts'
import { parseJson, stringifyJson } from '../model/json.ts'
import { fieldsOf, type Post, type PostId, postSchema, type StoredPost } from '../model/post.ts'

/**
 * A collection of posts.
 * @typeParam Extra additional fields and relations.
 */
export type PostsCollection<Extra = unknown> = Collection<v.GenericSchema<Post & Extra>>
/** A query of `@msw/data`: `(query) => query.where({ title: 'Hello' })`. */
export type PostQuery = (query: Query<Post>) => Query<Post>

/** As `postSchema`, but with every field; an output of `v.looseObject` has none that is named `constructor`. */
const rowSchema = v.pipe(
  v.custom<v.InferOutput<typeof postSchema>>(
    (value) => v.is(postSchema, value),
    'expected an int64 as id, a title and a content',
  ),
  v.transform((post) => fieldsOf(post) as typeof post),
)

type Posts = Collection<typeof rowSchema>
type Values = Parameters<Posts['create']>[0]
type Row = ReturnType<Posts['all']>[number]
type Predicate = Parameters<Posts['update']>[0]
type Update = Pick<Parameters<Posts['update']>[1], 'data'>

/** The store of a collection. */
interface Owner {
  readonly list: () => readonly StoredPost[]
  readonly read: (id: PostId) => StoredPost | undefined
  /** Called before a write of a user; what it returns takes over the written post. */
  readonly expect: () => (post: StoredPost) => void
  readonly remove: (id: PostId) => void
}

/**
 * The posts of a store as an `@msw/data` collection. It follows the store, which takes over what a user writes here. Writes
 * take turns, because overlapping updates of the base class lose one another.
 */
export class PostCollection extends Collection<typeof rowSchema> {
  readonly #owner: Owner
  #turn: Promise<unknown> = Promise.resolve()
  /** Resolves when the posts of the latest reset are here; rejects with the error of a hook. */
  isFilled: Promise<void> = Promise.resolve()

  constructor(owner: Owner) {
    super({ schema: rowSchema })
    this.#owner = owner
    this.fill()
  }

  /** Takes all posts of the store. */
  fill(): void {
    this.isFilled = this.#inTurn(async () => {
      super.deleteMany((query) => query.where(() => true))
      for (const post of this.#owner.list()) await super.create(post)
    })
    // Who asks for the collection gets the error.
    this.isFilled.catch(() => {})
  }

  /** Takes a post of the store, or that it is gone. */
  follow(id: PostId): Promise<void> {
    return this.#inTurn(async () => {
      const post = this.#owner.read(id)
      const row = this.#find(id)
      if (!post) return void (row && super.delete(row))
      if (!row) return void (await super.create(post))
      await super.update(row, {
        data(draft) {
          for (const name of Object.keys(postOf(row))) if (!Object.hasOwn(post, name)) delete draft[name]
          for (const [name, value] of Object.entries(post)) if (draft[name] !== value) draft[name] = value
        },
      })
    })
  }

  override create(values: Values): Promise<Row> {
    return this.#ofUser(async () => {
      if (this.#owner.read(values.id)) throw refused('create a post', `another post has the id ${values.id}`)
      return super.create(values)
    })
  }

  override update<Strict extends boolean>(
    predicate: Predicate,
    { data, ...options }: Update & { strict?: Strict },
  ): Promise<Strict extends true ? Row : Row | undefined> {
    const keepingId: Update['data'] = async (draft) => {
      const { id } = draft
      await data(draft)
      if (draft.id !== id) throw refused(`update post ${id}`, `its id becomes ${draft.id}`)
    }
    return this.#ofUser(() => super.update<Strict>(predicate, { ...options, data: keepingId }))
  }

  override async updateMany(...[predicate, options]: Parameters<Posts['updateMany']>): Promise<Row[]> {
    const rows: Row[] = []
    for (const row of this.findMany(predicate, options))
      rows.push(await this.update<true>(row, { data: options.data }))
    return rows
  }

  override delete<Strict extends boolean>(
    predicate: Predicate,
    options?: { strict?: Strict },
  ): Strict extends true ? Row : Row | undefined {
    const row = super.delete<Strict>(predicate, options)
    if (row && !this.#find(row.id)) this.#owner.remove(row.id)
    return row
  }

  override deleteMany(...args: Parameters<Posts['deleteMany']>): Row[] {
    const rows = this.findMany(...args)
    for (const row of rows) this.delete(row)
    return rows
  }

  override clear(): void {
    this.deleteMany((query) => query.where(() => true))
  }

  #ofUser<Written extends Row | undefined>(write: () => Promise<Written>): Promise<Written> {
    const takeOver = this.#owner.expect()
    return this.#inTurn(async () => {
      const row = await write()
      if (row) takeOver(postOf(row))
      return row
    })
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(task, task)
    this.#turn = done
    return done
  }

  #find(id: PostId): Row | undefined {
    return this.findFirst((query) => query.where((row) => row.id === id))
  }
}

/** The post of a row, as JSON and without relations, which are getters. */
function postOf(row: Row): StoredPost {
  const fields = Object.entries(Object.getOwnPropertyDescriptors(row)).filter(([, { get }]) => !get)
  return parseJson(
    stringifyJson(Object.fromEntries(fields.map(([name, { value }]) => [name, value]))),
  ) as unknown as StoredPost
}

export function findPosts(posts: readonly Post[], query: PostQuery): Post[] {
  const found = query(new Query())
  return posts.filter((post) => found.test(post))
}

function refused(action: string, fact: string): UnderstudyError {
  return new UnderstudyError('POSTS_INVALID', `Failed to ${action} in the collection: ${fact}.`)
}
