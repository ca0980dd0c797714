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

  /** @param besides the log of another lane of the same run: what it writes is known here too. */
  constructor(besides?: WriteLog) {
    this.#writes = besides ? besides.#writes : []
    this.#listRightAt = this.#writes.length
  }

  /** Notes a request; one that only reads is not kept. @param isThere tells whether a post is. Default each is. */
  note({ method, path, body = '' }: SentRequest, isThere: (id: PostId) => boolean = () => true): void {
    if (method === 'GET') this.#lookedAt = this.#writes.length
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
    const id = idInPath(path)
    this.#writes.push({ method, id, isThere: id === undefined || isThere(id), body })
  }

  /** Takes over what another lane has seen. */
  takeOver(lane: WriteLog): void {
    for (const [id, at] of lane.#madeAt) this.#madeAt.set(id, at)
    for (const view of views) for (const [id, at] of lane.#rightAt[view]) this.#rightAt[view].set(id, at)
  }

  /** Notes that a new post has come. */
  made(id: PostId): void {
    this.#madeAt.set(id, this.#writes.length)
    for (const view of views) this.#rightAt[view].delete(id)
  }

  /** Notes that a post was seen as it must be. */
  sawRight(id: PostId, view: View): void {
    this.#rightAt[view].set(id, this.#lookedAt)
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
    const since = this.#writes.slice(isNew ? this.#madeAt.get(id) : Math.max(...rightAt))
    const named = since.filter((write) => write.id === id)
    const last = refused ? named.findLastIndex(({ method }) => method === refused.method) : -1
    const own = clausesBy(
      ofOwn,
      named.filter((_write, at) => at !== last),
    )
    if (seen.length === 1) return withFallbacks(...own, seen[0] === 'list' ? 'list.all' : 'read.ok')
    const others = clausesBy(
      ofOthers,
      since.filter((write) => write.id !== id),
    )
    return withFallbacks(...own, ...(isNew ? ['create.adds' as const] : []), ...others, ...repeated(since))
  }

  /** The clauses that may be broken if the list holds a post that no write made. @param token a text of it that one write sent. */
  likelyClausesOfStray(token: string | undefined): ClauseId[] {
    const since = this.#writes.slice(this.#listRightAt)
    const sender = token === undefined ? undefined : since.findLast(({ body }) => body.includes(token))
    return withFallbacks(...clausesBy(ofStrays, sender ? [...since, sender] : since), ...repeated(since))
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

/** What a write breaks that was sent twice, or to a post that is gone. */
function repeated(since: readonly Write[]): ClauseId[] {
  const again = since.filter(
    ({ method, id, body, isThere }, at) =>
      !isThere ||
      since.some(
        (each, before) => before < at && each.method === method && each.id === id && each.body === body,
      ),
  )
  return again.flatMap(({ method, id }): ClauseId[] => {
    const operation = writeOperations[method]
    return id === undefined || !operation || operation === 'create' ? [] : [`${operation}.idempotent`]
  })
}

function idInPath(path: string): PostId | undefined {
  const digits = /^\/posts\/(-?\d+)\/?(?:\?|$)/.exec(path)?.[1]
  return digits === undefined ? undefined : toPostId(BigInt(digits))
}
