import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { type SentRequest, writeOperations } from '../document/exchange.ts'

interface Write {
  readonly method: string
  /** The post that it names; undefined for a create. */
  readonly id: PostId | undefined
  /** Whether that post was there: a write to one that is gone is done in vain, as one that is repeated. */
  readonly isThere: boolean
  readonly body: string
}

/** How posts are looked at. */
export type View = 'list' | 'read'

/** The clauses that a write may break where the post it names is wrong after it, the likeliest first. */
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

/** The clauses that a write may break where the list shows an unknown post after it. */
const ofStrays: Readonly<Record<string, readonly ClauseId[]>> = {
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
 * What was written since each post, and the list as a whole, were last seen right. It tells which clauses may be broken
 * when something is wrong: that of the write to this post, that of a write to another, or, where nothing was
 * written, that of looking.
 */
export class WriteLog {
  readonly #writes: Write[]
  readonly #rightAt = { list: new Map<PostId, number>(), read: new Map<PostId, number>() }
  /** How many writes there were once a post had come. */
  readonly #madeAt = new Map<PostId, number>()
  #listRightAt = 0
  /** How many writes there were when the latest look left. */
  #lookedAt = 0

  readonly #isShort: boolean
  readonly #isEventual: boolean

  /**
   * @param options.besides the log of another worker of the same run: what it writes is known here too.
   * @param options.isShort whether no write can be left out, as in a sequence that was made short: each has a part in what is wrong, and the
   * latest shows it. Default false.
   * @param options.isEventual whether a look may show what was there before, although another showed what is there now. Default false.
   */
  constructor({ besides, isShort = false, isEventual = false }: WriteLogOptions = {}) {
    this.#writes = besides ? besides.#writes : []
    this.#isShort = isShort
    this.#isEventual = besides ? besides.#isEventual : isEventual
    this.#listRightAt = this.#writes.length
  }

  /** Notes a request; one that only reads is not kept. @param isThere tells whether a post is. Default each is. */
  note({ method, path, body = '' }: SentRequest, isThere: (id: PostId) => boolean = () => true): void {
    if (method === 'GET') this.#lookedAt = this.#writes.length
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
    const id = idInPath(path)
    this.#writes.push({ method, id, isThere: id === undefined || isThere(id), body })
  }

  /** Takes over what another worker has seen. */
  takeOver(worker: WriteLog): void {
    for (const [id, at] of worker.#madeAt) this.#madeAt.set(id, at)
    for (const view of views) for (const [id, at] of worker.#rightAt[view]) this.#rightAt[view].set(id, at)
  }

  made(id: PostId): void {
    this.#madeAt.set(id, this.#writes.length)
    for (const view of views) this.#rightAt[view].delete(id)
  }

  /** Notes that a post was seen as it must be. */
  sawRight(id: PostId, view: View): void {
    this.#rightAt[view].set(id, this.#lookedAt)
  }

  /** Asks whether a view showed a post right and nothing was written to it since: where it is wrong now, no write is late. */
  mustBeRight(id: PostId, view: View): boolean {
    const rightAt = this.#rightAt[view].get(id)
    if (rightAt === undefined || this.#isEventual) return false
    return this.#writes.slice(rightAt).every((write) => write.id !== id)
  }

  /** Notes that the list was seen to hold nothing that it must not hold. */
  sawListRight(): void {
    this.#listRightAt = this.#lookedAt
  }

  /**
   * The clauses that may be broken if this post is wrong. A single view that is wrong after a write to the post may be wrong only
   * since then; where nothing was written to it, the view is wrong by itself.
   *
   * @param refused a write that the service did not do, as the post was wrong before.
   */
  likelyClauses(id: PostId, seen: readonly View[], refused?: SentRequest): ClauseId[] {
    const rightAt = seen.flatMap((view) => this.#rightAt[view].get(id) ?? [])
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

  /** The clauses that may be broken if the list holds a post that no write made. @param token a text of it that one write sent. */
  likelyClausesOfStray(token: string | undefined): ClauseId[] {
    const since = this.#writes.slice(this.#listRightAt)
    const sender = token === undefined ? undefined : since.findLast(({ body }) => body.includes(token))
    const written = clausesBy(ofStrays, sender ? [...since, sender] : since)
    const again = repeated(since)
    return withFallbacks(...(this.#isShort ? [...again, ...written] : [...written, ...again]))
  }
}

/** The clauses that some writes may break, those of the latest first. */
function clausesBy(clauses: typeof ofOwn, all: readonly Write[]): readonly ClauseId[] {
  return all
    .toReversed()
    .flatMap(({ method }) => clauses[method] ?? (clauses === ofOwn ? [] : ['others.untouched']))
}

const views = ['list', 'read'] as const

/** Looking may change anything, and where two posts have one id, so may whatever is done to the other. */
function withFallbacks(...[first = 'safe.get', ...more]: readonly ClauseId[]): ClauseId[] {
  return [...new Set<ClauseId>([first, ...more, 'create.assigns-id', 'safe.get'])]
}

/** What a write breaks that was sent twice in a row, or to a post that is gone. */
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
