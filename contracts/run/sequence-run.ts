import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { Observation } from '../choices/detection.ts'
import type { CheckContext, Violation } from '../judge/check-context.ts'
import { checkList } from '../judge/list-check.ts'
import { missingFaults, readFaults } from '../judge/read-check.ts'
import { wholeList } from '../judge/views.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, idIn, isSuccess, type SentRequest } from '../spec/exchange.ts'
import { asPost } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import { idInBody } from '../wire/find-id.ts'
import { noPatience } from '../wire/patience.ts'
import type { Look } from './step.ts'
import type { ClientMoment, Move } from './trace.ts'

export interface ClientExchange extends Exchange, ClientMoment {}

/** The result of an example: what was observed, or why nothing was. */
export type ExampleResult =
  | Observation
  | {
      readonly notRun: string
      /** Whether somebody else has the id of its post by now: that is not the provider's failure. */
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
  /** Whether a read may show an older state than an earlier read. */
  readonly isEventual: boolean
  /** Whether sequences delete. */
  readonly deletes: boolean
  /** Whether the time is over. */
  isOver(): boolean
  /** Waits until everything else of the run is done; other posts were written then. */
  later(): Promise<void>
  /** Waits longer than writes took to become visible. */
  settle(): Promise<void>
}

/** A running sequence: its exchanges, the expected posts, and the checks. */
export class SequenceRun {
  readonly context: CheckContext
  /** Every version of each post, in order, deleted posts included. */
  readonly versions = new Map<PostId, PostFields[]>()
  readonly moves: Move[] = []
  /** The results of examples, by key. */
  readonly examples = new Map<string, ExampleResult>()
  /** The current step, from 1 on. */
  step = 0
  /** Views that were right, without a write since: a delay does not explain a fault in them. */
  readonly #seen = new Set<string>()
  readonly terms: Terms
  #isAsked = false

  constructor(context: CheckContext, terms: Terms) {
    this.context = context
    this.terms = terms
  }

  /** Notes the result of an example. */
  tell(key: string, result: ExampleResult): void {
    this.examples.set(key, result)
  }

  /** Whether it showed a fault. */
  get hasFailed(): boolean {
    return this.context.findings.length > 0
  }

  async send(request: SentRequest): Promise<Exchange> {
    const [exchange] = (await this.sendAll([request])) as [Exchange]
    return exchange
  }

