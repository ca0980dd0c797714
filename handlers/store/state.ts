import type { PostId, StoredPost } from '../model/post.ts'
import { drawId, type IdMemory, type IdRules, remember } from './ids.ts'
import type { Pages } from './pages.ts'

/** All posts of one moment, oldest insertion first, and what giving out ids must remember. Plain data, frozen posts. */
export interface Snapshot {
  readonly posts: readonly StoredPost[]
  readonly ids: IdMemory
}

/**
 * The posts since the last reset or restore. Reads look at an index by id; writes go, one after the other, through
 * the `@msw/data` pages and enter the index once their page has them.
 */
export class State {
  #rules: IdRules
  #memory: IdMemory
  #index: Map<PostId, StoredPost>
  #pages: Pages | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #version = {}
  readonly #onWrite: () => void

  /**
   * @param index the posts by id; shared until the first write, so that a reset or a fork costs nothing.
   * @param onWrite called after every write.
   */
  constructor(rules: IdRules, memory: IdMemory, index: ReadonlyMap<PostId, StoredPost>, onWrite: () => void) {
    this.#onWrite = onWrite
    this.#rules = rules
    this.#memory = memory
    this.#index = index as Map<PostId, StoredPost>
  }

  get posts(): ReadonlyMap<PostId, StoredPost> {
    return this.#index
  }

  get ids(): IdMemory {
    return this.#memory
  }

  /** Another object after every write. */
  get version(): object {
    return this.#version
  }

  /** Gives out ids by other rules from now on; no write under way is lost. */
  follow(rules: IdRules): void {
    this.#rules = rules
  }

  /** Adds a post under the next id, or under the id given; undefined where another post has that id. */
  create(make: (id: PostId) => StoredPost, id?: PostId): Promise<StoredPost | undefined> {
    return this.#write((pages) =>
      id !== undefined && this.#index.has(id) ? undefined : this.#add(pages, make, id),
    )
  }

  /** Puts `make`'s post in the place of the one with this id; undefined where there is none. */
  replace(id: PostId, make: (previous: StoredPost) => StoredPost): Promise<StoredPost | undefined> {
    return this.#write((pages) => {
      const previous = this.#index.get(id)
      return previous && this.#change(pages, make(previous))
    })
  }

  /** Replaces the post with this id, or adds it where there is none. */
  put(
    id: PostId,
    make: (previous?: StoredPost) => StoredPost,
  ): Promise<{ post: StoredPost; created: boolean }> {
    return this.#write(async (pages) => {
      const previous = this.#index.get(id)
      const post = await (previous ? this.#change(pages, make(previous)) : this.#add(pages, () => make(), id))
      return { post, created: !previous }
    })
  }

  /** Removes the post with this id and returns it; undefined where there is none. */
  delete(id: PostId): Promise<StoredPost | undefined> {
    return this.#write(async (pages) => {
      const post = this.#index.get(id)
      if (!post) return undefined
      await pages.delete(id)
      this.#index.delete(id)
      this.#written()
      return post
    })
  }

  async #add(pages: Pages, make: (id: PostId) => StoredPost, wanted?: PostId): Promise<StoredPost> {
    const drawn =
      wanted === undefined
        ? drawId(this.#rules, this.#index, this.#memory)
        : { id: wanted, memory: remember(this.#memory, wanted) }
    const post = await pages.create(make(drawn.id))
    this.#memory = drawn.memory
    this.#index.set(post.id, post)
    this.#written()
    return post
  }

  async #change(pages: Pages, next: StoredPost): Promise<StoredPost> {
    const post = await pages.replace(next)
    this.#index.set(post.id, post)
    this.#written()
    return post
  }

  #written(): void {
    this.#version = {}
    this.#onWrite()
  }

  /** Lets one write at a time at the posts: @msw/data loses updates that overlap. */
  #write<Result>(task: (pages: Pages) => Result | Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(() => (this.#pages ? task(this.#pages) : this.#own().then(task)))
    this.#queue = turn.catch(() => {})
    return turn
  }

  /**
   * Copies the shared index before the first write, and deals its posts out to pages. @msw/data is loaded here: it
   * takes more than half of the time in which the server starts, and reads do without it.
   */
  async #own(): Promise<Pages> {
    const { Pages } = await import('./pages.ts')
    this.#index = new Map(this.#index)
    this.#pages = new Pages([...this.#index.values()])
    return this.#pages
  }
}
