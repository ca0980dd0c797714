import { setImmediate } from 'node:timers/promises'
import type { PostId } from '../../handlers/model/post.ts'
import type { Book } from '../custody/book.ts'
import { keptReply } from '../judge/excerpt.ts'
import type { RunRecord } from '../judge/run-record.ts'
import { type IdEvent, OwnPosts } from '../model/own-posts.ts'
import { idIn } from '../scenarios/addresses.ts'
import type { Exchange, ReceivedReply, Send, SentRequest } from '../scenarios/exchange.ts'
import { titleIn, titleOfSequence } from '../scenarios/marks.ts'
import { type Listing, listingOf } from '../scenarios/post-text.ts'
import type { Patience } from '../wire/clock.ts'
import { ProviderUnreachable } from '../wire/failure.ts'
import { unanswered } from '../wire/messages.ts'
import type { Pace } from '../wire/pace.ts'
import { isNotYet } from '../wire/status.ts'
import { readWholeList } from '../wire/whole-list.ts'
import type { SequenceExchange } from './trace.ts'
import type { Waiting } from './waiting.ts'

/** What is known about the provider and its other clients. */
export interface Terms {
  readonly send: Send
  readonly pace: Pace
  /** What is known of the posts of the provider; undefined where the run only reads. */
  readonly book: Pick<Book, 'takeUnmarked'> | undefined
  /** Foreign ids in the latest list. */
  readonly foreign: ReadonlySet<PostId>
  /** What was odd in the first list, by id or text, and posts that the run made odd. */
  readonly odd: ReadonlySet<unknown>
  /** Gets what happens to the ids of posts. */
  readonly history: IdEvent[]
  /** What the whole run saw; a sequence adds to it. */
  readonly record: RunRecord
  readonly waiting: Waiting
  /** How many independent requests may run at the same time. */
  readonly width: number
  /** Whether no other client seems to create posts, so that a free id stays free. */
  readonly isAlone: boolean
  /** Whether the provider reuses the ids of deleted posts. */
  readonly reusesIds: boolean
  /** Whether the time is over. */
  readonly isOver: boolean
  /** Whether sequences do without an operation. */
  leavesOut(operation: string): boolean
}

/** Longer writes are not evidence, in characters. */
const longestKept = 10_000

/** Sends the requests of one sequence, and keeps them as evidence. */
export abstract class SequenceClient {
  readonly own: OwnPosts
  readonly marker: string
  readonly terms: Terms
  readonly exchanges: SequenceExchange[] = []
  /** The current step, from 1 on. */
  step = 0
  /** Whether one of several concurrent writes was not sent, so that the state after the others is unknown. */
  isUnclear = false
  protected readonly patience: Patience
  /** Whether every write must be visible, and no other client can make a view wrong for a moment. */
  protected isSettled = false
  #titles = 0
  #seen: Exchange[] = []
  readonly #kept = new WeakMap<Exchange, Exchange>()

  /** @param marker the text in the title or the content of each of its posts. */
  constructor(terms: Terms, marker: string, patience: Patience) {
    this.terms = terms
    this.marker = marker
    this.patience = patience
    this.own = new OwnPosts(terms.history, () => terms.waiting.isEventual)
  }

  /** Judges a reply itself, whatever the request is for. */
  protected abstract judge(exchange: Exchange): void

  /** Whether the list has pages: foreign writes may move posts between them during a read. */
  get isPaged(): boolean {
    return this.terms.pace.isPaged
  }

  get areOthersAtWork(): boolean {
    return !this.terms.isAlone
  }

  /** A unique title. A service may take none of one word. */
  nextTitle(): string {
    return `${titleOfSequence(this.marker, ++this.#titles)} a`
  }

  /** The first token in some texts: the mark of the sequence and the number after it. */
  tokenIn(...texts: readonly string[]): string | undefined {
    return titleIn(texts.join('\n'), this.marker)
  }

  /** The exchanges of the current check; of repeated reads, the last. */
  get seen(): readonly Exchange[] {
    return this.#seen
  }

  /** Starts a new check. @param first its first exchanges. */
  open(...first: readonly Exchange[]): void {
    this.#seen = first.map((each) => this.kept(each))
  }

