import type { PostId } from '../../handlers/model/post.ts'
import { keptReply } from '../judge/excerpt.ts'
import type { Place, ShownExchange, Violation } from '../judge/finding.ts'
import { idIn } from '../scenarios/addresses.ts'
import type { Exchange, SentRequest } from '../scenarios/exchange.ts'
import { idInBody } from '../scenarios/post-text.ts'
import { isSuccess } from '../wire/status.ts'
import { isAlike } from './trace.ts'

/** How many requests may be evidence of what changed a post to which none of them wrote. */
const mostSuspects = 10

/** What a sequence sent and was answered, shortened: in the current check, and in all its steps. */
export class Evidence {
  /** The exchanges of the sequence, in order. */
  readonly exchanges: ShownExchange[] = []
  readonly #marker: string
  readonly #kept = new WeakMap<Exchange, Exchange>()
  #step = 0
  #seen: Exchange[] = []

  /** @param marker the text in the title or the content of each post of the sequence. */
  constructor(marker: string) {
    this.#marker = marker
  }

  /** The current step, from 1 on. */
  get step(): number {
    return this.#step
  }

  nextStep(): void {
    this.#step++
  }

  /** The exchanges of the current check; of repeated reads, the last. */
  get seen(): readonly Exchange[] {
    return this.#seen
  }

  /** Starts a new check. @param first its first exchanges. */
  startCheck(...first: readonly Exchange[]): void {
    this.#seen = first.map((each) => this.kept(each))
  }

  /** Adds an exchange to the current check. */
  record(exchange: Exchange): void {
    this.#seen.push(this.kept(exchange))
  }

  /** Keeps only the first exchanges of the current check. */
  discardAfter(length: number): void {
    this.#seen.length = length
  }

  /** The shortened exchange that the run keeps; the same object for the same exchange. */
  kept(exchange: Exchange): Exchange {
    const { request, reply } = exchange
    const kept = this.#kept.get(exchange) ?? { request, reply: keptReply(reply, this.#marker) }
    this.#kept.set(exchange, kept)
    this.#kept.set(kept, kept)
    return kept
  }

  /** Adds new exchanges to those of the step. @param isAtOnce whether they ran concurrently, which is tested. */
  trace(exchanges: readonly Exchange[], isAtOnce = false): void {
    for (const exchange of exchanges)
      if (!isIn(this.exchanges, exchange))
        this.exchanges.push({ ...this.kept(exchange), ...(isAtOnce && { atOnce: this.#step }) })
  }

  /** Notes which post a create made. */
  made(create: SentRequest, id: PostId): void {
    const at = this.exchanges.findLastIndex(({ request }) => request === create)
    const sent = this.exchanges[at]
    if (sent) this.exchanges[at] = { ...sent, made: [id] }
  }

  /** Notes the places of concurrent requests. @param misfit has none of them; it may be a look after them. */
  place(misfit: Exchange, places: ReadonlyMap<SentRequest, Place>): void {
    this.trace([this.kept(misfit)])
    for (const [at, each] of this.exchanges.entries()) {
      const place = places.get(each.request)
      if (place !== undefined) this.exchanges[at] = { ...each, place }
    }
  }

  /**
   * What a finding takes, in the order in which it was sent: what may have caused it, the writes to the posts of these
   * requests, and the last look at each view that shows it.
   * @param seen the current check.
   */
  needed(seen: readonly Exchange[], violation: Violation): ShownExchange[] {
    const { clause, views, post } = violation
    const causes = this.#causesOf(seen, violation)
    const posts = new Set([post, ...[...causes, ...seen].flatMap(postsOf)])
    const isOfPost = (each: Exchange) => isWrite(each) && postsOf(each).some((id) => posts.has(id))
    const before = this.exchanges.filter((each) => causes.includes(each) || isOfPost(each))
    const isInList = views?.includes('list') ?? clause.startsWith('list.')
    const list = isInList && seen.findLast((each) => isLook(each, undefined))
    // If a post is missing in the list, a read shows that it exists.
    const read = views && seen.findLast((each) => isLook(each, post))
    const looks = list || read ? [list, read] : [seen.at(-1)]
    const shown = seen.filter((each) => !isIn(before, each) && (isWrite(each) || looks.includes(each)))
    return [...before, ...shown]
  }

  /**
   * What may have caused a violation: the write that is checked, or the latest to the post, with an equal create before
   * it that went well. Where the post was right since, any write after that; where a read is at fault, any request.
   */
  #causesOf(seen: readonly Exchange[], { clause, views = [], post }: Violation): readonly ShownExchange[] {
    const { exchanges } = this
    const isView = (each: Exchange) => views.some((view) => isLook(each, view === 'list' ? undefined : post))
    const isDone = (each: Exchange) => isWrite(each) && isSuccess(each.reply)
    const isOwn = (each: ShownExchange) =>
      isDone(each) && (isIn(seen, each) || postsOf(each).some((id) => id === post))
    const right = exchanges.findLastIndex(isView)
    const write = exchanges.findLastIndex(isOwn)
    const own = exchanges[write]
    const earlier = own ? exchanges.slice(0, write) : exchanges
    const etag = seen.at(-1)?.request.headers['if-none-match']
    const isTagged = (each: Exchange) =>
      etag !== undefined && isView(each) && each.reply.headers.etag === etag
    // Where one view alone is wrong, it may be from before the write; an ETag is from where it was first.
    const old = exchanges.find(isTagged) ?? earlier.findLast(isView)
    const outdated = views.length === 1 && old ? [old] : []
    if (right > write || clause === 'safe.get') {
      const since = exchanges.slice(Math.max(0, right))
      const suspects = clause === 'safe.get' ? since : since.filter(isDone)
      return [...outdated, ...suspects.slice(-mostSuspects)]
    }
    const isEqual = (each: ShownExchange) =>
      own?.request.method === 'POST' && isAlike(each, own, this.#marker)
    return [...outdated, ...earlier.filter(isEqual).slice(-1)]
  }
}

function isWrite({ request }: Exchange): boolean {
  return request.method !== 'GET'
}

/** Whether an exchange is a read of a post, or of the list. */
function isLook({ request: { method, path } }: Exchange, post: PostId | undefined): boolean {
  return method === 'GET' && idIn(path) === post
}

function isIn(exchanges: readonly Exchange[], { reply }: Exchange): boolean {
  return exchanges.some((each) => each.reply === reply)
}

/** The posts that a request names, or created. */
function postsOf({ request, made = [] }: ShownExchange) {
  return [...made, idIn(request.path), idInBody(request.body ?? '')].filter((id) => id !== undefined)
}
