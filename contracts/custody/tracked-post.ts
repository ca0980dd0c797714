import type { PostKey } from '../scenarios/addresses.ts'

/**
 * Whose a post is:
 *
 * - `uncertain`: nothing, or too little to tell, is known of it
 * - `sent`: a write of the run was done there, and nothing has shown it yet
 * - `ours`: the list or a read showed what the run sent there
 * - `deleted`: the run deleted it, and nothing has shown yet that it is gone
 * - `gone`: the run deleted it, and a read showed none; or it is not the run's any more
 * - `foreign`: for good
 */
export type PostState = 'uncertain' | 'sent' | 'ours' | 'deleted' | 'gone' | 'foreign'

/** Where a post is seen. */
type View = 'list' | 'read'

/** What is known of one id that is not foreign. */
export class TrackedPost {
  readonly id: PostKey
  state: Exclude<PostState, 'foreign'> = 'uncertain'
  /** The texts that were sent to it: by its create, the title first, and by each replace. */
  readonly sent = new Set<string>()
  /** Whether the reply to its create named it, and it was not removed since. */
  isNamed = false
  /** The marks that this process sent to it since then: with one it is the run's, whatever else it shows. */
  readonly marks = new Set<string>()
  /** The views that ever showed a post there. */
  readonly seenIn = new Set<View>()
  /** The views whose latest reply showed a post of the run. */
  readonly provenIn = new Set<View>()
  /** Whether the latest reply that showed a post there showed one of another run. */
  isOfAnotherRun = false
  /** Whether a read showed it, and a later one none, though the run did not delete it. */
  isMissed = false
  /** When its latest DELETE ended. */
  deletedAt: number | undefined

  constructor(id: PostKey) {
    this.id = id
  }

  /** Whether the run has to remove it. */
  get isOwn(): boolean {
    return this.state === 'sent' || this.state === 'ours' || this.state === 'deleted'
  }

  /** Whether a DELETE of it succeeded, and no write since. */
  get isDeleted(): boolean {
    return this.deletedAt !== undefined && (this.state === 'deleted' || this.state === 'gone')
  }

  /** Whether a post was seen there, and this run did not delete it. */
  get wasSeen(): boolean {
    return this.seenIn.size > 0 && this.deletedAt === undefined
  }

  /** Notes that the reply to a create named it. */
  created(texts: Iterable<string>): void {
    if (this.deletedAt !== undefined || this.isOfAnotherRun) this.seenIn.clear()
    this.deletedAt = undefined
    this.isOfAnotherRun = false
    this.isNamed = true
    this.marks.clear()
    this.written(texts)
  }

  /** Notes texts that it may have. */
  sending(texts: Iterable<string>): void {
    for (const text of texts) this.sent.add(text)
  }

  /** Notes that a write of some texts was done. */
  written(texts: Iterable<string>): void {
    this.sending(texts)
    if (this.state !== 'ours') this.state = 'sent'
  }

  /** Notes that a replace ended, and was not refused. */
  replaced(texts: Iterable<string>, sentAt: number, isSuccess: boolean): void {
    // A DELETE at the same time may have come after it.
    const isLater = this.deletedAt !== undefined && this.deletedAt > sentAt
    if (!isSuccess && this.isDeleted) this.state = 'deleted'
    else this.written(texts)
    if (isSuccess && !isLater) this.deletedAt = undefined
  }

  /**
   * Notes a DELETE before it is sent: from its end on reads show its effect.
   * @returns what notes its end, and returns whether the post is deleted.
   */
  deleting(): (at: number, isSuccess: boolean) => boolean {
    const wasDeleted = this.isDeleted
    this.provenIn.clear()
    this.deletedAt = Number.POSITIVE_INFINITY
    return (at, isSuccess) => {
      this.deletedAt = at
      if (!wasDeleted && !isSuccess) return false
      this.state = this.isOwn ? 'deleted' : 'gone'
      return true
    }
  }

  /** Notes that a reply showed a post of this run. @returns whether now both views have shown it, and did not before. */
  shownAsOurs(view: View, sentAt: number): boolean {
    this.seenIn.add(view)
    // A read concurrent with the DELETE may still show the post.
    if (this.deletedAt !== undefined && this.deletedAt > sentAt) return false
    this.state = this.isDeleted ? 'deleted' : 'ours'
    this.isOfAnotherRun = false
    const wasShown = this.provenIn.has(view)
    this.provenIn.add(view)
    return !wasShown && this.provenIn.size === 2
  }

  /**
   * Notes that a post there may be foreign. It lost its texts without this run: the provider may have given its id to
   * another post. A list may show no texts at all, so another read decides.
   */
  shownAsUncertain(view: View): void {
    this.seenIn.add(view)
    this.provenIn.clear()
    if (view === 'list' && this.sent.size > 0) this.provenIn.add('list')
  }

  /** Notes that a post of another run is there. */
  shownAsOfAnotherRun(view: View): void {
    this.seenIn.add(view)
    this.provenIn.clear()
    this.isOfAnotherRun = true
  }
}

/** What others know of it: only the book changes it. */
export type KnownPost = Readonly<TrackedPost>