  /** The shortened exchange that the run keeps; the same object for the same exchange. */
  kept(exchange: Exchange): Exchange {
    const { request, reply } = exchange
    const kept = this.#kept.get(exchange) ?? { request, reply: keptReply(reply, this.marker) }
    this.#kept.set(exchange, kept)
    this.#kept.set(kept, kept)
    return kept
  }

  /** Sends a request and starts a new check with it. */
  async send(request: SentRequest): Promise<Exchange> {
    const [exchange] = (await this.sendAll([request])) as [Exchange]
    return exchange
  }

  /** Sends requests concurrently. @param isAtOnce whether that is what is tested. Default to save time. */
  async sendAll(requests: readonly SentRequest[], isAtOnce = false): Promise<Exchange[]> {
    const writes = requests.filter(({ method }) => method !== 'GET')
    const settled = await Promise.allSettled(
      requests.map(async (request, at) => {
        // A write is noted before it leaves: a read after it must not overtake it.
        for (let turn = 0; isAtOnce && turn < at; turn++) await setImmediate()
        return await this.ask(request)
      }),
    )
    const failed = settled.find((each) => each.status === 'rejected')
    this.isUnclear ||= failed !== undefined && writes.length > 1
    if (failed) throw failed.reason
    const exchanges = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    for (const exchange of exchanges) this.trace(exchange, isAtOnce)
    this.open(...exchanges.slice(-1))
    return exchanges
  }

  /** Reads as a part of the current check. */
  async look(path: string): Promise<ReceivedReply> {
    return (await this.ask({ method: 'GET', path, headers: {} })).reply
  }

  /** The list with all its pages, and the reply that is not one. */
  async wholeList(): Promise<{ readonly list: Listing; readonly broken?: ReceivedReply | undefined }> {
    const { items, broken, isPaged } = await readWholeList(({ path }) => this.look(path))
    this.terms.pace.isPaged ||= isPaged
    return { list: listingOf(items), broken }
  }

  /** Waits until every write must be visible. Until the next one each check looks once, where no other client can disturb it. */
  async settle(): Promise<void> {
    await this.terms.waiting.settle(true)
    this.isSettled = !this.isPaged && !this.areOthersAtWork
  }

  /** Looks for something until it is there, or the settle time is over. */
  find<Result>(look: () => Promise<Result | undefined>): Promise<Result | undefined> {
    return this.patience.until(look)
  }

  /** Sends a request as a part of the current check. */
  async ask(request: SentRequest): Promise<Exchange> {
    this.own.note(request)
    const first = await this.#sendOnce(request)
    const exchange = (await this.#sendAgain(first)) ?? first
    this.#seen.push(this.kept(exchange))
    return exchange
  }

  async #sendOnce(request: SentRequest): Promise<Exchange> {
    if (request.method !== 'GET') this.isSettled = false
    const reply = await this.terms.send(request).catch((error: unknown) => {
      if (error instanceof ProviderUnreachable) this.#seen.push({ request, reply: unanswered })
      throw error
    })
    const exchange = { request, reply }
    this.judge(exchange)
    return exchange
  }

  /** Repeats the delete of a post that a service may not delete yet; undefined where it never does. */
  async #sendAgain({ request, reply }: Exchange): Promise<Exchange | undefined> {
    const id = request.method === 'DELETE' ? idIn(request.path) : undefined
    if (id === undefined || !this.own.get(id) || !isNotYet(reply)) return undefined
    return await this.find(async () => {
      const next = await this.#sendOnce(request)
      return isNotYet(next.reply) ? undefined : next
    })
  }

  /** Adds an exchange to the trace. */
  protected trace(exchange: Exchange, isAtOnce = false): void {
    this.exchanges.push({ step: this.step, ...this.kept(exchange), isAtOnce })
  }

  /** Keeps only the first exchanges of the current check. */
  protected forgetSeen(length: number): void {
    this.#seen.length = length
  }

  /** The writes to posts, and those that created them, in the order in which they were sent. */
  protected writesTo(ids: ReadonlySet<PostId | undefined>): Exchange[] {
    return this.exchanges.filter(({ request, reply, made = idIn(request.path) }) => {
      const isShort = (request.body?.length ?? 0) + reply.body.length <= longestKept
      return request.method !== 'GET' && isShort && made !== undefined && ids.has(made)
    })
  }
}
