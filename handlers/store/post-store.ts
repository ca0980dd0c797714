import type { Profile } from '../choices/profile.ts'
import type { JsonValue } from '../model/json.ts'
import type { ExtraFields, PostFields, PostId, StoredPost } from '../model/post.ts'
import { serviceFields } from './extra-fields.ts'
import { freeze } from './freeze.ts'
import { idRules } from './seeding.ts'
import { type Snapshot, State } from './state.ts'

/** What a store is made of. */
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
 * The posts of one world: reads answer at once, writes are promises that settle in the order of their calls, and a
 * reset or restore is seen by the very next read. A write under way when that happens settles as if it had come
 * before, and leaves no trace.
 */
export class PostStore {
  readonly #options: StoreOptions
  #profile: Profile
  #state: State
  #initial: Indexed
  #latest: { version: object; snapshot: Snapshot } | undefined
  readonly #listeners = new Set<() => void>()

  constructor(options: StoreOptions) {
    this.#options = options
    this.#profile = options.profile
    this.#initial = indexed(options.initial)
    this.#state = this.#begin(this.#initial)
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

  /** The post with this id. */
  read(id: PostId): StoredPost | undefined {
    return this.#state.posts.get(id)
  }

  /** Adds a post, of fields or of what its id makes them; undefined where `sent.id` is given and taken. */
  create(
    fields: PostFields | ((id: PostId) => PostFields),
    sent: Sent = {},
  ): Promise<StoredPost | undefined> {
    const fieldsOf = typeof fields === 'function' ? fields : () => fields
    return this.#state.create((id) => this.#compose(id, fieldsOf(id), sent.extra), sent.id)
  }

  /** Replaces a post wholly; undefined where none has this id. */
  replace(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<StoredPost | undefined> {
    return this.#state.replace(id, (previous) => this.#compose(id, fields, extra, previous))
  }

  /** Replaces a post wholly, or adds it under this id. */
  put(id: PostId, fields: PostFields, extra?: ExtraFields): Promise<{ post: StoredPost; created: boolean }> {
    return this.#state.put(id, (previous) => this.#compose(id, fields, extra, previous))
  }

  /** Removes a post and returns it; undefined where none has this id. */
  delete(id: PostId): Promise<StoredPost | undefined> {
    return this.#state.delete(id)
  }

  /** The posts of this moment, as plain data that no later write changes. The same object until the next write. */
  snapshot(): Snapshot {
    const { version, ids } = this.#state
    if (this.#latest?.version !== version) {
      this.#latest = { version, snapshot: Object.freeze({ posts: Object.freeze(this.list()), ids }) }
    }
    return this.#latest.snapshot
  }

  /** Goes back to a snapshot. */
  restore(snapshot: Snapshot): void {
    this.#goTo(indexed(snapshot))
  }

  /** Goes back to the posts that the store began with. */
  reset(): void {
    this.#goTo(this.#initial)
  }

  /** Makes other posts the ones to begin with, and begins. */
  begin(initial: Snapshot): void {
    this.#initial = indexed(initial)
    this.reset()
  }

  /** Follows another profile from the next write on; the posts stay. */
  follow(profile: Profile): void {
    this.#profile = profile
    this.#state.follow(idRules(profile, this.#options.seed))
  }

  /**
   * Calls back after every change of the posts, before the promise of a write settles.
   * @returns a function that ends it.
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #goTo(posts: Indexed): void {
    this.#state = this.#begin(posts)
    this.#announce()
  }

  #begin({ snapshot, index }: Indexed): State {
    const rules = idRules(this.#profile, this.#options.seed)
    return new State(rules, snapshot.ids, index, () => this.#announce())
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

interface Indexed {
  readonly snapshot: Snapshot
  readonly index: ReadonlyMap<PostId, StoredPost>
}

const indexes = new WeakMap<Snapshot, Indexed>()

/**
 * The index of a snapshot. One that a store made is frozen, and all worlds that are forked from it share its index. One
 * that came as plain data, from a file say, still belongs to whoever gave it: it is copied.
 */
function indexed(snapshot: Snapshot): Indexed {
  const known = indexes.get(snapshot)
  if (known) return known
  const posts = snapshot.posts.map((post) => (Object.isFrozen(post) ? post : freeze(structuredClone(post))))
  const made = {
    snapshot: { posts, ids: snapshot.ids },
    index: new Map(posts.map((post) => [post.id, post])),
  }
  if (Object.isFrozen(snapshot) && Object.isFrozen(snapshot.posts)) indexes.set(snapshot, made)
  return made
}

/** A field may be called `constructor`, and every object inherits one. */
function ownField(post: StoredPost | undefined, name: string): JsonValue | undefined {
  return post && Object.hasOwn(post, name) ? post[name] : undefined
}
