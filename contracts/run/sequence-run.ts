import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { Observation } from '../choices/detection.ts'
import type { WrittenPost } from '../judge/attribution.ts'
import { keptExchange } from '../judge/excerpt.ts'
import type { Expected } from '../judge/expected.ts'
import { explain, firstOf } from '../judge/explain.ts'
import type { Finding, Violation } from '../judge/finding.ts'
import { listSymptoms } from '../judge/list-check.ts'
import { readSymptoms } from '../judge/read-check.ts'
import { brokenByReply, noList } from '../judge/reply-check.ts'
import type { RunRecord } from '../judge/run-record.ts'
import type { OwnPosts } from '../model/own-posts.ts'
import type { SequencePosts } from '../model/sequence-posts.ts'
import type { WriteLog } from '../model/write-log.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, idIn, isSuccess, type ReceivedReply, type SentRequest } from '../spec/exchange.ts'
import { titleIn } from '../spec/marks.ts'
import { carries, type Listing, listingOf } from '../spec/post-text.ts'
import type { Patience } from '../wire/clock.ts'
import type { Look } from './step.ts'
import type { SequenceExchange } from './trace.ts'

/** The result of an example: what was observed, or why nothing was. */
export type ExampleResult =
  | Observation
  | {
      readonly notRun: string
      /** Whether another client has the id of its post by now: that is not the provider's failure. */
      readonly isTaken?: boolean
    }

/** What is known about the provider and its other clients. */
export interface Terms {
  /** What the whole run saw; a sequence adds to it. */
  readonly record: RunRecord
  /** How many independent requests may run at the same time. */
  readonly width: number
  /** Whether no other client seems to create posts, so that a free id stays free. */
  readonly isAlone: boolean
  /** Whether the provider reuses the ids of deleted posts. */
  readonly reusesIds: boolean
  /** Whether every write so far was visible at once. */
  readonly isPrompt: boolean
  /** Whether the time is over. */
  readonly isOver: boolean
  /** Whether sequences do without an operation. */
  leavesOut(operation: string): boolean
  /** Waits longer than writes took to become visible. */
  settle(): Promise<void>
}

/** A running sequence: its exchanges, the posts that it must see, and what is wrong. */
export class SequenceRun implements Expected {
  readonly posts: SequencePosts
  readonly own: OwnPosts
  readonly writes: WriteLog
  foreign: ReadonlySet<PostId>
  readonly marker: string
  readonly terms: Terms
  readonly findings: Finding[] = []
  readonly exchanges: SequenceExchange[] = []
  /** The results of examples, by key. */
  readonly examples = new Map<string, ExampleResult>()
  /** The current step, from 1 on. */
  step = 0
  /** The example that is running, if any. */
  subject: string | undefined
  /** Whether one of several concurrent writes was not sent, so that the state after the others is unknown. */
  isUnclear = false
  readonly #patience: Patience
  #seen: Exchange[] = []
  readonly #kept = new WeakMap<Exchange, Exchange>()

  /** @param foreign foreign ids in the latest list. */
  constructor(
    posts: SequencePosts,
    marker: string,
    foreign: ReadonlySet<PostId>,
    patience: Patience,
    terms: Terms,
  ) {
    this.posts = posts
    this.own = posts.own
    this.writes = posts.writes
    this.foreign = foreign
    this.marker = marker
    this.terms = terms
    this.#patience = patience
  }

  get isPaged(): boolean {
    return this.posts.isPaged
  }

  /** Whether it showed a fault. */
  get hasFailed(): boolean {
    return this.findings.length > 0
  }

  /** The exchanges of the current check; of repeated reads, the last. */
  get seen(): readonly Exchange[] {
    return this.#seen
  }

  /** The first token in some texts: the mark of the sequence and the number after it. */
  tokenIn(...texts: readonly string[]): string | undefined {
    return titleIn(texts.join('\n'), this.marker)
  }

  /** Starts a new check. @param exchange its first exchange. */
  open(exchange?: Exchange): void {
    this.#seen = exchange ? [this.kept(exchange)] : []
  }

