import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { SentRequest } from '../document/exchange.ts'

interface Write {
  readonly method: string
  /** The post that it names; undefined for a create. */
  readonly id: PostId | undefined
  readonly body: string
}

/** The clause that a write breaks if the post it names is wrong after it. */
const clauseOfMethod: Readonly<Record<string, ClauseId>> = {
  POST: 'create.adds',
  PUT: 'replace.whole',
  DELETE: 'delete.removes',
}

/**
 * What was written since each post, and the list as a whole, were last seen right. It tells which clause is broken
 * when something is wrong: that of the write to this post, that of a write to another, or, where nothing was
 * written, that of looking.
 */
export class WriteLog {
  readonly #writes: Write[]
  readonly #rightAt = new Map<PostId, number>()
  #listRightAt = 0
  /** How many writes there were when the latest look left. */
  #lookedAt = 0

  /** @param besides the log of another lane of the same run: what it writes is known here too. */
  constructor(besides?: WriteLog) {
    this.#writes = besides ? besides.#writes : []
    this.#listRightAt = this.#writes.length
  }

  /** Notes a request; one that only reads is not kept. */
  note({ method, path, body = '' }: SentRequest): void {
    if (method === 'GET') this.#lookedAt = this.#writes.length
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
    this.#writes.push({ method, id: idInPath(path), body })
  }

  /** Takes over what another lane has seen. */
  takeOver(lane: WriteLog): void {
    for (const [id, at] of lane.#rightAt) this.#rightAt.set(id, at)
  }

  /** Notes that a post was seen as it must be. */
  sawRight(id: PostId): void {
    this.#rightAt.set(id, this.#lookedAt)
  }

  /** Notes that the list was seen to hold nothing that it must not hold. */
  sawListRight(): void {
    this.#listRightAt = this.#lookedAt
  }

  /** The clause that is broken if this post is wrong, however one looks at it. */
  clauseOf(id: PostId): ClauseId {
    const rightAt = this.#rightAt.get(id)
    const since = this.#writes.slice(rightAt ?? 0)
    const own = since.findLast((write) => write.id === id)
    if (own) return clauseOfMethod[own.method] ?? 'others.untouched'
    if (rightAt === undefined) return 'create.adds'
    return since.length > 0 ? 'others.untouched' : 'safe.get'
  }

  /** The clause that is broken if the list holds a post that no write made. @param token a text of it that one write sent. */
  clauseOfStray(token: string | undefined): ClauseId {
    const since = this.#writes.slice(this.#listRightAt)
    const sender = token === undefined ? undefined : since.findLast(({ body }) => body.includes(token))
    const write = sender ?? since.at(-1)
    if (!write) return 'safe.get'
    return write.method === 'PUT' ? 'replace.same-id' : (clauseOfMethod[write.method] ?? 'others.untouched')
  }
}

function idInPath(path: string): PostId | undefined {
  const digits = /^\/posts\/(-?\d+)\/?(?:\?|$)/.exec(path)?.[1]
  return digits === undefined ? undefined : toPostId(BigInt(digits))
}
