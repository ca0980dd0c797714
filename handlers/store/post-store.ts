import type { Profile } from '../choices/profile.ts'
import type { PostFields } from '../fields.ts'
import { Listeners } from '../model/listeners.ts'
import type { ExtraFields, PostId, StoredPost } from '../model/post.ts'
import { serviceFields } from '../seed/seeded-post.ts'
import { drawId, type IdMemory, remember } from './ids.ts'
import type { PostCollection } from './post-collection.ts'

/**
 * The posts at one moment, oldest insertion first, and the state of the assignment of ids. Plain data, frozen
 * posts.
 */
export interface Snapshot<Id = PostId> {
  readonly posts: readonly (PostFields & { readonly id: Id } & ExtraFields)[]
  readonly ids: IdMemory<Id>
}

export interface StoreOptions {
  readonly profile: () => Profile
  readonly seed: number
  /** The initial posts, also after a reset. */
  readonly initial: Snapshot
  readonly now: () => number
}

/**
 * The posts of a world, in one `@msw/data` collection. Writes take turns, and are done when their promise resolves. A reset or
 * restore is seen at once: reads are answered from its snapshot until the next turn has filled the collection with it.
 */
export class PostStore {
  readonly #options: StoreOptions
  #initial: Snapshot
  /** The latest snapshot that was restored. */
  #restored: Snapshot
  /** The snapshot that the collection was filled with. */
  #filled: Snapshot | undefined
  /** Loaded by the first write or query, because `@msw/data` takes longer than the rest of the start of a server. */
  #posts: PostCollection | undefined
  #turn: Promise<unknown> | undefined
  #memory: IdMemory
  #version = {}
  /** Told of every change of the posts, before the promise of a write settles. */
  readonly changed = new Listeners()

  constructor(options: StoreOptions) {
    this.#options = options
    this.#initial = options.initial
    this.#restored = options.initial
    this.#memory = this.#initial.ids
  }

  get count(): number {
    return this.#current?.count() ?? this.#restored.posts.length
  }

  /** Changes with every change of the posts; a key for caches. */
  get version(): object {
    return this.#version
  }

  /** All posts, oldest insertion first. */
  list(): StoredPost[] {
    return this.#current?.list() ?? [...this.#restored.posts]
  }

  read(id: PostId): StoredPost | undefined {
    return this.#current ? this.#current.read(id) : this.#restored.posts.find((post) => post.id === id)
  }

  /** Adds a post with fields, or with the fields for its id, and with what else a client sent; undefined if that id exists. */
  create(
    fields: PostFields | ((id: PostId) => PostFields),
    sent: { readonly id?: PostId | undefined; readonly extra?: ExtraFields } = {},
  ): Promise<StoredPost | undefined> {
    return this.#inTurn(async (posts) => {
      if (sent.id !== undefined && posts.byId.has(sent.id)) return undefined
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
      const isNew = !posts.byId.has(id)
      if (isNew && !mayAdd) return undefined
      return { post: await posts.put(this.#compose(posts, id, fields, extra)), isNew }
    })
  }

  /** Removes a post and returns it; undefined if it does not exist. */
  delete(id: PostId): Promise<StoredPost | undefined> {
    return this.#inTurn((posts) => posts.remove(id))
  }

  /** The collection of the posts, for queries, relations and hooks. Always the same object. */
  collection(): Promise<PostCollection> {
    return this.#inTurn((posts) => posts)
  }

  /** The current posts as plain data, which later writes do not change. */
  snapshot(): Snapshot {
    const ids = this.#current ? this.#memory : this.#restored.ids
    return Object.freeze({ posts: Object.freeze(this.list()), ids })
  }

  restore(snapshot: Snapshot): void {
    // Another object, because the collection may have changed since it was filled with this one.
    this.#restored = { ...snapshot }
    // The next write, or whoever asks for the collection, gets the error of a hook.
    if (this.#turn !== undefined) this.#inTurn(() => {}).catch(() => {})
    this.#announce()
  }

  reset(): void {
    this.restore(this.#initial)
  }

  /** Replaces the initial posts, and resets. */
  setInitial(initial: Snapshot): void {
    this.#initial = initial
    this.reset()
  }

  /** The collection, once it has what was restored. */
  get #current(): PostCollection | undefined {
    return this.#filled === this.#restored ? this.#posts : undefined
  }

  #inTurn<Result>(write: (posts: PostCollection) => Result | Promise<Result>): Promise<Result> {
    const restored = this.#restored
    const done = Promise.resolve(this.#turn).then(async () => {
      this.#posts ??= await this.#load()
      if (this.#filled !== restored) {
        await this.#posts.fill(restored.posts)
        this.#filled = restored
        this.#memory = restored.ids
      }
      return write(this.#posts)
    })
    this.#turn = done.catch(() => {})
    return done
  }

  async #load(): Promise<PostCollection> {
    const { PostCollection } = await import('./post-collection.ts')
    return new PostCollection({
      inTurn: (write) => this.#inTurn(write),
      changed: (id) => {
        this.#memory = remember(this.#memory, id)
        this.#announce()
      },
    })
  }

  #draw({ byId }: PostCollection): PostId {
    const drawn = drawId(this.#options.profile(), this.#options.seed, byId, this.#memory)
    this.#memory = drawn.memory
    return drawn.id
  }

  #announce(): void {
    this.#version = {}
    this.changed.tell()
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
