import type { Profile } from '../choices/profile.ts'
import type { ExtraFields, PostFields, PostId, StoredPost } from '../model/post.ts'
import { serviceFields } from './extra-fields.ts'
import { drawId, type IdMemory, remember } from './ids.ts'
import type { PostCollection } from './post-collection.ts'
import { freeze, frozen, type Snapshot } from './snapshot.ts'

export interface StoreOptions {
  /** The current profile. */
  readonly profile: () => Profile
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

/** The posts since the last reset or restore. A write that one of them overtakes ends in the former state, which nobody sees. */
interface State {
  readonly posts: Map<PostId, StoredPost>
  memory: IdMemory
}

/**
 * The posts of a world: a map by id. A user who asks for the `@msw/data` collection gets one that is kept the same from then on;
 * only then do writes take turns. A reset or restore is effective immediately: a pending write settles as if it had finished
 * before, without an effect.
 */
export class PostStore {
  readonly #options: StoreOptions
  #initial: Snapshot
  #state: State
  #version = {}
  #opening: Promise<PostCollection> | undefined
  #collection: PostCollection | undefined
  #filled: Promise<void> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(options: StoreOptions) {
    this.#options = options
    this.#initial = frozen(options.initial)
    this.#state = stateOf(this.#initial)
  }

  get count(): number {
    return this.#state.posts.size
  }

  /** Changes with every change of the posts; a key for caches. */
  get version(): object {
    return this.#version
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
    return this.#inTurn(async (state) => {
      if (sent.id !== undefined && state.posts.has(sent.id)) return undefined
      const id = sent.id ?? this.#draw(state)
      return this.#put(state, id, typeof fields === 'function' ? fields(id) : fields, sent.extra)
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
      if (!post || this.#mirrorOf(state)?.remove(id) === false) return post
      this.#remove(state, id)
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

  /** The current posts as plain data, which later writes do not change. */
  snapshot(): Snapshot {
    return Object.freeze({ posts: Object.freeze(this.list()), ids: this.#state.memory })
  }

  restore(snapshot: Snapshot): void {
    this.#goTo(frozen(snapshot))
  }

  /** Restores the initial posts. */
  reset(): void {
    this.#goTo(this.#initial)
  }

  /** Replaces the initial posts, and resets. */
  begin(initial: Snapshot): void {
    this.#initial = frozen(initial)
    this.reset()
  }

  /**
   * Calls a listener after every change of the posts, before the promise of a write settles.
   * @returns a function that removes it.
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #goTo(snapshot: Snapshot): void {
    this.#state = stateOf(snapshot)
    const collection = this.#collection
    if (collection) {
      this.#filled = collection.inTurn(() => collection.fill(this.list()))
      // Who asks for the collection gets the error of a hook.
      this.#filled.catch(() => {})
    }
    this.#announce(this.#state)
  }

  /** Loads @msw/data only when it is needed: it takes more than half of the start time of the server. */
  async #open(): Promise<PostCollection> {
    const { PostCollection } = await import('./post-collection.ts')
    const collection = new PostCollection({
      expect: () => {
        const state = this.#state
        return (post) => this.#set(state, freeze(post))
      },
      remove: (id) => this.#remove(this.#state, id),
    })
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
    const drawn = drawId(this.#options.profile(), this.#options.seed, state.posts, state.memory)
    state.memory = drawn.memory
    return drawn.id
  }

  async #put(state: State, id: PostId, fields: PostFields, extra?: ExtraFields): Promise<StoredPost> {
    const previous = state.posts.get(id)
    const post = freeze(this.#compose(id, fields, extra, previous))
    const mirror = this.#mirrorOf(state)
    if (mirror) await mirror.put(post, previous)
    this.#set(state, post)
    return post
  }

  #set(state: State, post: StoredPost): void {
    if (!state.posts.has(post.id)) state.memory = remember(state.memory, post.id)
    state.posts.set(post.id, post)
    this.#announce(state)
  }

  #remove(state: State, id: PostId): void {
    if (state.posts.delete(id)) this.#announce(state)
  }

  #announce(state: State): void {
    if (state !== this.#state) return
    this.#version = {}
    for (const listener of this.#listeners) listener()
  }

  /** A replaced post keeps the fields of the service, such as the time of creation, but not those of a client. */
  #compose(
    id: PostId,
    { title, content }: PostFields,
    extra?: ExtraFields,
    previous?: StoredPost,
  ): StoredPost {
    const types = this.#options.profile()['post.extra-fields']
    if (types === 'none') return { id, title, content, ...extra }
    const added = Object.entries(serviceFields(types, this.#options.seed, id, this.#options.now()))
    const kept = added.map(([name, value]) => [
      name,
      // A field may have the name `constructor`.
      previous && Object.hasOwn(previous, name) ? previous[name] : value,
    ])
    return { id, title, content, ...extra, ...Object.fromEntries(kept) }
  }
}

function stateOf({ posts, ids }: Snapshot): State {
  return { posts: new Map(posts.map((post) => [post.id, post])), memory: ids }
}
