import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { TakenTexts } from './taken-texts.ts'
import type { View } from './write-log.ts'

/** A post that this run created, and what has to be in it by now. */
export interface OwnPost extends PostFields {
  readonly id: PostId
}

/** A post of the run came, under an id that the service chose or that we named, or it went. */
export interface IdEvent {
  readonly kind: 'created' | 'named' | 'deleted'
  readonly id: PostId
}

/**
 * The posts that a run owns: the ones alive with what must be in them, and the ids of those it deleted. What a service
 * is judged by, and all that it may ever change there.
 */
export class OwnPosts {
  readonly #alive = new Map<PostId, OwnPost>()
  /** Their ids, the one written longest ago first. */
  readonly #written = new Set<PostId>()
  readonly #previous = new Map<PostId, OwnPost>()
  readonly #gone = new Set<PostId>()
  /** Ids under which a post was seen wrong: nothing more is judged by them. */
  readonly spoilt = new Set<PostId>()
  /** Posts that are not whole on purpose: a part of them was never sent as a text. */
  readonly incomplete = new Set<PostId>()
  /** Posts that no example uses: whatever is done to others shows on them. */
  readonly standing = new Set<PostId>()
  /** How each post showed latest since it was written, and in which view. */
  readonly shown = new Map<PostId, PostFields & { readonly view: View }>()
  readonly #history: IdEvent[] = []
  /** Every id that a post of the run ever had, those of other workers included. */
  readonly #ofRun: Set<PostId>
  /** The texts that the service took, in any worker. */
  readonly taken: TakenTexts
  readonly #awaited = new Map<PostId, { readonly post: OwnPost; readonly at: number }>()

  /**
   * @param besides the posts of another worker of the same run.
   * @param taken what the service took before.
   */
  constructor(besides?: OwnPosts, taken = besides?.taken ?? new TakenTexts()) {
    this.#ofRun = besides ? besides.#ofRun : new Set()
    this.taken = taken
  }

  /** Ids that posts of other workers of the run have or had. */
  get idsOfOtherWorkers(): PostId[] {
    return [...this.#ofRun].filter((id) => !this.#alive.has(id) && !this.#gone.has(id))
  }

  /** Takes over the posts of another worker that has come to its end. How its ids came and went among others, nobody saw. */
  takeOver(worker: OwnPosts): void {
    for (const post of worker.alive) {
      this.#alive.set(post.id, post)
      this.#written.add(post.id)
      this.#gone.delete(post.id)
    }
    for (const id of worker.gone) if (!this.#alive.has(id)) this.#gone.add(id)
    for (const id of worker.spoilt) this.spoilt.add(id)
    for (const id of worker.incomplete) this.incomplete.add(id)
  }

  /** Whether the id of a deleted post was given to another. */
  get areIdsReused(): boolean {
    const { history } = this
    return history.some(
      ({ kind, id }, at) =>
        kind === 'created' &&
        history.slice(0, at).some((event) => event.kind === 'deleted' && event.id === id),
    )
  }

  /** How posts came and went, in order. */
  get history(): readonly IdEvent[] {
    return this.#history
  }

  /** Posts alive, oldest first. */
  get alive(): readonly OwnPost[] {
    return [...this.#alive.values()]
  }

  /** Ids of posts that were deleted and that no living post has. */
  get gone(): readonly PostId[] {
    return [...this.#gone]
  }

  /** Asks whether a post with this id was deleted, and no living post has it. */
  isGone(id: PostId): boolean {
    return this.#gone.has(id)
  }

  get(id: PostId): OwnPost | undefined {
    return this.#alive.get(id)
  }

  /** The post for an example: whole, with posts before and after it, and written longest ago; undefined where there is none. */
  spare(other?: PostId): OwnPost | undefined {
    const isSpare = ({ id }: OwnPost) =>
      id !== other && !this.standing.has(id) && !this.incomplete.has(id) && !this.spoilt.has(id)
    const written = [...this.#written].flatMap((id) => this.#alive.get(id) ?? [])
    const [oldest, latest] = [this.alive.at(0), this.alive.at(-1)]
    return written.find((post) => post !== oldest && post !== latest && isSpare(post))
  }

  /** What a post was before it was replaced last. */
  previous(id: PostId): OwnPost | undefined {
    return this.#previous.get(id)
  }

  /** Posts that the service may have made, and has not shown yet. */
  get awaited(): readonly OwnPost[] {
    return [...this.#awaited.values()].map(({ post }) => post)
  }

  /** Notes what a write came to if it made a post: it was now, whenever the post shows. */
  expect(post: OwnPost): void {
    this.#awaited.set(post.id, { post, at: this.#history.length })
  }

  /** Notes what a post has to be from now on. @param kind how it came by its id, where it is new. */
  put(post: OwnPost, kind: 'created' | 'named' = 'created'): void {
    const at = this.#awaited.get(post.id)?.at ?? this.#history.length
    this.#awaited.delete(post.id)
    if (!this.#alive.has(post.id)) {
      this.#history.splice(at, 0, { kind, id: post.id })
      this.spoilt.delete(post.id)
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

  /** Lets go of a post, or of one that was deleted: it is somebody else's, whatever becomes of it. */
  forget(id: PostId): void {
    this.#alive.delete(id)
    this.#gone.delete(id)
    this.#ofRun.delete(id)
  }

  /** Notes that a post is deleted. */
  remove(id: PostId): void {
    if (!this.#alive.delete(id)) return
    this.#gone.add(id)
    this.#history.push({ kind: 'deleted', id })
  }
}
