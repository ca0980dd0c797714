import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { Observation } from '../choices/detection.ts'
import type { Violation } from '../judge/finding.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, isSuccess, type SentRequest } from '../spec/exchange.ts'
import type { CheckContext } from './check-context.ts'
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
  /** How many independent requests may run at the same time. */
  width(): number
  /** Whether no other client seems to create posts, so that a free id stays free. */
  isAlone(): boolean
  /** Whether the provider reuses the ids of deleted posts. */
  reusesIds(): boolean
  /** Whether every write so far was visible at once. */
  isPrompt(): boolean
  /** Whether sequences do without an operation. */
  leavesOut(operation: string): boolean
  /** Whether the time is over. */
  isOver(): boolean
  /** Waits longer than writes took to become visible. */
  settle(): Promise<void>
}

/** A running sequence: its exchanges, the expected posts, and the checks. */
export class SequenceRun {
  readonly context: CheckContext
  readonly terms: Terms
  readonly exchanges: SequenceExchange[] = []
  /** The results of examples, by key. */
  readonly examples = new Map<string, ExampleResult>()
  /** The current step, from 1 on. */
  step = 0
  /** The example that is running, if any. */
  subject: string | undefined
  /** Whether one of several concurrent writes was not sent, so that the state after the others is unknown. */
  isUnclear = false

  constructor(context: CheckContext, terms: Terms) {
    this.context = context
    this.terms = terms
  }

  /** Whether it showed a fault. */
  get hasFailed(): boolean {
    return this.context.findings.length > 0
  }

  async send(request: SentRequest): Promise<Exchange> {
    const [exchange] = (await this.sendAll([request])) as [Exchange]
    return exchange
  }

  /** Sends requests concurrently. @param isAtOnce whether that is what is tested. Default to save time. */
  async sendAll(requests: readonly SentRequest[], isAtOnce = false): Promise<Exchange[]> {
    const writes = requests.filter(({ method }) => method !== 'GET')
    const settled = await Promise.allSettled(requests.map((request) => this.context.send(request)))
    const failed = settled.find((each) => each.status === 'rejected')
    this.isUnclear ||= failed !== undefined && writes.length > 1
    if (failed) throw failed.reason
    const exchanges = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    for (const exchange of exchanges) this.#note(exchange, isAtOnce)
    const last = exchanges.at(-1)
    if (last) this.context.open(this.subject ?? `step ${this.step}`, last)
    return exchanges
  }

  /** Notes the expected texts of a post. */
  keep(id: PostId, fields: PostFields, kind: 'created' | 'named' = 'created'): void {
    this.context.posts.adopt({ id, ...fields }, kind)
  }

  /**
   * Checks that the list has exactly the posts of the sequence with its mark.
   * @param clause the clause that is broken if `target` is wrong.
   */
  async list(clause: ClauseId = 'list.all', target?: PostId): Promise<void> {
    const written = target === undefined ? undefined : { id: target, clause }
    const shown = this.#shows(clause) ? [clause] : []
    await this.#check([...shown, 'others.untouched', 'list.all'], () => this.context.listFaults(written))
  }

  /** Checks the effect of a write where the step says. */
  async look(where: Look, clause: ClauseId, target?: PostId): Promise<void> {
    if (this.hasFailed) return
    if (where === 'list' || where === 'both') await this.list(clause, target)
    if ((where === 'read' || where === 'both') && target !== undefined) await this.read(target, clause)
  }

  /**
   * Reads a post of this sequence, one that it deleted, or an unused id.
   * @param clause the clause that is broken if it is wrong. Default by the writes since it was last right.
   */
  async read(id: PostId, clause?: ClauseId): Promise<void> {
    const shown = clause !== undefined && this.#shows(clause) ? clause : 'read.ok'
    await this.#check([shown], () => this.context.readFaults(id, clause))
  }

  #note(exchange: Exchange, isAtOnce = false): void {
    this.exchanges.push({ step: this.step, ...this.context.kept(exchange), isAtOnce })
  }

  /** Adds the exchanges of a fault. */
  tellFault(): void {
    const known = new Set(this.exchanges.map(({ reply }) => reply))
    for (const exchange of this.context.findings[0]?.exchanges ?? [])
      if (!known.has(exchange.reply)) this.#note(exchange)
  }

  /** Whether a check observes a clause: after a refused write it does not. */
  #shows(clause: ClauseId): boolean {
    const method = clause.startsWith('replace.') ? 'PUT' : clause.startsWith('create.') ? 'POST' : undefined
    const latest = this.exchanges.findLast(({ request }) => request.method === method)
    return method === undefined || (latest !== undefined && isSuccess(latest.reply))
  }

  async #check(clauses: readonly ClauseId[], faults: () => Promise<readonly Violation[]>): Promise<void> {
    const before = this.context.seen.length
    await this.context.check(clauses, faults)
    for (const exchange of this.context.seen.slice(before)) this.#note(exchange)
  }
}

export function reading(id: PostId): SentRequest {
  return { method: 'GET', path: `/posts/${id}`, headers: {} }
}
