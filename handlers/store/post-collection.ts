import { Collection, Query } from '@msw/data'
import type * as z from 'zod/mini'
import { UnderstudyError } from '../model/errors.ts'
import { type Post, type PostId, postSchema, type StoredPost, toPostId } from '../model/post.ts'
import { remember } from './ids.ts'
import { postFault } from './seeding.ts'
import type { State } from './state.ts'

/**
 * A collection of posts.
 * @typeParam Extra additional fields and relations.
 */
export type PostsCollection<Extra = unknown> = Collection<z.ZodMiniType<Post & Extra, Post & Extra>>
/** A query of `@msw/data`: `(query) => query.where({ title: 'Hello' })`. */
export type PostQuery = (query: Query<Post>) => Query<Post>

type Posts = Collection<typeof postSchema>
type Row = ReturnType<Posts['all']>[number]
type Values = Parameters<Posts['create']>[0]
type Predicate = Parameters<Posts['update']>[0]
type Update = Pick<Parameters<Posts['update']>[1], 'data'>

/** The owner of a collection. */
interface Owner {
  /** The current posts; a new object after a reset or restore. */
  state(): State
  /** Called after a write of a user. */
  written(): void
}

/**
 * The posts of a store as an `@msw/data` collection. The store is the truth: it writes here first, so that hooks can refuse a
 * write, and takes over what a user writes. Updates take turns, because overlapping ones of the base class lose one another.
 */
export class PostCollection extends Collection<typeof postSchema> {
  readonly #owner: Owner
  #turn: Promise<unknown> = Promise.resolve()
  #relations: readonly string[] = []

  constructor(owner: Owner) {
    super({ schema: postSchema })
    this.#owner = owner
  }

  inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(task, task)
    this.#turn = done
    return done
  }

  /** Holds these posts only. */
  async fill(posts: readonly StoredPost[]): Promise<void> {
    super.deleteMany((query) => query.where(() => true))
    for (const post of posts) await super.create(post)
  }

  /** Adds or replaces a post of the store. */
  async put(post: StoredPost, previous: StoredPost | undefined): Promise<void> {
    const row = previous && this.#find(post.id)
    if (!row) return void (await super.create(post))
    await super.update(row, {
      data(draft) {
        for (const name of Object.keys(previous)) if (!Object.hasOwn(post, name)) delete draft[name]
        for (const [name, value] of Object.entries(post)) if (draft[name] !== value) draft[name] = value
      },
    })
  }

  /** Removes a post of the store; returns whether it is gone. A hook may keep it. */
  remove(id: PostId): boolean {
    const row = this.#find(id)
    if (row) super.delete(row)
    return this.#find(id) === undefined
  }

  override async create(values: Values): Promise<Row> {
    const refuseTaken = () => {
      if (state.posts.has(values.id)) throw refused('create a post', `another post has the id ${values.id}`)
    }
    this.#check('create a post', values)
    const state = this.#owner.state()
    refuseTaken()
    const row = await super.create(values)
    try {
      refuseTaken()
    } catch (error) {
      super.delete(row)
      throw error
    }
    state.memory = remember(state.memory, values.id)
    if (state === this.#owner.state()) this.#adopt(state, row)
    else super.delete(row)
    return row
  }

  override async update<Strict extends boolean>(
    predicate: Predicate,
    { data, ...options }: Update & { strict?: Strict },
  ): Promise<Strict extends true ? Row : Row | undefined> {
    const state = this.#owner.state()
    const checked: Update = {
      data: async (draft) => {
        const { id } = draft
        await data(draft)
        if (draft.id !== id) throw refused(`update post ${id}`, `its id becomes ${draft.id}`)
        this.#check(`update post ${id}`, draft)
      },
    }
    return this.inTurn(async () => {
      const row = await super.update<Strict>(predicate, { ...options, ...checked })
      if (row) this.#adopt(state, row)
      return row
    })
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
    const state = this.#owner.state()
    if (row && state.posts.has(row.id) && !this.#find(row.id)) {
      state.delete(row.id)
      this.#owner.written()
    }
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

  override defineRelations(...[define]: Parameters<Posts['defineRelations']>): void {
    super.defineRelations((builder) => {
      const relations = define(builder)
      this.#relations = Object.keys(relations)
      return relations
    })
  }

  #find(id: PostId): Row | undefined {
    return this.findFirst((query) => query.where((row) => row.id === id))
  }

  /** The store gets the post without relations. A reset in the meantime has outdated it, and fills the collection again. */
  #adopt(state: State, row: Row): void {
    if (state !== this.#owner.state()) return
    state.set(structuredClone(Object.fromEntries(this.#ownFields(row))) as StoredPost)
    this.#owner.written()
  }

  #check(action: string, post: Readonly<Record<string, unknown>>): void {
    const id = toPostId(post.id)
    if (id === undefined || id !== post.id)
      throw refused(action, `its id is ${String(post.id)}, not an int64: a number, and a bigint from 2^53`)
    const fault = postFault(post)
    if (fault !== undefined) throw refused(action, `it has ${fault}`)
    const odd = this.#ownFields(post).find(([, value]) => !isJson(value))
    if (odd) throw refused(action, `its ${odd[0]} is not JSON`)
  }

  #ownFields(post: Readonly<Record<string, unknown>>): [string, unknown][] {
    return Object.keys(post)
      .filter((name) => !this.#relations.includes(name))
      .map((name) => [name, post[name]])
  }
}

export function findPosts(posts: readonly Post[], query: PostQuery): Post[] {
  const found = query(new Query())
  return posts.filter((post) => found.test(post))
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === null || /^(?:string|boolean|bigint)$/.test(typeof value) || Number.isFinite(value)
  const isPlain = /^\[object (?:Object|Array)\]$/.test(Object.prototype.toString.call(value))
  return isPlain && Object.values(value).every(isJson)
}

function refused(action: string, fact: string): UnderstudyError {
  return new UnderstudyError(
    'POSTS_INVALID',
    `Failed to ${action} in the collection: ${fact}. Give { id, title, content }; an update keeps the id.`,
  )
}
