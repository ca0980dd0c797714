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
 * The posts of a world: a map by id. A user who asks for the `@msw/data` collection gets one that is kept the same from then on;
 * only then do writes take turns. A reset or restore is effective immediately: a pending write settles as if it had finished
 * before, without an effect.
 */
export class PostStore {
  readonly #options: StoreOptions
  #profile: Profile
  #state: State
  #initial: State
  #opening: Promise<PostCollection> | undefined
  #collection: PostCollection | undefined
  #filled: Promise<void> | undefined
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
    return this.#inTurn(async (state) => {
      if (sent.id !== undefined && state.posts.has(sent.id)) return undefined
      const id = sent.id ?? this.#draw(state)
      return this.#put(state, id, fieldsOf(id), sent.extra)
    })
  }

  /** Replaces a post; undefined if it does not exist. */
  replace(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<StoredPost | undefined> {
    return this.#inTurn(async (state) =>
      state.posts.has(id) ? this.#put(state, id, fields, extra) : undefined,
    )
  }

  /** Replaces a post, or adds it with this id. */
  put(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<{ post: StoredPost; created: boolean }> {
    return this.#inTurn(async (state) => {
      const created = !state.posts.has(id)
      return { post: await this.#put(state, id, fields, extra), created }
    })
  }

  /** Removes a post and returns it; undefined if it does not exist. */
  delete(id: PostId): Promise<StoredPost | undefined> {
    return this.#inTurn(async (state) => {
      const post = state.posts.get(id)
      if (!post || !(this.#mirrorOf(state)?.remove(id) ?? true)) return post
      state.delete(id)
      this.#announce(state)
      return post
    })
  }

  /** The collection of the posts, for queries, relations and hooks. Always the same object. */
  async collection(): Promise<PostCollection> {
    this.#opening ??= this.#open()
    const collection = await this.#opening
    await this.#filled
    return collection
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
    const collection = this.#collection
    if (collection) {
      this.#filled = collection.inTurn(() => collection.fill([...this.#state.posts.values()]))
      // Who asks for the collection gets the error of a hook.
      this.#filled.catch(() => {})
    }
    this.#announce(state)
  }

  /** Loads @msw/data only when it is needed: it takes more than half of the start time of the server. */
  async #open(): Promise<PostCollection> {
    const { PostCollection } = await import('./post-collection.ts')
    const owner = { state: () => this.#state, written: () => this.#announce(this.#state) }
    const collection = new PostCollection(owner)
    let version: object
    do {
      version = this.version
      await collection.fill(this.list())
    } while (version !== this.version)
    this.#collection = collection
    return collection
  }

  /** Without a collection a write is done when it returns. */
  #inTurn<Result>(task: (state: State) => Promise<Result>): Promise<Result> {
    const state = this.#state
    return this.#collection ? this.#collection.inTurn(() => task(state)) : task(state)
  }

  /** Posts from before a reset have no collection. */
  #mirrorOf(state: State): PostCollection | undefined {
    return state === this.#state ? this.#collection : undefined
  }

  #draw(state: State): PostId {
    const drawn = drawId(idRules(this.#profile, this.#options.seed), state.posts, state.memory)
    state.memory = drawn.memory
    return drawn.id
  }

  async #put(state: State, id: PostId, fields: PostFields, extra?: ExtraFields): Promise<StoredPost> {
    const previous = state.posts.get(id)
    const post = this.#compose(id, fields, extra, previous)
    if (!previous) state.memory = remember(state.memory, id)
    const mirror = this.#mirrorOf(state)
    if (mirror) await mirror.put(post, previous)
    state.set(post)
    this.#announce(state)
    return post
  }

  #announce(state: State): void {
    if (state === this.#state) for (const listener of this.#listeners) listener()
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
