import { Collection, Query } from '@msw/data'
import { TypedEvent } from 'rettime'
import type * as z from 'zod/mini'
import { UnderstudyError } from '../model/errors.ts'
import { type Post, postSchema, type StoredPost, toPostId } from '../model/post.ts'
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
  /** Called after a write. */
  written(): void
}

/**
 * The `@msw/data` collection of a world's posts. All writes of the service and of users use its methods. An invalid write is
 * refused. The index by id is updated after a write, because hooks and listeners can still refuse it before. Each write runs in
 * one turn, because overlapping writes of the base class lose data; only `update` keeps the turns of the base class.
 */
class PostCollection extends Collection<typeof postSchema> {
  readonly #owner: Owner
  readonly #key: symbol
  readonly #relations: symbol
  #filled: State | undefined

  /** @param marks the two symbols of records in `@msw/data`: the key, and the relations. */
  constructor(owner: Owner, [key, relations]: readonly symbol[]) {
    super({ schema: postSchema })
    if (!key || !relations)
      throw new TypeError('Failed to read a record of @msw/data: use its version 1.1.7.')
    this.#owner = owner
    this.#key = key
    this.#relations = relations
  }

  /** Updates the records to the current posts. */
  fill(): void {
    const state = this.#owner.state()
    if (this.#filled === state) return
    this.#filled = state
    for (const deletedRecord of this.all().splice(0)) this.#tell('delete', { deletedRecord })
    for (const post of state.posts.values()) this.#add(post)
  }

  insert(post: StoredPost): Row {
    const row = this.#add(post)
    this.#land(this.#owner.state(), row)
    return row
  }

  /** Replaces the fields of a record; removes missing ones. */
  replace(post: StoredPost): void {
    const records = this.all()
    const at = records.findIndex(({ id }) => id === post.id)
    const prevRecord = records[at] as Row
    const nextRecord = this.#record(post, prevRecord)
    for (const name of Object.keys({ ...this.#owner.state().posts.get(post.id), ...post })) {
      const [prevValue, nextValue] = [prevRecord[name], post[name]]
      if (prevValue !== nextValue)
        this.#tell('update', { prevRecord, nextRecord, path: [name], prevValue, nextValue })
    }
    records[at] = nextRecord
    this.#land(this.#owner.state(), nextRecord)
  }

  override async create(values: Values): Promise<Row> {
    this.#check('create a post', values)
    const state = this.#owner.state()
    if (state.posts.has(values.id)) throw refused('create a post', `another post has the id ${values.id}`)
    state.memory = remember(state.memory, values.id)
    return this.insert(values as StoredPost)
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
    const row = await super.update<Strict>(predicate, { ...options, ...checked })
    if (row) this.#land(state, row)
    return row
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
    const isGone = row && state.posts.has(row.id) && !this.all().some(({ id }) => id === row.id)
    if (isGone) {
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

  #add(post: StoredPost): Row {
    const record = this.#record(post)
    this.#tell('create', { record, initialValues: post })
    this.all().push(record)
    return record
  }

  /** Records are read-only: an assignment would change only the collection, not the index. Use `update`. */
  #record(post: StoredPost, previous?: Row): Row {
    const record = {}
    for (const [name, value] of Object.entries(post)) {
      const isOurs = typeof value !== 'object' || Object.isFrozen(value) || this.#isRelated(value)
      const copy = isOurs ? value : structuredClone(value)
      Object.defineProperty(record, name, { value: copy, enumerable: true, configurable: true })
    }
    Object.defineProperty(record, this.#key, { value: `post ${post.id}` })
    const relations: Map<string, unknown> = previous ? Reflect.get(previous, this.#relations) : new Map()
    Object.defineProperty(record, this.#relations, { value: relations })
    for (const name of relations.keys())
      Object.defineProperty(record, name, Object.getOwnPropertyDescriptor(previous, name) ?? {})
    return record as Row
  }

  #tell(event: 'create' | 'update' | 'delete', data: object): void {
    if (this.hooks.listenerCount(event) > 0) this.hooks.emit(new TypedEvent(event, { data }) as never)
  }

  /** The index contains the post without relations. */
  #land(state: State, row: Row): void {
    const relations: Map<string, unknown> = Reflect.get(row, this.#relations)
    const own = Object.entries(row).filter(([name]) => !relations.has(name))
    for (const [name] of own) Object.defineProperty(row, name, { writable: false })
    state.set(Object.fromEntries(own) as StoredPost)
    if (state === this.#owner.state()) return void this.#owner.written()
    // The record is outdated by a reset.
    this.#filled = undefined
    this.fill()
  }

  #check(action: string, post: Readonly<Record<string, unknown>>): void {
    const id = toPostId(post.id)
    if (id === undefined || id !== post.id)
      throw refused(action, `its id is ${String(post.id)}, not an int64: a number, and a bigint from 2^53`)
    const fault = postFault(post)
    if (fault !== undefined) throw refused(action, `it has ${fault}`)
    const odd = Object.entries(post).find(([, value]) => !this.#isRelated(value) && !isJson(value))
    if (odd) throw refused(action, `its ${odd[0]} is not JSON`)
  }

  /** Whether a value is a record or a list of records. */
  #isRelated(value: unknown): boolean {
    const first = Array.isArray(value) ? value[0] : value
    return typeof first === 'object' && first !== null && this.#key in first
  }
}

export type { PostCollection }

export function findPosts(posts: readonly Post[], query: PostQuery): Post[] {
  const found = query(new Query())
  return posts.filter((post) => found.test(post))
}

/** Opens the collection of a store; `fill` adds its posts. */
export async function openCollection(owner: Owner): Promise<PostCollection> {
  const record = await new Collection({ schema: postSchema }).create({ id: 1, title: '', content: '' })
  return new PostCollection(owner, Object.getOwnPropertySymbols(record))
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
