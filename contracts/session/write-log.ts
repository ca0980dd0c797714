import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { type SentRequest, writeOperations } from '../document/exchange.ts'

interface Write {
  readonly method: string
  /** Undefined for a create. */
  readonly id: PostId | undefined
  /** Whether that post existed. */
  readonly isThere: boolean
  readonly body: string
}

export type View = 'list' | 'read'

/** The clauses that a write may break where its post is wrong after it, the likeliest first. */
const ofOwn: Readonly<Record<string, readonly ClauseId[]>> = {
  PUT: ['replace.whole', 'replace.same-id'],
  DELETE: ['delete.removes'],
}

/** The clauses that a write may break where another post is wrong after it. */
const ofOthers: Readonly<Record<string, readonly ClauseId[]>> = {
  POST: ['others.untouched'],
  PUT: ['others.untouched', 'replace.same-id'],
  DELETE: ['others.untouched', 'delete.removes'],
}

/** The clauses that a write may break where the list has an unknown post after it. */
const ofUnknown: Readonly<Record<string, readonly ClauseId[]>> = {
  POST: ['create.adds'],
  PUT: ['replace.same-id'],
  DELETE: ['delete.removes'],
}

interface WriteLogOptions {
  readonly besides?: WriteLog
  readonly isShort?: boolean
  readonly isEventual?: boolean
}

/**
 * The writes since each post, and the list, were last right. They show which clauses may be broken when something is
 * wrong: that of the write to this post, of a write to another, or of the read itself.
 */
export class WriteLog {
  readonly #writes: Write[]
  readonly #rightAt = { list: new Map<PostId, number>(), read: new Map<PostId, number>() }
  /** How many writes there were when each post was made. */
  readonly #madeAt = new Map<PostId, number>()
  /** How many writes there were when a read first showed what was created. */
  readonly #createdAt = new Map<PostId, number>()
  #listRightAt = 0
  /** How many writes there were when the latest read was sent. */
  #lookedAt = 0

  readonly #isShort: boolean
  readonly #isEventual: boolean

  /**
   * @param options.besides the log of another worker of the same run, whose writes count here too.
   * @param options.isShort whether every write is necessary for the fault, as in a shrunk sequence. Default false.
   * @param options.isEventual whether a read may show an older state than an earlier read. Default false.
   */
  constructor({ besides, isShort = false, isEventual = false }: WriteLogOptions = {}) {
    this.#writes = besides ? besides.#writes : []
    this.#isShort = isShort
    this.#isEventual = besides ? besides.#isEventual : isEventual
    this.#listRightAt = this.#writes.length
  }

  /** Notes a request. @param isThere whether a post exists. Default always. */
  note({ method, path, body = '' }: SentRequest, isThere: (id: PostId) => boolean = () => true): void {
    if (method === 'GET') this.#lookedAt = this.#writes.length
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
    const id = idInPath(path)
    this.#writes.push({ method, id, isThere: id === undefined || isThere(id), body })
  }

  takeOver(worker: WriteLog): void {
    for (const [id, at] of worker.#madeAt) this.#madeAt.set(id, at)
    for (const [id, at] of worker.#createdAt) this.#createdAt.set(id, at)
    for (const view of views) for (const [id, at] of worker.#rightAt[view]) this.#rightAt[view].set(id, at)
  }

  made(id: PostId): void {
    this.#madeAt.set(id, this.#writes.length)
    this.#createdAt.delete(id)
    for (const view of views) this.#rightAt[view].delete(id)
  }

  /** Notes that a create was done: a read showed all of the post. */
  sawCreated(id: PostId): void {
    this.#createdAt.set(id, this.#lookedAt)
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
    if (rightAt === undefined || this.#isEventual) return false
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
   * The clauses that may be broken if this post is wrong: where one view is wrong, by a write to the post, or else by
   * the view.
   *
   * @param refused a write that the service did not do.
   */
  likelyClauses(id: PostId, seen: readonly View[], refused?: SentRequest): ClauseId[] {
    const rightAt = seen.flatMap((view) => this.#rightAt[view].get(id) ?? [])
    if (seen.length > 1) rightAt.push(...[this.#createdAt.get(id)].filter((at) => at !== undefined))
    const isNew = rightAt.length === 0
    const all = this.#writes.slice(isNew ? this.#madeAt.get(id) : Math.max(...rightAt))
    const last = refused
      ? all.findLastIndex((write) => write.id === id && write.method === refused.method)
      : -1
    const since = all.filter((_write, at) => at !== last)
    const own = clausesBy(
      ofOwn,
      since.filter((write) => write.id === id),
    )
    if (seen.length === 1) return withFallbacks(...own, seen[0] === 'list' ? 'list.all' : 'read.ok')
    const others = clausesBy(
      ofOthers,
      since.filter((write) => write.id !== id),
    )
    const made = [...own, ...(isNew ? ['create.adds' as const] : [])]
    const isByOther = this.#isShort && since.length > 0 && since.at(-1)?.id !== id
    return withFallbacks(...(isByOther ? [...others, ...made] : [...made, ...others]), ...repeated(since))
  }

  /**
   * The clauses that may be broken if the list has a post that no write made.
   * @param token a text in it that one write sent.
   */
  likelyClausesOfUnknown(token: string | undefined): ClauseId[] {
    const since = this.#writes.slice(this.#listRightAt)
    const sender = token === undefined ? undefined : since.findLast(({ body }) => body.includes(token))
    const written = clausesBy(ofUnknown, sender ? [...since, sender] : since)
    const again = repeated(since)
    return withFallbacks(...(this.#isShort ? [...again, ...written] : [...written, ...again]))
  }
}

/** The clauses that some writes may break, the latest first. */
function clausesBy(clauses: typeof ofOwn, all: readonly Write[]): readonly ClauseId[] {
  return all
    .toReversed()
    .flatMap(({ method }) => clauses[method] ?? (clauses === ofOwn ? [] : ['others.untouched']))
}

const views = ['list', 'read'] as const

/** A read may have changed anything; and so may a write to another post with the same id. */
function withFallbacks(...[first = 'safe.get', ...more]: readonly ClauseId[]): ClauseId[] {
  return [...new Set<ClauseId>([first, ...more, 'create.assigns-id', 'safe.get'])]
}

/** What a write breaks that was sent twice in a row, or to a deleted post. */
function repeated(since: readonly Write[]): ClauseId[] {
  return since.flatMap(({ method, id, body, isThere }, at): ClauseId[] => {
    const operation = writeOperations[method]
    if (id === undefined || !operation || operation === 'create') return []
    const before = since.slice(0, at).findLast((each) => each.id === id)
    const isAgain = before?.method === method && before.body === body
    return isAgain || !isThere ? [`${operation}.idempotent`] : []
  })
}

function idInPath(path: string): PostId | undefined {
  const digits = /^\/posts\/(-?\d+)\/?(?:\?|$)/.exec(path)?.[1]
  return digits === undefined ? undefined : toPostId(BigInt(digits))
}
