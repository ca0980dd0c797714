import type { PostId } from '../../handlers/model/post.ts'
import { keptReply } from '../judge/excerpt.ts'
import type { Finding, Violation } from '../judge/finding.ts'
import { idIn } from '../scenarios/addresses.ts'
import type { Exchange, SentRequest } from '../scenarios/exchange.ts'
import type { SequenceExchange } from './trace.ts'

/** Longer writes are not evidence, in characters. */
const longestKept = 10_000

/** How many reads may be evidence of what a read changes. */
const mostReads = 10

/** What a sequence sent and was answered, shortened: in the current check, and in all its steps. */
export class Evidence {
  /** The exchanges of the sequence, in order. */
  readonly exchanges: SequenceExchange[] = []
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

  /** Adds exchanges to those of the step. @param isAtOnce whether they ran concurrently, which is tested. */
  trace(exchanges: readonly Exchange[], isAtOnce = false): void {
    for (const exchange of exchanges)
      this.exchanges.push({ step: this.#step, ...this.kept(exchange), isAtOnce })
  }

  /** Adds the exchanges of a finding that no step has. */
  traceFinding({ exchanges }: Finding): void {
    const known = new Set(this.exchanges.map(({ reply }) => reply))
    this.trace(exchanges.filter(({ reply }) => !known.has(reply)))
  }

  /** Notes which post a create made. */
  made(create: SentRequest, id: PostId): void {
    const sent = this.exchanges.findLast(({ request }) => request === create)
    if (sent) sent.made = id
  }

  /**
   * What a finding takes, in the order in which it was sent: the writes to posts, and those that created them; where a
   * read is at fault, the latest reads after them; where one view alone is wrong, and may be from before, its latest
   * read before them.
   */
  needed(ids: ReadonlySet<PostId | undefined>, { clause, views, post }: Violation): Exchange[] {
    const isOf = ({ request, reply, made = idIn(request.path) }: SequenceExchange) => {
      const isShort = (request.body?.length ?? 0) + reply.body.length <= longestKept
      return request.method !== 'GET' && isShort && made !== undefined && ids.has(made)
    }
    const last = this.exchanges.findLastIndex(isOf)
    const firstRead = Math.max(last, this.exchanges.length - mostReads)
    const isView = ({ request: { method, path } }: SequenceExchange) =>
      method === 'GET' && idIn(path) === (views?.[0] === 'list' ? undefined : post)
    const before = views?.length === 1 ? this.exchanges.slice(0, last).findLastIndex(isView) : -1
    const isRead = ({ request }: SequenceExchange, at: number) =>
      clause === 'safe.get' && at > firstRead && request.method === 'GET'
    return this.exchanges.filter((each, at) => isOf(each) || at === before || isRead(each, at))
  }
}
