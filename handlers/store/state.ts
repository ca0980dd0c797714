import type { PostId, StoredPost } from '../model/post.ts'
import type { IdMemory } from './ids.ts'

/**
 * The posts at one moment, oldest insertion first, and the state of the assignment of ids. Plain data, frozen
 * posts.
 */
export interface Snapshot {
  readonly posts: readonly StoredPost[]
  readonly ids: IdMemory
}

const known = new WeakMap<Snapshot, State>()

/**
 * The posts by id since the last reset or restore. The map is copied at the first write, not by a reset or a fork.
 */
export class State {
  memory: IdMemory
  #posts: Map<PostId, StoredPost>
  #isShared = true
  #version = {}
  #snapshot: Snapshot | undefined

  /**
   * The state of a snapshot. A snapshot of a store is frozen, and its map is shared. Other snapshots, such as from a file, are
   * copied.
   */
  static of(snapshot: Snapshot): State {
    const found = known.get(snapshot)
    if (found) return found.fork()
    const posts = snapshot.posts.map((post) => (Object.isFrozen(post) ? post : freeze(structuredClone(post))))
    const state = new State(new Map(posts.map((post) => [post.id, post])), snapshot.ids)
    if (Object.isFrozen(snapshot) && Object.isFrozen(snapshot.posts)) known.set(snapshot, state)
    return state.fork()
  }

  private constructor(posts: Map<PostId, StoredPost>, memory: IdMemory) {
    this.#posts = posts
    this.memory = memory
  }

  get posts(): ReadonlyMap<PostId, StoredPost> {
    return this.#posts
  }

  /** A new object after every write. */
  get version(): object {
    return this.#version
  }

  /** The current posts as plain data, which later writes do not change. The same object until the next write. */
  get snapshot(): Snapshot {
    this.#snapshot ??= Object.freeze({ posts: Object.freeze([...this.#posts.values()]), ids: this.memory })
    return this.#snapshot
  }

  /** A copy of this state; the map is copied at the first write of either. */
  fork(): State {
    this.#isShared = true
    return new State(this.#posts, this.memory)
  }

  set(post: StoredPost): void {
    this.#write().set(post.id, freeze(post))
  }

  delete(id: PostId): void {
    this.#write().delete(id)
  }

  #write(): Map<PostId, StoredPost> {
    if (this.#isShared) this.#posts = new Map(this.#posts)
    this.#isShared = false
    this.#version = {}
    this.#snapshot = undefined
    return this.#posts
  }
}

/** Freezes a post and the values of its extra fields. */
export function freeze(post: StoredPost): StoredPost {
  for (const value of Object.values(post)) if (typeof value === 'object' && value !== null) freezeDeep(value)
  return Object.freeze(post)
}

function freezeDeep(value: object): void {
  for (const item of Object.values(value)) if (typeof item === 'object' && item !== null) freezeDeep(item)
  Object.freeze(value)
}
