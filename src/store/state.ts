import { drawId, type IdMemory, type IdRules, remember } from '../ids.ts'
import type { PostId, StoredPost } from '../post.ts'
import { Page, pageSize } from './page.ts'

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
  #pages: Map<PostId, Page> | undefined
  #lastPage = new Page()
  #queue: Promise<unknown> = Promise.resolve()
  #version = {}

  /** @param index the posts by id; shared until the first write, so that a reset or a fork costs nothing. */
  constructor(rules: IdRules, memory: IdMemory, index: ReadonlyMap<PostId, StoredPost>) {
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
    return this.#write(() => (id !== undefined && this.#index.has(id) ? undefined : this.#add(make, id)))
  }

  /** Puts `make`'s post in the place of the one with this id; undefined where there is none. */
  replace(id: PostId, make: (previous: StoredPost) => StoredPost): Promise<StoredPost | undefined> {
    return this.#write(() => {
      const previous = this.#index.get(id)
      return previous && this.#change(make(previous))
    })
  }

  /** Replaces the post with this id, or adds it where there is none. */
  put(
    id: PostId,
    make: (previous?: StoredPost) => StoredPost,
  ): Promise<{ post: StoredPost; created: boolean }> {
    return this.#write(async () => {
      const previous = this.#index.get(id)
      const post = await (previous ? this.#change(make(previous)) : this.#add(() => make(), id))
      return { post, created: !previous }
    })
  }

  /** Removes the post with this id and returns it; undefined where there is none. */
  delete(id: PostId): Promise<StoredPost | undefined> {
    return this.#write(async () => {
      const post = this.#index.get(id)
      if (!post) return undefined
      await this.#pageOf(id).delete(id)
      this.#pages?.delete(id)
      this.#index.delete(id)
      this.#version = {}
      return post
    })
  }

  async #add(make: (id: PostId) => StoredPost, wanted?: PostId): Promise<StoredPost> {
    const drawn =
      wanted === undefined
        ? drawId(this.#rules, this.#index, this.#memory)
        : { id: wanted, memory: remember(this.#memory, wanted) }
    if (this.#lastPage.size >= pageSize) this.#lastPage = new Page()
    const post = await this.#lastPage.create(make(drawn.id))
    this.#memory = drawn.memory
    this.#pages?.set(post.id, this.#lastPage)
    this.#index.set(post.id, post)
    this.#version = {}
    return post
  }

  async #change(next: StoredPost): Promise<StoredPost> {
    const post = await this.#pageOf(next.id).replace(next)
    this.#index.set(post.id, post)
    this.#version = {}
    return post
  }

  /** Lets one write at a time at the posts: @msw/data loses updates that overlap. */
  #write<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(() => {
      this.#pages ??= this.#own()
      return task()
    })
    this.#queue = turn.catch(() => {})
    return turn
  }

  #pageOf(id: PostId): Page {
    const page = this.#pages?.get(id)
    if (!page) throw new RangeError(`Failed to write post ${id}: no page holds it.`)
    return page
  }

  /** Copies the shared index before the first write, and deals its posts out to pages. */
  #own(): Map<PostId, Page> {
    this.#index = new Map(this.#index)
    const posts = [...this.#index.values()]
    const pages = new Map<PostId, Page>()
    for (let start = 0; start < posts.length; start += pageSize) {
      const part = posts.slice(start, start + pageSize)
      this.#lastPage = new Page(part)
      for (const post of part) pages.set(post.id, this.#lastPage)
    }
    return pages
  }
}