  /** The shortened exchange that the run keeps; the same object for the same exchange. */
  kept(exchange: Exchange): Exchange {
    const kept = this.#kept.get(exchange) ?? keptExchange(exchange, this.marker)
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
    const settled = await Promise.allSettled(requests.map((request) => this.#ask(request)))
    const failed = settled.find((each) => each.status === 'rejected')
    this.isUnclear ||= failed !== undefined && writes.length > 1
    if (failed) throw failed.reason
    const exchanges = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    for (const exchange of exchanges) this.#note(exchange, isAtOnce)
    const last = exchanges.at(-1)
    if (last) this.open(last)
    return exchanges
  }

  /** Reads as a part of the current check. */
  async look(path: string): Promise<ReceivedReply> {
    return (await this.#ask({ method: 'GET', path, headers: {} })).reply
  }

  async #ask(request: SentRequest): Promise<Exchange> {
    const exchange = { request, reply: await this.posts.send(request) }
    this.#seen.push(this.kept(exchange))
    return exchange
  }

  #note(exchange: Exchange, isAtOnce = false): void {
    this.exchanges.push({ step: this.step, ...this.kept(exchange), isAtOnce })
  }

  /** Adds the exchanges of a fault. */
  tellFault(): void {
    const known = new Set(this.exchanges.map(({ reply }) => reply))
    for (const exchange of this.findings[0]?.exchanges ?? [])
      if (!known.has(exchange.reply)) this.#note(exchange)
  }

  /** The list with all its pages, and the reply that is not one. */
  async wholeList(): Promise<{ readonly list: Listing; readonly broken?: ReceivedReply | undefined }> {
    const { items, broken } = await this.posts.wholeList(({ path }) => this.look(path))
    return { list: listingOf(items), broken }
  }

  /** Notes the expected texts of a post. */
  keep(id: PostId, fields: PostFields, kind: 'created' | 'named' = 'created'): void {
    this.posts.adopt({ id, ...fields }, kind)
  }

  /**
   * Checks that the list has exactly the posts of the sequence with its mark.
   * @param clause the clause that is broken if `target` is wrong.
   */
  async list(clause: ClauseId = 'list.all', target?: PostId): Promise<void> {
    const written = target === undefined ? undefined : { id: target, clause }
    const shown = this.#shows(clause) ? [clause] : []
    await this.check([...shown, 'others.untouched', 'list.all'], () => this.listFaults(written))
  }

  /**
   * Reads a post of this sequence, one that it deleted, or an unused id.
   * @param clause the clause that is broken if it is wrong. Default that of an id without a post; for a post by the
   * writes since it was last right.
   */
  async read(id: PostId, clause = this.#clauseOf(id)): Promise<void> {
    const shown = clause !== undefined && this.#shows(clause) ? clause : 'read.ok'
    await this.check([shown], () => this.#readFaults(id, clause))
  }

  #clauseOf(id: PostId): ClauseId | undefined {
    if (this.own.isGone(id)) return 'delete.removes'
    return this.own.get(id) || this.foreign.has(id) ? undefined : 'read.missing'
  }

  /** Checks the effect of a write where the step says. */
  async checkAfter(where: Look, clause: ClauseId, target?: PostId): Promise<void> {
    if (this.hasFailed) return
    if (where === 'list' || where === 'both') await this.list(clause, target)
    if ((where === 'read' || where === 'both') && target !== undefined) await this.read(target, clause)
  }

  /** Whether a check observes a clause: after a refused write it does not. */
  #shows(clause: ClauseId): boolean {
    const method = clause.startsWith('replace.') ? 'PUT' : clause.startsWith('create.') ? 'POST' : undefined
    const latest = this.exchanges.findLast(({ request }) => request.method === method)
    return method === undefined || (latest !== undefined && isSuccess(latest.reply))
  }

