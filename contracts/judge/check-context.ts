import type { PostId } from '../../handlers/model/post.ts'
import type { OwnPosts } from '../model/own-posts.ts'
import type { SequencePosts } from '../model/sequence-posts.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, idIn, type ReceivedReply, type SentRequest } from '../spec/exchange.ts'
import type { PostIds } from '../spec/listing.ts'
import { titleIn } from '../spec/marks.ts'
import type { Patience } from '../wire/patience.ts'
import { attribute, brokenByReply, type Facts, type Symptom } from './attribution.ts'
import { headAndTail, keptExchange, mostFaults } from './evidence.ts'
import type { Finding } from './finding.ts'
import { RunRecord } from './run-record.ts'

/** A fact that is not true. Each wrong post is reported once. */
export interface Violation extends Omit<Finding, 'shownBy' | 'exchanges'> {
  /** Whether waiting cannot correct it, as with a failed reply. A check still waits for other faults beside it. */
  readonly isFinal?: boolean
}

/** A fault with the clause that is the likeliest broken, and the alternatives. */
export function attributed(fault: Violation, kind: Symptom['kind'], facts: Partial<Facts> = {}): Violation {
  const [clause = fault.clause, ...others] = attribute({ ...fault, ...facts, kind })
  return { ...fault, clause, alternatives: [...(fault.alternatives ?? []), ...others] }
}

/**
 * The context of checks: they read the provider through it and report their findings to it, with the exchanges.
 */
export class CheckContext {
  readonly posts: SequencePosts
  readonly findings: Finding[] = []
  readonly record: RunRecord
  /** Foreign ids in the latest list. */
  foreign: PostIds = new Set()
  /** The unique text in every title of these posts. */
  readonly marker: string
  readonly #patience: Patience
  #subject = ''
  #seen: Exchange[] = []
  readonly #kept = new WeakMap<Exchange, Exchange>()

  /** @param record what the whole run saw; the context adds to it. */
  constructor(posts: SequencePosts, marker: string, patience: Patience, record = new RunRecord()) {
    this.posts = posts
    this.marker = marker
    this.record = record
    this.#patience = patience
  }

  /** The first token in some texts: the run's marker and the number after it. */
  tokenIn(...texts: readonly (string | undefined)[]): string | undefined {
    return titleIn(texts.join('\n'), this.marker)
  }

  /** The exchanges of the current check; of repeated reads, the last. */
  get seen(): readonly Exchange[] {
    return this.#seen
  }

  /** Posts created without a title or content. */
  get incomplete(): Set<PostId> {
    return this.own.incomplete
  }

  get own(): OwnPosts {
    return this.posts.own
  }

  /** Starts a new check. @param exchange its first exchange. */
  open(subject: string, exchange?: Exchange): void {
    this.#subject = subject
    this.#seen = exchange ? [this.kept(exchange)] : []
  }

  /** The shortened exchange that the run keeps; the same object for the same exchange. */
  kept(exchange: Exchange): Exchange {
    const kept = this.#kept.get(exchange) ?? keptExchange(exchange, this.marker)
    this.#kept.set(exchange, kept)
    this.#kept.set(kept, kept)
    return kept
  }

  async look(path: string): Promise<ReceivedReply> {
    return (await this.send({ method: 'GET', path, headers: {} })).reply
  }

  /** Sends a request of the check. */
  async send(request: SentRequest): Promise<Exchange> {
    const exchange = { request, reply: await this.posts.send(request) }
    this.#seen.push(this.kept(exchange))
    return exchange
  }

  /**
   * Checks a fact until it is true or the settle time is over.
   * @param clauses the clauses that the check can break; it counts as an observation of each.
   * @param faults reads, and returns what is wrong.
   * @param patience default that of the run.
   */
  async check(
    clauses: readonly ClauseId[],
    faults: () => Promise<readonly Violation[]>,
    patience = this.#patience,
  ): Promise<boolean> {
    for (const clause of clauses) this.record.observe(clause)
    let found: readonly Violation[] = []
    const before = this.#seen.length
    let looks = 0
    let first: readonly Violation[] = []
    // A fault is also gone once another check has reported its post.
    const wasLate = () =>
      looks > 1 &&
      found.length === 0 &&
      !first.some(({ post }) => post !== undefined && this.own.spoilt.has(post))
    await patience.until(async () => {
      looks++
      this.#seen.length = before
      found = await faults()
      if (looks === 1) first = found
      return found.every(({ isFinal }) => isFinal) ? true : undefined
    }, wasLate)
    for (const alike of Map.groupBy(found, ({ clause }) => clause).values())
      for (const fault of alike.slice(0, mostFaults)) this.#find(fault, this.#seen)
    for (const { post } of found) if (post !== undefined) this.own.spoilt.add(post)
    if (wasLate()) this.excuse('the write became visible late')
    return found.length === 0
  }

  /** Looks for something until it is there, or the settle time is over. */
  find<Result>(look: () => Promise<Result | undefined>): Promise<Result | undefined> {
    return this.#patience.until(look)
  }

  /** Notes that the reply of the current check is not a fault. */
  excuse(reason: string): void {
    this.record.excused.set(this.#subject, reason)
  }

  /** Records a fault of a reply, independent of the current check. @param more further evidence. */
  reportOn(exchange: Exchange, fault: Violation, ...more: readonly Exchange[]): void {
    this.record.observe(fault.clause)
    const exchanges = [exchange, ...more].map((each) => this.kept(each))
    this.#find(fault, exchanges)
  }

  /** Records a fault of the current check. */
  report(fault: Violation): void {
    this.record.observe(fault.clause)
    this.#find(fault, this.#seen)
  }

  /** Records each wrong post once: later faults are consequences. */
  #find({ isFinal: _isFinal, alternatives = [], ...fault }: Violation, exchanges: readonly Exchange[]): void {
    const { spoilt } = this.own
    const { clause, post } = fault
    const all = new Set([...alternatives, ...exchanges.flatMap(brokenByReply)])
    all.delete(clause)
    if (post !== undefined && spoilt.has(post)) return
    if (post !== undefined) spoilt.add(post)
    this.findings.push({
      ...fault,
      shownBy: this.#subject || 'the first look',
      exchanges: this.#withWrites(fault, exchanges),
      ...(all.size > 0 ? { alternatives: [...all] } : {}),
    })
  }

  /** Adds the creates of the posts that a fault is about, and the latest writes to them. */
  #withWrites({ post }: Violation, exchanges: readonly Exchange[]): Exchange[] {
    const ids = new Set([post, ...exchanges.map(({ request }) => idIn(request.path))])
    const writes = this.posts.writesTo(ids)
    const isIn = ({ request }: Exchange) => exchanges.some((each) => each.request === request)
    return [...writes.filter((each) => !isIn(each)).map((each) => this.kept(each)), ...exchanges]
  }
}

/** Shortens a value for a sentence. */
export function brief(value: string): string {
  return headAndTail(value, 160)
}
