import type { PostId, StoredPost } from '../model/post.ts'
import type { IdMemory } from './ids.ts'

/** All posts of one moment, oldest insertion first, and what giving out ids must remember. Plain data, frozen posts. */
export interface Snapshot {
  readonly posts: readonly StoredPost[]
  readonly ids: IdMemory
}

const known = new WeakMap<Snapshot, State>()

/** The posts by id since the last reset or restore. The map is shared until the first write: a reset or a fork copies nothing. */
export class State {
  memory: IdMemory
  #posts: Map<PostId, StoredPost>
  #isShared = true
  #version = {}
  #snapshot: Snapshot | undefined

  /**
   * The state that a snapshot tells. One that a store made is frozen, and all worlds forked from it share its map. One
   * that came as plain data, from a file say, still belongs to whoever gave it: it is copied.
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

  /** Another object after every write. */
  get version(): object {
    return this.#version
  }

  /** The posts of this moment, as plain data that no later write changes. The same object until the next write. */
  get snapshot(): Snapshot {
    this.#snapshot ??= Object.freeze({ posts: Object.freeze([...this.#posts.values()]), ids: this.memory })
    return this.#snapshot
  }

  /** Another state with the posts that this one has; neither is written to before it has its own map. */
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

/** Freezes a post and whatever its extra fields hold. */
export function freeze(post: StoredPost): StoredPost {
  for (const value of Object.values(post)) if (typeof value === 'object' && value !== null) freezeDeep(value)
  return Object.freeze(post)
}

function freezeDeep(value: object): void {
  for (const item of Object.values(value)) if (typeof item === 'object' && item !== null) freezeDeep(item)
  Object.freeze(value)
}
