import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { SentRequest } from '../spec/exchange.ts'
import { isRead } from '../wire/messages.ts'

interface Write {
  readonly method: string
  /** Undefined for a create. */
  readonly id: PostId | undefined
  /** Whether that post existed. */
  readonly isThere: boolean
  readonly body: string
}

export type View = 'list' | 'read'

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

/** The writes since each post, and the list, were last right. */
export class WriteLog {
  readonly #writes: Write[] = []
  readonly #rightAt = { list: new Map<PostId, number>(), read: new Map<PostId, number>() }
  /** How many writes there were when each post was made. */
  readonly #madeAt = new Map<PostId, number>()
  #listRightAt = 0
  /** How many writes there were when the latest read was sent. */
  #lookedAt = 0

  readonly #isEventual: () => boolean

  /** @param isEventual whether a read may show an older state than an earlier read. Default false. */
  constructor(isEventual = () => false) {
    this.#isEventual = isEventual
  }

  /** Notes a request. @param isThere whether a post exists. Default always. */
  note({ method, path, body = '' }: SentRequest, isThere: (id: PostId) => boolean = () => true): void {
    if (method === 'GET') this.#lookedAt = this.#writes.length
    if (isRead(method)) return
    const id = idInPath(path)
    this.#writes.push({ method, id, isThere: id === undefined || isThere(id), body })
  }

  made(id: PostId): void {
    this.#madeAt.set(id, this.#writes.length)
    for (const view of views) this.#rightAt[view].delete(id)
  }

  sawRight(id: PostId, view: View): void {
    this.#rightAt[view].set(id, this.#lookedAt)
  }

  /**
   * Whether a view showed a post right and it was not written since: if it is wrong now, that is not a late write.
   * What it showed must be the latest write: a text that the post had before may be from then.
   */
  mustBeRight(id: PostId, view: View): boolean {
    const rightAt = this.#rightAt[view].get(id)
    if (rightAt === undefined || this.#isEventual()) return false
    return this.#writes.slice(rightAt).every((write) => write.id !== id) && !this.#hadSameBefore(id)
  }

  /** Whether a post was written, then written otherwise, then written as before. */
  #hadSameBefore(id: PostId): boolean {
    const since = this.#writes.slice(Math.max((this.#madeAt.get(id) ?? 0) - 1, 0))
    const own = since.filter((write, at) => write.id === id || (at === 0 && write.method === 'POST'))
    const latest = own.at(-1)?.body
    const other = own.findLastIndex(({ body }) => body !== latest)
    return own.slice(0, Math.max(other, 0)).some(({ body }) => body === latest)
  }

  /** Notes that the list had no unknown posts. */
  sawListRight(): void {
    this.#listRightAt = this.#lookedAt
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

function pastOf(writes: readonly Write[], isOwn: (write: Write) => boolean): PastWrite[] {
  return writes.map((write, at) => {
    const { method, id, body, isThere } = write
    const before = writes.slice(0, at).findLast((each) => each.id === id)
    const isAgain = id !== undefined && before?.method === method && before.body === body
    return { method, isOwn: isOwn(write), isAgain, isThere }
  })
}

const views = ['list', 'read'] as const

function idInPath(path: string): PostId | undefined {
  const digits = /^\/posts\/(-?\d+)\/?(?:\?|$)/.exec(path)?.[1]
  return digits === undefined ? undefined : toPostId(BigInt(digits))
}
