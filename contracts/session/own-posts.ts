import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { TakenTexts } from './taken-texts.ts'
import type { View } from './write-log.ts'

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
  readonly #previous = new Map<PostId, OwnPost>()
  readonly #gone = new Set<PostId>()
  /** Ids of posts that were wrong: no check uses them again. */
  readonly spoilt = new Set<PostId>()
  /** Posts created without a title or content. */
  readonly incomplete = new Set<PostId>()
  /** Posts that no example uses: they show side effects of writes to others. */
  readonly standing = new Set<PostId>()
  /** How each post was last seen since it was written, and in which view. */
  readonly shown = new Map<PostId, PostFields & { readonly view: View }>()
  /** How often the service replaced each existing post. */
  readonly #edits = new Map<PostId, number>()
  readonly #history: IdEvent[] = []
  /** Every id that a post of any worker ever had. */
  readonly #ofRun: Set<PostId>
  /** The texts that the service accepted from any worker. */
  readonly taken: TakenTexts
  readonly #awaited = new Map<PostId, { readonly post: OwnPost; readonly at: number }>()

  /**
   * @param besides the posts of another worker of the same run.
   */
  constructor(besides?: OwnPosts, taken = besides?.taken ?? new TakenTexts()) {
    this.#ofRun = besides ? besides.#ofRun : new Set()
    this.taken = taken
  }

  get idsOfOtherWorkers(): PostId[] {
    return [...this.#ofRun].filter((id) => !this.#alive.has(id) && !this.#gone.has(id))
  }

  /** Takes over the posts of a stopped worker, without their history. */
  takeOver(worker: OwnPosts): void {
    for (const post of worker.alive) {
      this.#alive.set(post.id, post)
      this.#written.add(post.id)
      this.#gone.delete(post.id)
      const before = worker.previous(post.id)
      if (before) this.#previous.set(post.id, before)
      this.#edits.set(post.id, worker.edits(post.id))
    }
    for (const id of worker.gone) if (!this.#alive.has(id)) this.#gone.add(id)
    // What a worker found at another id is looked for again.
    for (const id of worker.spoilt) if (this.#ofRun.has(id)) this.spoilt.add(id)
    for (const id of worker.incomplete) this.incomplete.add(id)
  }

  /** Whether the service gave the id of a deleted post to a new one. */
  get areIdsReused(): boolean {
    const { history } = this
    return history.some(
      ({ kind, id }, at) =>
        kind === 'created' &&
        history.slice(0, at).some((event) => event.kind === 'deleted' && event.id === id),
    )
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
    const isSpare = ({ id }: OwnPost) =>
      id !== other && !this.standing.has(id) && !this.incomplete.has(id) && !this.spoilt.has(id)
    const written = [...this.#written].flatMap((id) => this.#alive.get(id) ?? [])
    const [oldest, latest] = [this.alive.at(0), this.alive.at(-1)]
    return written.find((post) => post !== oldest && post !== latest && isSpare(post))
  }

  /** The post before its last replace. */
  previous(id: PostId): OwnPost | undefined {
    return this.#previous.get(id)
  }

  edits(id: PostId): number {
    return this.#edits.get(id) ?? 0
  }

  noteEdit(id: PostId): void {
    this.#edits.set(id, this.edits(id) + 1)
  }

  /** Posts that the service may have made and that are not visible yet. */
  get awaited(): readonly OwnPost[] {
    return [...this.#awaited.values()].map(({ post }) => post)
  }

  /** Notes a post that a write may have made now; it may become visible later. */
  expect(post: OwnPost): void {
    this.#awaited.set(post.id, { post, at: this.#history.length })
  }

  /** Notes the expected fields of a post. @param kind who chose its id, where it is new. */
  put(post: OwnPost, kind: 'created' | 'named' = 'created'): void {
    const at = this.#awaited.get(post.id)?.at ?? this.#history.length
    this.#awaited.delete(post.id)
    if (!this.#alive.has(post.id)) {
      this.#history.splice(at, 0, { kind, id: post.id })
      this.spoilt.delete(post.id)
      this.#edits.delete(post.id)
    }
    const before = this.#alive.get(post.id)
    if (before) this.#previous.set(post.id, before)
    else this.#previous.delete(post.id)
    this.#ofRun.add(post.id)
    this.taken.note(post)
    this.#alive.set(post.id, post)
    this.shown.delete(post.id)
    this.#gone.delete(post.id)
    this.#written.delete(post.id)
    this.#written.add(post.id)
  }

  /** Notes that an id belongs to a foreign post. */
  forget(id: PostId): void {
    this.#alive.delete(id)
    this.#gone.delete(id)
    this.#ofRun.delete(id)
  }

  remove(id: PostId): void {
    if (!this.#alive.delete(id)) return
    this.#gone.add(id)
    this.#history.push({ kind: 'deleted', id })
  }
}
