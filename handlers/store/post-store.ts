import type { Profile } from '../choices/profile.ts'
import type { PostFields } from '../fields.ts'
import { freeze } from '../model/json.ts'
import type { ExtraFields, PostId, StoredPost } from '../model/post.ts'
import { serviceFields } from '../seed/seeded-post.ts'
import { drawId, type IdMemory, remember } from './ids.ts'
import type { PostCollection } from './post-collection.ts'

/**
 * The posts at one moment, oldest insertion first, and the state of the assignment of ids. Plain data, frozen
 * posts.
 */
export interface Snapshot {
  readonly posts: readonly StoredPost[]
  readonly ids: IdMemory
}

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

/**
 * The posts of a world, in one `@msw/data` collection. Writes take turns, and are done when their promise resolves. A reset or
 * restore takes its turn too, but is seen at once: until the collection is filled, reads are answered from the snapshot.
 */
export class PostStore {
  readonly #options: StoreOptions
  #initial: Snapshot
  /** Opened by the first write or query: loading `@msw/data` takes longer than the rest of the start of a server. */
  #opened: Promise<PostCollection> | undefined
  /** What reads are answered from: the collection, or the snapshot that it is going to be filled with. */
  #current: Pick<PostCollection, 'count' | 'list' | 'read'>
  #restored: Snapshot
  #turn: Promise<unknown> = Promise.resolve()
  /** Resolves when the latest restored posts are in the collection; rejects with the error of a hook. */
  #filled: Promise<void> = Promise.resolve()
  #memory: IdMemory
  #version = {}
  readonly #listeners = new Set<() => void>()

  constructor(options: StoreOptions) {
    this.#options = options
    this.#initial = frozen(options.initial)
    this.#restored = this.#initial
    this.#current = unfilled(this.#initial)
    this.#memory = this.#initial.ids
  }

  get count(): number {
    return this.#current.count()
  }

  /** Changes with every change of the posts; a key for caches. */
  get version(): object {
    return this.#version
  }

  /** All posts, oldest insertion first. */
  list(): StoredPost[] {
    return this.#current.list()
  }

  read(id: PostId): StoredPost | undefined {
    return this.#current.read(id)
  }

  /** Adds a post with fields, or with the fields for its id; undefined if `sent.id` exists already. */
  create(
    fields: PostFields | ((id: PostId) => PostFields),
    sent: Sent = {},
  ): Promise<StoredPost | undefined> {
    return this.#inTurn(async (posts) => {
      if (sent.id !== undefined && posts.ids.has(sent.id)) return undefined
      const id = sent.id ?? this.#draw(posts)
      const given = typeof fields === 'function' ? fields(id) : fields
      return posts.put(this.#compose(posts, id, given, sent.extra))
    })
  }

  /** Replaces a post, or adds it with this id; undefined if it does not exist and must not be added. */
  put(
    id: PostId,
    fields: PostFields,
    { extra, mayAdd = true }: { readonly extra?: ExtraFields; readonly mayAdd?: boolean } = {},
  ): Promise<{ readonly post: StoredPost; readonly isNew: boolean } | undefined> {
    return this.#inTurn(async (posts) => {
      const isNew = !posts.ids.has(id)
      if (isNew && !mayAdd) return undefined
      return { post: await posts.put(this.#compose(posts, id, fields, extra)), isNew }
    })
  }

  /** Removes a post and returns it; undefined if it does not exist. */
  delete(id: PostId): Promise<StoredPost | undefined> {
    return this.#inTurn(async (posts) => posts.remove(id))
  }

  /** The collection of the posts, for queries, relations and hooks. Always the same object. */
  async collection(): Promise<PostCollection> {
    const posts = await this.#inTurn(async (collection) => collection)
    await this.#filled
    return posts
  }

  /** The current posts as plain data, which later writes do not change. */
  snapshot(): Snapshot {
    return Object.freeze({ posts: Object.freeze(this.list()), ids: this.#memory })
  }

  restore(snapshot: Snapshot): void {
    const restored = frozen(snapshot)
    this.#restored = restored
    this.#current = unfilled(restored)
    this.#memory = restored.ids
    if (this.#opened) {
      this.#filled = this.#inTurn((posts) => this.#fill(posts, restored))
      // Who asks for the collection gets the error.
      this.#filled.catch(() => {})
    }
    this.#announce()
  }

  /** Restores the initial posts. */
  reset(): void {
    this.restore(this.#initial)
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

  async #open(): Promise<PostCollection> {
    const restored = this.#restored
    const { PostCollection } = await import('./post-collection.ts')
    const posts = new PostCollection({
      inTurn: (write) => this.#inTurn(write),
      changed: (id) => {
        if (posts.ids.has(id)) this.#memory = remember(this.#memory, id)
        this.#announce()
      },
    })
    await this.#fill(posts, restored)
    return posts
  }

  async #fill(posts: PostCollection, snapshot: Snapshot): Promise<void> {
    try {
      await posts.fill(snapshot.posts)
    } finally {
      // Writes before this turn have changed it.
      this.#memory = snapshot.ids
      if (this.#restored === snapshot) this.#current = posts
    }
  }

  #inTurn<Result>(write: (posts: PostCollection) => Promise<Result>): Promise<Result> {
    this.#opened ??= this.#open()
    const done = Promise.all([this.#opened, this.#turn]).then(([posts]) => write(posts))
    this.#turn = done.catch(() => {})
    return done
  }

  #draw({ ids }: PostCollection): PostId {
    const drawn = drawId(this.#options.profile(), this.#options.seed, ids, this.#memory)
    this.#memory = drawn.memory
    return drawn.id
  }

  #announce(): void {
    this.#version = {}
    for (const listener of this.#listeners) listener()
  }

  /** A replaced post keeps the fields of the service, such as the time of creation, but not those of a client. */
  #compose(posts: PostCollection, id: PostId, fields: PostFields, extra?: ExtraFields): StoredPost {
    const types = this.#options.profile()['post.extra-fields']
    if (types === 'none') return { id, ...fields, ...extra }
    const previous = posts.read(id)
    const added = Object.entries(serviceFields(types, this.#options.seed, id, this.#options.now()))
    const kept = added.map(([name, value]) => [
      name,
      // A field may have the name `constructor`.
      previous && Object.hasOwn(previous, name) ? previous[name] : value,
    ])
    return { id, ...fields, ...extra, ...Object.fromEntries(kept) }
  }
}

/** A snapshot whose posts cannot change; those that could, such as from a file, are copied. */
function frozen({ posts, ids }: Snapshot): Snapshot {
  return { posts: posts.map((post) => (Object.isFrozen(post) ? post : freeze(structuredClone(post)))), ids }
}

/** The posts of a snapshot, as the collection will have them. */
function unfilled({ posts }: Snapshot): Pick<PostCollection, 'count' | 'list' | 'read'> {
  return {
    count: () => posts.length,
    list: () => [...posts],
    read: (id) => posts.find((post) => post.id === id),
  }
}