  /** What is wrong with the list. What it shows wrong is also read: is the list wrong, or the post? */
  async listFaults(target?: WrittenPost): Promise<readonly Violation[]> {
    const { own, writes } = this
    const { list, broken } = await this.wholeList()
    if (broken) return [noList(broken)]
    const isForeign = (id: PostId) => !own.get(id) && !carries(list.get(id), this.marker)
    this.foreign = new Set([...list.ids].filter(isForeign))
    const symptoms = listSymptoms(this, list)
    const wrong = new Set(symptoms.map(({ fault }) => fault.post))
    for (const { id } of own.alive) if (!wrong.has(id)) writes.sawRight(id, 'list')
    if ([...wrong].every((id) => id === undefined || own.get(id))) writes.sawListRight()
    const first = firstOf(symptoms)
    const reads = new Map<PostId, ReceivedReply>()
    for (const { post: id } of first.map(({ fault }) => fault))
      if (id !== undefined && !reads.has(id)) reads.set(id, await this.look(`/posts/${id}`))
    return explain(this, first, { list, reads }, target)
  }

  /** What is wrong with reading an id. Where something is, the list is also read. */
  async #readFaults(id: PostId, clause?: ClauseId): Promise<readonly Violation[]> {
    const reply = await this.look(`/posts/${id}`)
    const symptoms = readSymptoms(this, id, reply)
    if (symptoms.length === 0) {
      this.writes.sawRight(id, 'read')
      return []
    }
    const { list } = await this.wholeList()
    return explain(this, symptoms, { list, reads: new Map([[id, reply]]) }, clause && { id, clause })
  }

  /**
   * Checks a fact until it is true or the settle time is over.
   * @param clauses the clauses that the check can break; it counts as an observation of each.
   * @param faults reads, and returns what is wrong.
   */
  async check(clauses: readonly ClauseId[], faults: () => Promise<readonly Violation[]>): Promise<void> {
    for (const clause of clauses) this.terms.record.observe(clause)
    const before = this.#seen.length
    let found: readonly Violation[] = []
    await this.#patience.until(
      async () => {
        this.#seen.length = before
        found = await faults()
        return found.every(({ isFinal }) => isFinal) ? true : undefined
      },
      () => found.length === 0,
    )
    for (const fault of found) this.#find(fault, this.#seen)
    for (const exchange of this.#seen.slice(before)) this.#note(exchange)
  }

  /** Looks for something until it is there, or the settle time is over. */
  find<Result>(look: () => Promise<Result | undefined>): Promise<Result | undefined> {
    return this.#patience.until(look)
  }

  /** Records a fault of a reply, independent of the current check. @param more further evidence. */
  reportOn(exchange: Exchange, fault: Violation, ...more: readonly Exchange[]): void {
    this.terms.record.observe(fault.clause)
    const exchanges = [exchange, ...more].map((each) => this.kept(each))
    this.#find(fault, exchanges)
  }

  /** Records a fault of the current check. */
  report(fault: Violation): void {
    this.terms.record.observe(fault.clause)
    this.#find(fault, this.#seen)
  }

  /** Records each wrong post once: later faults are consequences. Adds the writes to the posts that it is about. */
  #find({ isFinal: _isFinal, alternatives = [], ...fault }: Violation, seen: readonly Exchange[]): void {
    const { clause, post } = fault
    if (post !== undefined && this.findings.some((each) => each.post === post)) return
    const all = new Set([...alternatives, ...seen.flatMap(brokenByReply)])
    all.delete(clause)
    const writes = this.posts.writesTo(new Set([post, ...seen.map(({ request }) => idIn(request.path))]))
    const others = writes.filter((each) => !seen.some(({ request }) => request === each.request))
    this.findings.push({
      ...fault,
      shownBy: this.subject ?? (this.step > 0 ? `step ${this.step}` : 'the first look'),
      exchanges: [...others.map((each) => this.kept(each)), ...seen],
      ...(all.size > 0 ? { alternatives: [...all] } : {}),
    })
  }
}

export function reading(id: PostId): SentRequest {
  return { method: 'GET', path: `/posts/${id}`, headers: {} }
}
