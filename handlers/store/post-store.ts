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
  /** The posts to begin with, and to go back to at a reset. */
  readonly initial: Snapshot
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** What a client sent, besides the fields that the document names. */
interface Sent {
  readonly id?: PostId | undefined
  readonly extra?: ExtraFields
}

/**
 * The posts of one world, in one `@msw/data` collection and an index by id. Reads look at the index and answer at once;
 * writes go through the collection, one after the other, as it loses updates that overlap. A reset or restore is seen by
 * the very next read: a write under way when that happens settles as if it had come before, and leaves no trace.
 */
export class PostStore {
  readonly #options: StoreOptions
  #profile: Profile
  #state: State
  #initial: State
  #collection: Promise<PostCollection> | undefined
  /** The collection, once somebody outside holds it: it shows a reset at once. */
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

  /** Changes whenever the posts do: a key for whatever is derived from all of them. */
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

  /** Adds a post, of fields or of what its id makes them; undefined where `sent.id` is given and taken. */
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

  /** Replaces a post wholly; undefined where none has this id. */
  replace(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<StoredPost | undefined> {
    return this.#write((state, collection) =>
      state.posts.has(id) ? this.#put(state, collection, id, fields, extra) : undefined,
    )
  }

  /** Replaces a post wholly, or adds it under this id. */
  put(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<{ post: StoredPost; created: boolean }> {
    return this.#write((state, collection) => {
      const created = !state.posts.has(id)
      return { post: this.#put(state, collection, id, fields, extra), created }
    })
  }

  /** Removes a post and returns it; undefined where none has this id. */
  delete(id: PostId): Promise<StoredPost | undefined> {
    return this.#write((state, collection) => {
      const post = state.posts.get(id)
      if (collection) collection.delete((query) => query.where((row) => row.id === id))
      else state.delete(id)
      return post
    })
  }

  /** The collection that holds the posts, for queries, relations and hooks. The same one for as long as the store lives. */
  async collection(): Promise<PostCollection> {
    this.#shared ??= await this.#open()
    this.#shared.fill()
    return this.#shared
  }

  /** The posts of this moment, as plain data that no later write changes. The same object until the next write. */
  snapshot(): Snapshot {
    return this.#state.snapshot
  }

  restore(snapshot: Snapshot): void {
    this.#goTo(State.of(snapshot))
  }

  /** Goes back to the posts that the store began with. */
  reset(): void {
    this.#goTo(this.#initial.fork())
  }

  /** Makes other posts the ones to begin with, and begins. */
  begin(initial: Snapshot): void {
    this.#initial = State.of(initial)
    this.reset()
  }

  /** Follows another profile from the next write on; the posts stay. */
  follow(profile: Profile): void {
    this.#profile = profile
  }

  /**
   * Calls back after every change of the posts, before the promise of a write settles.
   * @returns a function that ends it.
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

  /** Writes in the order of the calls, each in one turn. The posts that a reset has left behind have no collection. */
  async #write<Result>(task: (state: State, collection?: PostCollection) => Result): Promise<Result> {
    const state = this.#state
    const collection = await this.#open()
    if (state !== this.#state) return task(state)
    collection.fill()
    return task(state, collection)
  }

  /** @msw/data is loaded here: it takes more than half of the time in which the server starts, and reads do without it. */
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

  /** A replaced post keeps what the service added to it (when it was created, say), not what a client did. */
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

/** A field may be called `constructor`, and every object inherits one. */
function ownField(post: StoredPost | undefined, name: string): JsonValue | undefined {
  return post && Object.hasOwn(post, name) ? post[name] : undefined
}