  /** Sends requests concurrently. @param isAtOnce whether to test that, and not only to save time. */
  async sendAll(requests: readonly SentRequest[], isAtOnce = false): Promise<Exchange[]> {
    if (requests.some(({ method }) => method !== 'GET')) this.#seen.clear()
    const exchanges = await this.#allOf(
      requests.map((request) => this.context.send(request)),
      requests,
    )
    for (const exchange of exchanges) this.#note(exchange, false, isAtOnce && requests.length > 1)
    const last = exchanges.at(-1)
    if (last) this.context.open(`step ${this.step}`, last)
    return exchanges
  }

  /** Sends the requests of several clients concurrently, those of one client in order. */
  async sendAsClients(clients: readonly (readonly SentRequest[])[]): Promise<ClientExchange[][]> {
    this.#seen.clear()
    let count = 0
    const sendAll = async (requests: readonly SentRequest[], client: number) => {
      const exchanges: ClientExchange[] = []
      for (const request of requests) {
        const sent = ++count
        const exchange = await this.context.send(request)
        exchanges.push({ ...exchange, client, sent, answered: ++count })
      }
      return exchanges
    }
    const sending = clients.map((requests, at) => sendAll(requests, at + 1))
    const all = await this.#allOf(sending, clients.flat())
    const inOrder = all.flat().toSorted((one, other) => one.sent - other.sent)
    for (const { request, reply, ...moment } of inOrder) this.#note({ request, reply }, false, true, moment)
    return all
  }

  /** Waits for concurrent requests. If one was not sent, the state after the others is unknown. */
  async #allOf<Result>(
    sending: readonly Promise<Result>[],
    requests: readonly SentRequest[],
  ): Promise<Result[]> {
    const settled = await Promise.allSettled(sending)
    const failed = settled.find((each) => each.status === 'rejected')
    if (!failed) return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const written = requests.filter(({ method }) => method !== 'GET')
    if (written.length > 1) await this.#spoil(written)
    throw failed.reason
  }

  /** Excludes the posts of some writes, created ones included, from all checks. */
  async #spoil(written: readonly SentRequest[]): Promise<void> {
    const { own, marker } = this.context
    for (const { path } of written) {
      const id = idIn(path)
      if (id !== undefined) own.spoilt.add(id)
    }
    if (!written.some(({ method }) => method === 'POST')) return
    // The list may show them later.
    for (const { request, reply } of this.context.seen) {
      const id = request.method === 'POST' && isSuccess(reply) ? idInBody(reply.body) : undefined
      if (id !== undefined && !own.get(id)) own.spoilt.add(id)
    }
    await this.terms.settle()
    const { list } = await wholeList(this.context)
    for (const item of list.marked(marker)) {
      const id = asPost(item)?.id
      if (id !== undefined && !own.get(id)) own.spoilt.add(id)
    }
  }

  /** Notes the expected texts of a post. */
  keep(id: PostId, fields: PostFields, kind: 'created' | 'named' = 'created'): void {
    const { title, content } = fields
    this.context.setup.adopt({ id, title, content }, kind)
    this.versions.set(id, [...(this.versions.get(id) ?? []), { title, content }])
  }

  drop(id: PostId): void {
    this.context.own.remove(id)
  }

  /** Whether a post ever had this title. */
  wasEver(id: PostId, title: string): boolean {
    return (this.versions.get(id) ?? []).some((version) => isKept(version.title, title))
  }

  /** Whether a view was right and must still be. */
  isSure(view: string): boolean {
    const mayMove = this.terms.isEventual || (view === 'list' && this.context.setup.isPaged)
    return !mayMove && this.#seen.has(view)
  }

  /**
   * Checks that the list has exactly the posts of the sequence with its mark.
   * @param clause the clause that is broken if `target` is wrong.
   */
  async list(clause: ClauseId = 'list.all', target?: PostId): Promise<void> {
    const written = target === undefined ? undefined : { id: target, clause }
    const shown = this.#shows(clause) ? [clause] : []
    await this.#check('list', [...shown, 'others.untouched', 'list.all'], () =>
      checkList(this.context, written),
    )
  }

  /** Checks the effect of a write where the step says. */
  async look(where: Look, clause: ClauseId, target?: PostId): Promise<void> {
    if (this.hasFailed) return
    if (where === 'list' || where === 'both') await this.list(clause, target)
    if ((where === 'read' || where === 'both') && target !== undefined) await this.read(target, clause)
  }

  /**
   * Reads a post of this sequence, or one that it deleted.
   * @param clause the clause that is broken if it is wrong. Default by the writes since it was last right.
   */
  async read(id: PostId, clause?: ClauseId): Promise<void> {
    const request = { method: 'GET', path: `/posts/${id}`, headers: {} }
    const shown = clause !== undefined && this.#shows(clause) ? clause : 'read.ok'
    // A foreign post may come and go under the id of a deleted one.
    if (!this.context.own.get(id)) this.#seen.delete(`read ${id}`)
    await this.#check(`read ${id}`, [shown], async () => {
      const { reply } = await this.context.send(request)
      return await readFaults(this.context, id, reply, clause)
    })
  }

  /** Reads an unused id, unless a foreign post has it. */
  async readNone(id: PostId): Promise<void> {
    await this.#check(`read ${id}`, ['read.missing'], async () => {
      const faults = missingFaults(this.context, id, await this.context.look(`/posts/${id}`))
      return faults.length > 0 && (await this.#isForeignPost(id)) ? [] : faults
    })
  }

  /** Marks reads as requests of a step, instead of checks. */
  async ask(view: () => Promise<void>): Promise<void> {
    this.#isAsked = true
    await view()
    this.#isAsked = false
  }

  /**
   * Whether an id is free, so that a write may use it. Where ids are reused and other clients create posts, never.
   */
  async isFree(id: PostId): Promise<boolean> {
    if (this.terms.reusesIds() && !this.terms.isAlone()) return false
    return (await this.send({ method: 'GET', path: `/posts/${id}`, headers: {} })).reply.status === 404
  }

  /** Adds the exchanges of a fault to the moves. */
  tellFault(): void {
    const known = new Set(this.moves.map(({ reply }) => reply))
    for (const exchange of this.context.findings[0]?.exchanges ?? [])
      if (!known.has(exchange.reply)) this.#note(exchange, true, false)
  }

  /** Whether a check observes a clause: after a refused write it does not. */
  #shows(clause: ClauseId): boolean {
    const method = clause.startsWith('replace.') ? 'PUT' : clause.startsWith('create.') ? 'POST' : undefined
    const latest = this.moves.findLast(({ request }) => request.method === method)
    return method === undefined || (latest !== undefined && isSuccess(latest.reply))
  }

  #note(exchange: Exchange, isLook: boolean, isAtOnce: boolean, moment?: ClientMoment): void {
    const when = moment ? { moment } : {}
    const posts = this.context.own.alive
    this.moves.push({ step: this.step, ...this.context.kept(exchange), posts, isLook, isAtOnce, ...when })
  }

  async #isForeignPost(id: PostId): Promise<boolean> {
    const post = (await wholeList(this.context)).list.get(id)
    return post !== undefined && !post.title.includes(this.context.marker)
  }

  async #check(
    view: string,
    clauses: readonly ClauseId[],
    faults: () => Promise<readonly Violation[]>,
  ): Promise<void> {
    const before = this.context.seen.length
    const patience = this.isSure(view) ? noPatience : undefined
    const holds = await this.context.check(clauses, faults, { patience })
    for (const exchange of this.context.seen.slice(before)) this.#note(exchange, !this.#isAsked, false)
    if (holds) this.#seen.add(view)
  }
}
