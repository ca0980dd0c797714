import { fieldNames, type PostFields } from '../../handlers/fields.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { idIn } from '../scenarios/addresses.ts'
import type { SentRequest } from '../scenarios/exchange.ts'
import { isRead } from '../wire/messages.ts'

/** A post of this run, with its expected fields. */
export interface OwnPost extends PostFields {
  readonly id: PostId
}

/** A post was created under an id that the service chose (`created`) or the client (`named`), or was deleted. */
export interface IdEvent {
  readonly kind: 'created' | 'named' | 'deleted'
  readonly id: PostId
}

export type View = 'list' | 'read'

interface Write {
  readonly method: string
  /** Undefined for a create. */
  readonly id: PostId | undefined
  /** Whether that post existed. */
  readonly isThere: boolean
  readonly body: string
}

/** A write since a post, or the list, was last right. */
export interface PastWrite extends Pick<Write, 'method' | 'isThere'> {
  /** Whether it wrote to the post, or sent the text of an unknown one. */
  readonly isOwn: boolean
  /** Whether it repeats the write before it to the same post. */
  readonly isAgain: boolean
}

/** What was written since a post, or the list, was last right. */
export interface History {
  readonly writes: readonly PastWrite[]
  /** Whether no view was right since the post was made. */
  readonly isNew: boolean
}

/** The posts of a sequence: which exist, with which fields, and what was written since each was last right. */
export class OwnPosts {
  readonly #alive = new Map<PostId, OwnPost>()
  /** Ids of existing posts, least recently written first. */
  readonly #written = new Set<PostId>()
  readonly #versions = new Map<PostId, PostFields[]>()
  readonly #gone = new Set<PostId>()
  /** Posts without a title or content of the run, and the texts that a replace must have removed. */
  readonly incomplete = new Map<PostId, Partial<PostFields>>()
  readonly history: IdEvent[]
  readonly #isEventual: () => boolean
  readonly #writes: Write[] = []
  /** How many writes there were when each post was made, and when each view last showed it right. */
  readonly #madeAt = new Map<PostId, number>()
  readonly #rightAt = { list: new Map<PostId, number>(), read: new Map<PostId, number>() }
  #listRightAt = 0
  /** How many writes there were when the latest read was sent. */
  #lookedAt = 0

  /**
   * @param history gets what happens to ids. Default of these posts only.
   * @param isEventual whether a read may show an older state than an earlier read. Default false.
   */
  constructor(history: IdEvent[] = [], isEventual = () => false) {
    this.history = history
    this.#isEventual = isEventual
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
    const [oldest, latest] = [this.alive.at(0), this.alive.at(-1)]
    const written = [...this.#written].flatMap((id) => this.#alive.get(id) ?? [])
    const isSpare = ({ id }: OwnPost) => id !== other && !this.incomplete.has(id)
    return written.find((post) => post !== oldest && post !== latest && isSpare(post))
  }

  /** Every version of a post, in order, also of a deleted one. */
  versions(id: PostId): readonly PostFields[] {
    return this.#versions.get(id) ?? []
  }

  /** Whether a post ever had these texts. */
  hadTexts(texts: PostFields): boolean {
    return [...this.#versions.values()].flat().some((version) => areEqual(version, texts))
  }

  /** Notes the expected fields of a post. @param kind who chose its id, where it is new. */
  put({ id, ...fields }: OwnPost, kind: 'created' | 'named' = 'created'): void {
    if (!this.#alive.has(id)) {
      this.history.push({ kind, id })
      this.#madeAt.set(id, this.#writes.length)
      for (const view of views) this.#rightAt[view].delete(id)
    }
    this.#versions.set(id, [...this.versions(id), fields])
    this.#alive.set(id, { id, ...fields })
    this.#gone.delete(id)
    this.#written.delete(id)
    this.#written.add(id)
  }

  remove(id: PostId): void {
    if (!this.#alive.delete(id)) return
    this.#gone.add(id)
    this.history.push({ kind: 'deleted', id })
  }

  /** Notes a request that is about to be sent. */
  note({ method, path, body = '' }: SentRequest): void {
    if (method === 'GET') this.#lookedAt = this.#writes.length
    if (isRead(method)) return
    const id = idIn(path)
    this.#writes.push({ method, id, isThere: id === undefined || this.#alive.has(id), body })
  }

  /** Notes that a view showed a post as it must. */
  sawRight(id: PostId, view: View): void {
    this.#rightAt[view].set(id, this.#lookedAt)
  }

  /** Notes that the list had no unknown posts. */
  sawListRight(): void {
    this.#listRightAt = this.#lookedAt
  }

  /**
   * Whether a view showed a post right and it was not written since: if it is wrong now, that is not a late write.
   * What it showed must be the latest write: a text that the post had before may be from then.
   */
  mustBeRight(id: PostId, view: View): boolean {
    return !this.#isEventual() && this.wasRight(id, view) && !this.#hadSameBefore(id)
  }

  /** Whether a view showed a post right since it was last written. */
  wasRight(id: PostId, view: View): boolean {
    const rightAt = this.#rightAt[view].get(id)
    return rightAt !== undefined && this.#writes.slice(rightAt).every((write) => write.id !== id)
  }

  /** Whether a post was written, then written otherwise, then written as before. */
  #hadSameBefore(id: PostId): boolean {
    const versions = this.versions(id)
    const isLatest = (version: PostFields) => areEqual(version, versions.at(-1))
    const other = versions.findLastIndex((version) => !isLatest(version))
    return versions.slice(0, Math.max(other, 0)).some(isLatest)
  }

  /**
   * What was written since these views last showed a post right.
   * @param refused a write that the service did not do.
   */
  since(id: PostId, seen: readonly View[], refused?: SentRequest): History {
    const rightAt = seen.flatMap((view) => this.#rightAt[view].get(id) ?? [])
    const isNew = rightAt.length === 0
    const all = this.#writes.slice(isNew ? this.#madeAt.get(id) : Math.max(...rightAt))
    const last = refused
      ? all.findLastIndex((write) => write.id === id && write.method === refused.method)
      : -1
    const since = all.filter((_write, at) => at !== last)
    return { writes: pastOf(since, (write) => write.id === id), isNew }
  }

  /** What was written since the list last had no unknown posts. @param token a text that one write sent. */
  sinceListRight(token: string | undefined): History {
    const all = this.#writes.slice(this.#listRightAt)
    const sender = token === undefined ? undefined : all.findLast(({ body }) => body.includes(token))
    return { writes: pastOf(all, (write) => write === sender), isNew: false }
  }
}

const views = ['list', 'read'] as const

function pastOf(writes: readonly Write[], isOwn: (write: Write) => boolean): PastWrite[] {
  return writes.map((write, at) => {
    const { method, id, body, isThere } = write
    const before = writes.slice(0, at).findLast((each) => each.id === id)
    const isAgain = id !== undefined && before?.method === method && before.body === body
    return { method, isOwn: isOwn(write), isAgain, isThere }
  })
}

/** Whether two posts have the same texts. */
export function areEqual(one: PostFields | undefined, other: PostFields | undefined): boolean {
  return fieldNames.every((name) => one?.[name] === other?.[name])
}
