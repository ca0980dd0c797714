import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { Observation } from '../choices/detection.ts'
import type { WrittenPost } from '../judge/attribution.ts'
import { explain, firstOf } from '../judge/explain.ts'
import { brokenByReply, noList, wireFault } from '../judge/reply-check.ts'
import type { Finding, Violation } from '../judge/run-record.ts'
import { type Expected, listSymptoms, readSymptoms } from '../judge/view-check.ts'
import { idIn } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Exchange, ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import { asPost, type OddItem } from '../scenarios/post-text.ts'
import type { Look } from '../scenarios/scenario.ts'
import { noPatience } from '../wire/clock.ts'
import { SetUpError } from '../wire/failure.ts'
import { isSuccess, noDecisionIn } from '../wire/status.ts'
import { SequenceClient } from './sequence-client.ts'

/** The result of an example: what was observed, or why nothing was. */
export type ExampleResult =
  | Observation
  | {
      readonly notRun: string
      /** Whether another client has the id of its post by now: that is not the provider's failure. */
      readonly isTaken?: boolean
    }

/** A running sequence: the posts that it must see, and what is wrong. */
export class SequenceRun extends SequenceClient implements Expected {
  foreign = this.terms.foreign
  odd = new Set<unknown>()
  readonly findings: Finding[] = []
  /** The results of examples, by key. */
  readonly examples = new Map<string, ExampleResult>()
  /** The example that is running, if any. */
  subject: string | undefined

  /** Whether it showed a fault. */
  get hasFailed(): boolean {
    return this.findings.length > 0
  }

  /** Notes a reply, and what is wrong with it. @throws SetUpError where every read of the run's posts was refused. */
  protected judge(exchange: Exchange): void {
    const { list, read } = this.terms.record.attempts
    const { request, reply } = exchange
    const noDecision = noDecisionIn(reply)
    // A gateway says nothing about the service behind it.
    if (list.accepted === 0 && noDecision) return
    this.terms.record.note(exchange, this.own)
    const fault = wireFault(exchange)
    if (fault && !this.hasFailed) this.reportOn(exchange, fault)
    const id = request.method === 'GET' ? idIn(request.path) : undefined
    if (read.accepted === 0 && noDecision === 'refused' && id !== undefined && this.own.get(id))
      throw new SetUpError(`GET ${request.path} answered ${reply.status}`, exchange)
  }

  /** Adds the exchanges of a fault to the trace. */
  tellFault(): void {
    const known = new Set(this.exchanges.map(({ reply }) => reply))
    for (const exchange of this.findings[0]?.exchanges ?? [])
      if (!known.has(exchange.reply)) this.trace(exchange)
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
    const { own } = this
    const { list, broken } = await this.wholeList()
    if (broken) return [noList(broken)]
    const foreign = new Set(list.ids)
    for (const { id } of own.alive) foreign.delete(id)
    for (const { id } of list.marked(this.marker).flatMap((item) => asPost(item) ?? [])) foreign.delete(id)
    this.foreign = foreign
    // What was odd before the run, or by its own request, says nothing of this sequence.
    const keyOf = ({ id, item }: OddItem) => id ?? stringifyJson(item)
    this.odd = new Set(list.odd.map(keyOf))
    const odd = list.odd.filter((each) => !this.terms.odd.has(keyOf(each)))
    const symptoms = listSymptoms(this, { ...list, odd })
    const wrong = new Set(symptoms.map(({ fault }) => fault.post))
    for (const { id } of own.alive) if (!wrong.has(id)) own.sawRight(id, 'list')
    if ([...wrong].every((id) => id === undefined || own.get(id))) own.sawListRight()
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
      this.own.sawRight(id, 'read')
      return []
    }
    const { list } = await this.wholeList()
    return explain(this, symptoms, { list, reads: new Map([[id, reply]]) }, clause && { id, clause })
  }

  /**
   * Checks a fact until it is true or the settle time is over; once where that was over before.
   * @param clauses the clauses that the check can break; it counts as an observation of each.
   * @param faults reads, and returns what is wrong.
   */
  async check(clauses: readonly ClauseId[], faults: () => Promise<readonly Violation[]>): Promise<void> {
    for (const clause of clauses) this.terms.record.observe(clause)
    const before = this.seen.length
    let found: readonly Violation[] = []
    const patience = this.isSettled ? noPatience : this.patience
    await patience.until(
      async () => {
        this.forgetSeen(before)
        found = await faults()
        return found.every(({ isFinal }) => isFinal) ? true : undefined
      },
      () => found.length === 0,
    )
    for (const fault of found) this.#find(fault, this.seen)
    for (const exchange of this.seen.slice(before)) this.trace(exchange)
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
    this.#find(fault, this.seen)
  }

  /** Records each wrong post once: later faults are consequences. Adds the writes to the posts that it is about. */
  #find({ isFinal: _isFinal, alternatives = [], ...fault }: Violation, seen: readonly Exchange[]): void {
    const { clause, post } = fault
    if (post !== undefined && this.findings.some((each) => each.post === post)) return
    const all = new Set([...alternatives, ...seen.flatMap(brokenByReply)])
    all.delete(clause)
    const writes = this.writesTo(new Set([post, ...seen.map(({ request }) => idIn(request.path))]))
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
