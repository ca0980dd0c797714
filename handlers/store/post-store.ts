import type { Profile } from '../choices/profile.ts'
import type { JsonValue } from '../model/json.ts'
import type { ExtraFields, PostFields, PostId, StoredPost } from '../model/post.ts'
import { serviceFields } from './extra-fields.ts'
import { drawId, remember } from './ids.ts'
import type { PostCollection } from './post-collection.ts'
import { idRules } from './seeding.ts'
import { type Snapshot, State } from './state.ts'

export interface StoreOptions {
  readonly profile: Profile
  readonly seed: number
  /** The initial posts, also after a reset. */
  readonly initial: Snapshot
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The additional fields that a client sent. */
interface Sent {
  readonly id?: PostId | undefined
  readonly extra?: ExtraFields
}

/**
 * The posts of a world, in an `@msw/data` collection and an index by id. Reads use the index and are synchronous. Writes use the
 * collection, one after the other, because it loses overlapping updates. A reset or restore is effective immediately: a pending
 * write settles as if it had finished before, without an effect.
 */
export class PostStore {
  readonly #options: StoreOptions
  #profile: Profile
  #state: State
  #initial: State
  #collection: Promise<PostCollection> | undefined
  /** The collection, after it was returned to a user: it must show a reset immediately. */
  #shared: PostCollection | undefined
  readonly #listeners = new Set<() => void>()

  constructor(options: StoreOptions) {
    this.#options = options
    this.#profile = options.profile
    this.#initial = State.of(options.initial)
    this.#state = this.#initial.fork()
  }

  get count(): number {
    return this.#state.posts.size
  }

  /** Changes with every change of the posts; a key for caches. */
  get version(): object {
    return this.#state.version
  }

  /** All posts, oldest insertion first. */
  list(): StoredPost[] {
    return [...this.#state.posts.values()]
  }

  read(id: PostId): StoredPost | undefined {
    return this.#state.posts.get(id)
  }

  /** Adds a post with fields, or with the fields for its id; undefined if `sent.id` exists already. */
  create(
    fields: PostFields | ((id: PostId) => PostFields),
    sent: Sent = {},
  ): Promise<StoredPost | undefined> {
    const fieldsOf = typeof fields === 'function' ? fields : () => fields
    return this.#write((state, collection) => {
      if (sent.id !== undefined && state.posts.has(sent.id)) return undefined
      const drawn = sent.id ?? this.#draw(state)
      return this.#put(state, collection, drawn, fieldsOf(drawn), sent.extra)
    })
  }

  /** Replaces a post; undefined if it does not exist. */
  replace(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<StoredPost | undefined> {
    return this.#write((state, collection) =>
      state.posts.has(id) ? this.#put(state, collection, id, fields, extra) : undefined,
    )
  }

  /** Replaces a post, or adds it with this id. */
  put(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<{ post: StoredPost; created: boolean }> {
    return this.#write((state, collection) => {
      const created = !state.posts.has(id)
      return { post: this.#put(state, collection, id, fields, extra), created }
    })
  }

  /** Removes a post and returns it; undefined if it does not exist. */
  delete(id: PostId): Promise<StoredPost | undefined> {
    return this.#write((state, collection) => {
      const post = state.posts.get(id)
      if (collection) collection.delete((query) => query.where((row) => row.id === id))
      else state.delete(id)
      return post
    })
  }

  /** The collection of the posts, for queries, relations and hooks. Always the same object. */
  async collection(): Promise<PostCollection> {
    this.#shared ??= await this.#open()
    this.#shared.fill()
    return this.#shared
  }

  /** The current posts as plain data, which later writes do not change. The same object until the next write. */
  snapshot(): Snapshot {
    return this.#state.snapshot
  }

  restore(snapshot: Snapshot): void {
    this.#goTo(State.of(snapshot))
  }

  /** Restores the initial posts. */
  reset(): void {
    this.#goTo(this.#initial.fork())
  }

  /** Replaces the initial posts, and resets. */
  begin(initial: Snapshot): void {
    this.#initial = State.of(initial)
    this.reset()
  }

  /** Changes the profile from the next write on; the posts stay. */
  follow(profile: Profile): void {
    this.#profile = profile
  }

  /**
   * Calls a listener after every change of the posts, before the promise of a write settles.
   * @returns a function that removes it.
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #goTo(state: State): void {
    this.#state = state
    this.#shared?.fill()
    this.#announce()
  }

  /** Runs writes in the order of the calls, each in one turn. Posts from before a reset have no collection. */
  async #write<Result>(task: (state: State, collection?: PostCollection) => Result): Promise<Result> {
    const state = this.#state
    const collection = await this.#open()
    if (state !== this.#state) return task(state)
    collection.fill()
    return task(state, collection)
  }

  /** Loads @msw/data only when it is needed: it takes more than half of the start time of the server. */
  #open(): Promise<PostCollection> {
    this.#collection ??= import('./post-collection.ts').then(({ openCollection }) =>
      openCollection({ state: () => this.#state, written: () => this.#announce() }),
    )
    return this.#collection
  }

  #draw(state: State): PostId {
    const drawn = drawId(idRules(this.#profile, this.#options.seed), state.posts, state.memory)
    state.memory = drawn.memory
    return drawn.id
  }

  #put(
    state: State,
    collection: PostCollection | undefined,
    id: PostId,
    fields: PostFields,
    extra?: ExtraFields,
  ): StoredPost {
    const previous = state.posts.get(id)
    const post = this.#compose(id, fields, extra, previous)
    if (!previous) state.memory = remember(state.memory, id)
    if (!collection) state.set(post)
    else if (previous) collection.replace(post)
    else collection.insert(post)
    return state.posts.get(id) as StoredPost
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }

  /** A replaced post keeps the fields of the service, such as the time of creation, but not those of a client. */
  #compose(
    id: PostId,
    { title, content }: PostFields,
    extra?: ExtraFields,
    previous?: StoredPost,
  ): StoredPost {
    const types = this.#profile['post.extra-fields']
    if (types === 'none') return { id, title, content, ...extra }
    const added = Object.entries(serviceFields(types, this.#options.seed, id, this.#options.now()))
    const kept = added.map(([name, value]) => [name, ownField(previous, name) ?? value])
    return { id, title, content, ...extra, ...Object.fromEntries(kept) }
  }
}

/** Own properties only: a field may have the name `constructor`. */
function ownField(post: StoredPost | undefined, name: string): JsonValue | undefined {
  return post && Object.hasOwn(post, name) ? post[name] : undefined
}
