import type { PostFields, PostId } from '../../handlers/model/post.ts'

/** A post of this run, with its expected fields. */
export interface OwnPost extends PostFields {
  readonly id: PostId
}

/** A post was created under an id that the service chose (`created`) or the client (`named`), or was deleted. */
export interface IdEvent {
  readonly kind: 'created' | 'named' | 'deleted'
  readonly id: PostId
}

/**
 * The posts of a run: the existing ones with their expected fields, and the ids of deleted ones.
 */
export class OwnPosts {
  readonly #alive = new Map<PostId, OwnPost>()
  /** Ids of existing posts, least recently written first. */
  readonly #written = new Set<PostId>()
  readonly #versions = new Map<PostId, PostFields[]>()
  readonly #gone = new Set<PostId>()
  /** Posts created without a title or content. */
  readonly incomplete = new Set<PostId>()
  readonly #history: IdEvent[]

  /** @param history gets what happens to ids. Default of these posts only. */
  constructor(history: IdEvent[] = []) {
    this.#history = history
  }

  get history(): readonly IdEvent[] {
    return this.#history
  }

  /** Existing posts, oldest first. */
  get alive(): readonly OwnPost[] {
    return [...this.#alive.values()]
  }

  /** Ids of deleted posts that no existing post has. */
  get gone(): readonly PostId[] {
    return [...this.#gone]
  }

  isGone(id: PostId): boolean {
    return this.#gone.has(id)
  }

  get(id: PostId): OwnPost | undefined {
    return this.#alive.get(id)
  }

  /**
   * A post for an example: complete, neither the oldest nor the newest, least recently written; undefined where
   * there is none.
   */
  spare(other?: PostId): OwnPost | undefined {
    const isSpare = ({ id }: OwnPost) => id !== other && !this.incomplete.has(id)
    const written = [...this.#written].flatMap((id) => this.#alive.get(id) ?? [])
    const [oldest, latest] = [this.alive.at(0), this.alive.at(-1)]
    return written.find((post) => post !== oldest && post !== latest && isSpare(post))
  }

  /** Every version of a post, in order, also of a deleted one. */
  versions(id: PostId): readonly PostFields[] {
    return this.#versions.get(id) ?? []
  }

  /** Whether a post ever had these texts. */
  hadTexts({ title, content }: PostFields): boolean {
    const versions = [...this.#versions.values()].flat()
    return versions.some((version) => version.title === title && version.content === content)
  }

  /** Notes the expected fields of a post. @param kind who chose its id, where it is new. */
  put({ id, title, content }: OwnPost, kind: 'created' | 'named' = 'created'): void {
    if (!this.#alive.has(id)) this.#history.push({ kind, id })
    this.#versions.set(id, [...this.versions(id), { title, content }])
    this.#alive.set(id, { id, title, content })
    this.#gone.delete(id)
    this.#written.delete(id)
    this.#written.add(id)
  }

  remove(id: PostId): void {
    if (!this.#alive.delete(id)) return
    this.#gone.add(id)
    this.#history.push({ kind: 'deleted', id })
  }
}
