import type { PostId, StoredPost } from '../model/post.ts'
import { Page, pageSize } from './page.ts'

/** The `@msw/data` collections of a state: its posts dealt out to pages. Its methods must not overlap. */
export class Pages {
  readonly #pageOf = new Map<PostId, Page>()
  #last = new Page()

  constructor(posts: readonly StoredPost[]) {
    for (let start = 0; start < posts.length; start += pageSize) {
      const part = posts.slice(start, start + pageSize)
      this.#last = new Page(part)
      for (const { id } of part) this.#pageOf.set(id, this.#last)
    }
  }

  create(post: StoredPost): Promise<StoredPost> {
    if (this.#last.size >= pageSize) this.#last = new Page()
    this.#pageOf.set(post.id, this.#last)
    return this.#last.create(post)
  }

  replace(post: StoredPost): Promise<StoredPost> {
    return this.#holding(post.id).replace(post)
  }

  delete(id: PostId): Promise<void> {
    const page = this.#holding(id)
    this.#pageOf.delete(id)
    return page.delete(id)
  }

  #holding(id: PostId): Page {
    const page = this.#pageOf.get(id)
    if (!page) throw new RangeError(`Failed to write post ${id}: no page holds it.`)
    return page
  }
}
