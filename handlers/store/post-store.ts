import type { Profile } from '../choices/profile.ts'
import type { PostFields } from '../fields.ts'
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
 * The posts of a world: a map by id. All writes are effective immediately. A user who asks for the `@msw/data` collection gets
 * one that is kept the same from then on; the promise of a write waits for it.
 */
export class PostStore {
  readonly #options: StoreOptions
  #initial: Snapshot
  /** Another map after a reset or restore. */
  #posts = new Map<PostId, StoredPost>()
  #memory: IdMemory
  #version = {}
  #opening: Promise<PostCollection> | undefined
  #mirror: PostCollection | undefined
  readonly #listeners = new Set<() => void>()

  constructor(options: StoreOptions) {
    this.#options = options
    this.#initial = frozen(options.initial)
    this.#memory = this.#initial.ids
    this.reset()
  }

  get count(): number {
    return this.#posts.size
  }

  /** Changes with every change of the posts; a key for caches. */
  get version(): object {
    return this.#version
  }

  /** All posts, oldest insertion first. */
  list(): StoredPost[] {
    return [...this.#posts.values()]
  }

  read(id: PostId): StoredPost | undefined {
    return this.#posts.get(id)
  }

  /** Adds a post with fields, or with the fields for its id; undefined if `sent.id` exists already. */
  async create(
    fields: PostFields | ((id: PostId) => PostFields),
    sent: Sent = {},
  ): Promise<StoredPost | undefined> {
    if (sent.id !== undefined && this.#posts.has(sent.id)) return undefined
    const id = sent.id ?? this.#draw()
    return this.put(id, typeof fields === 'function' ? fields(id) : fields, sent.extra)
  }

  /** Replaces a post, or adds it with this id. */
  async put(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<StoredPost> {
    const post = this.#compose(id, fields, extra)
    this.#set(post)
    await this.#mirror?.follow(id)
    return post
  }

  /** Removes a post and returns it; undefined if it does not exist. */
  async delete(id: PostId): Promise<StoredPost | undefined> {
    const post = this.#posts.get(id)
    this.#remove(id)
    if (post) await this.#mirror?.follow(id)
    return post
  }

  /** The collection of the posts, for queries, relations and hooks. Always the same object. */
  async collection(): Promise<PostCollection> {
    this.#opening ??= this.#open()
    const collection = await this.#opening
    await collection.isFilled
    return collection
  }

  /** The current posts as plain data, which later writes do not change. */
  snapshot(): Snapshot {
    return Object.freeze({ posts: Object.freeze(this.list()), ids: this.#memory })
  }

  restore(snapshot: Snapshot): void {
    const { posts, ids } = frozen(snapshot)
    this.#posts = new Map(posts.map((post) => [post.id, post]))
    this.#memory = ids
    this.#mirror?.fill()
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

  /** Loads @msw/data only when it is needed: it takes more than half of the start time of the server. */
  async #open(): Promise<PostCollection> {
    const { PostCollection } = await import('./post-collection.ts')
    this.#mirror = new PostCollection({
      list: () => this.list(),
      read: (id) => this.read(id),
      expect: () => {
        const posts = this.#posts
        return (post) => posts === this.#posts && this.#set(post)
      },
      remove: (id) => this.#remove(id),
    })
    return this.#mirror
  }

  #draw(): PostId {
    const drawn = drawId(this.#options.profile(), this.#options.seed, this.#posts, this.#memory)
    this.#memory = drawn.memory
    return drawn.id
  }

  #set(post: StoredPost): void {
    if (!this.#posts.has(post.id)) this.#memory = remember(this.#memory, post.id)
    this.#posts.set(post.id, freeze(post))
    this.#announce()
  }

  #remove(id: PostId): void {
    if (this.#posts.delete(id)) this.#announce()
  }

  #announce(): void {
    this.#version = {}
    for (const listener of this.#listeners) listener()
  }

  /** A replaced post keeps the fields of the service, such as the time of creation, but not those of a client. */
  #compose(id: PostId, fields: PostFields, extra?: ExtraFields): StoredPost {
    const types = this.#options.profile()['post.extra-fields']
    if (types === 'none') return { id, ...fields, ...extra }
    const previous = this.#posts.get(id)
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

/** Freezes plain data with all that is in it. */
export function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) freeze(member)
  return Object.freeze(value)
}
