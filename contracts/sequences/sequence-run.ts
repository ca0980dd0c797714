import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { type Exchange, idIn, isSuccess, type ReceivedReply, type SentRequest } from '../document/exchange.ts'
import { asPost } from '../document/post-text.ts'
import { isKept } from '../document/text-changes.ts'
import type { CheckContext, Violation } from '../judge/check-context.ts'
import { checkList } from '../judge/list-check.ts'
import { missingFaults, readFaults } from '../judge/read-check.ts'
import { wholeList } from '../judge/views.ts'
import { noPatience } from '../session/patience.ts'
import { type Difference, differencesOf, type Subject, subjectOf } from './difference.ts'
import type { Model } from './model.ts'
import type { ClientMoment, Move } from './move.ts'
import type { BadBody, Look } from './step.ts'

/** What a client sent and got, and when. */
export interface ClientExchange extends Exchange, ClientMoment {}

/** What is known of the provider, and of others at work there. */
export interface Terms {
  /** How many requests may be under way where their order does not matter. */
  width(): number
  /** Whether nobody else seems to create posts, so that an id that is free stays so for a moment. */
  isAlone(): boolean
  /** Whether it was seen to give out the ids of deleted posts again. */
  reusesIds(): boolean
  /** Whether every write was seen to show at once. */
  isPrompt(): boolean
  /** Whether a look may show what was there before, although another showed what is there now. */
  isEventual(): boolean
  /** Whether sequences delete. */
  deletes(): boolean
  /** Whether no further step is to be run. */
  isOver(): boolean
  /** Waits as long as writes have been seen to take until they show, and longer. */
  settle(): Promise<void>
}

/** One sequence on its way: what was sent and answered, what must be there by now, and how it is looked at. */
export class SequenceRun {
  readonly context: CheckContext
  readonly model: Model
  /** Every text that a post had, in order; of deleted posts too. */
  readonly versions = new Map<PostId, PostFields[]>()
  readonly moves: Move[] = []
  /** Ids of the posts that creates have made. */
  readonly made = new Map<SentRequest, PostId>()
  /** What the mock does otherwise, the first time that it showed. */
  readonly differences = new Map<string, Difference>()
  /** The step that is being run, from 1 on. */
  step = 0
  /** Views that were seen to be right and nothing was written since: no delay explains it if they are wrong. */
  readonly #seen = new Set<string>()
  readonly terms: Terms
  #isAsked = false

  constructor(context: CheckContext, model: Model, terms: Terms) {
    this.context = context
    this.model = model
    this.terms = terms
  }

  async send(request: SentRequest, badBody?: BadBody): Promise<Exchange> {
    const subject = subjectOf(request, this.context.own)
    const [exchange] = await this.#sendAll([request], false)
    const move = this.moves.at(-1)
    this.#compare(move && { ...move, ...exchange }, { ...subject, badBody })
    return exchange as Exchange
  }

  /** Sends several at the same time, to see what comes of it. */
  async sendAtOnce(requests: readonly SentRequest[]): Promise<Exchange[]> {
    return await this.#sendAll(requests, requests.length > 1)
  }

  /** Sends for several clients at once, for each one request after the other. */
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
    for (const { request, reply, ...moment } of inOrder)
      await this.#note({ request, reply }, false, true, moment)
    return all
  }

  /** Sends several that have nothing to do with one another: at the same time, to save time. */
  async sendSome(requests: readonly SentRequest[]): Promise<Exchange[]> {
    return await this.#sendAll(requests, false)
  }

  /** The model has them one after the other. */
  async #sendAll(requests: readonly SentRequest[], isAtOnce: boolean): Promise<Exchange[]> {
    if (requests.some(({ method }) => method !== 'GET')) this.#seen.clear()
    const exchanges = await this.#allOf(
      requests.map((request) => this.context.send(request)),
      requests,
    )
    for (const exchange of exchanges) await this.#note(exchange, false, isAtOnce)
    const last = exchanges.at(-1)
    if (last) this.context.open(`step ${this.step}`, last)
    return exchanges
  }

  /** Waits for all that was sent at once. Where one was not sent after all, nothing is known of what the others wrote. */
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

  /** Judges nothing more by the posts of some writes, those that were created by them included. */
  async #spoil(written: readonly SentRequest[]): Promise<void> {
    const { own, marker } = this.context
    for (const { path } of written) {
      const id = idIn(path)
      if (id !== undefined) own.spoilt.add(id)
    }
    if (!written.some(({ method }) => method === 'POST')) return
    const { list } = await wholeList(this.context)
    for (const item of list.marked(marker)) {
      const id = asPost(item)?.id
      if (id !== undefined && !own.get(id)) own.spoilt.add(id)
    }
  }

  /** Notes that a post has these texts from now on. */
  async keep(id: PostId, fields: PostFields, kind: 'created' | 'named' = 'created'): Promise<void> {
    const { title, content } = fields
    this.context.setup.adopt({ id, title, content }, kind)
    this.versions.set(id, [...(this.versions.get(id) ?? []), { title, content }])
    await this.model.align(this.context.own.alive)
  }

  async drop(id: PostId): Promise<void> {
    this.context.own.remove(id)
    await this.model.align(this.context.own.alive)
  }

  /** Asks whether a post had this title at some time. */
  wasEver(id: PostId, title: string): boolean {
    return (this.versions.get(id) ?? []).some((version) => isKept(version.title, title))
  }

  /** Asks whether a view was right and must be so still. */
  isSure(view: string): boolean {
    const mayMove = this.terms.isEventual() || (view === 'list' && this.context.setup.isPaged)
    return !mayMove && this.#seen.has(view)
  }

  /**
   * Looks at the list: all posts of the sequence must be in it as they are, and nothing else that bears its mark.
   * @param clause what is broken if `target` is wrong.
   */
  async list(clause: ClauseId = 'list.all', target?: PostId): Promise<void> {
    const written = target === undefined ? undefined : { id: target, clause }
    const shown = this.#shows(clause) ? [clause] : []
    await this.#check('list', [...shown, 'others.untouched', 'list.all'], () =>
      checkList(this.context, written),
    )
  }

  /** Looks where a step says, at what a write has left. */
  async look(where: Look, clause: ClauseId, target?: PostId): Promise<void> {
    if (this.context.findings.length > 0) return
    if (where === 'list' || where === 'both') await this.list(clause, target)
    if ((where === 'read' || where === 'both') && target !== undefined) await this.read(target, clause)
  }

  /**
   * Reads a post of this sequence, or one that it deleted.
   * @param clause what is broken if it is wrong. Default what was written since it was last seen right.
   */
  async read(id: PostId, clause?: ClauseId): Promise<void> {
    const request = { method: 'GET', path: `/posts/${id}`, headers: {} }
    let reply: ReceivedReply | undefined
    const shown = clause !== undefined && this.#shows(clause) ? clause : 'read.ok'
    await this.#check(`read ${id}`, [shown], async () => {
      reply = (await this.context.send(request)).reply
      return await readFaults(this.context, id, reply, clause)
    })
    if (!reply || !this.context.own.get(id) || this.context.findings.length > 0) return
    const move = {
      step: this.step,
      request,
      reply,
      model: await this.model.answer(request),
      isLook: true,
      isAtOnce: false,
    }
    this.#compare(move, { operation: 'read', exists: true })
  }

  /** Reads an id that no post has, unless somebody else's has got it. */
  async readNone(id: PostId): Promise<void> {
    await this.#check(`read ${id}`, ['read.missing'], async () => {
      const faults = missingFaults(this.context, id, await this.context.look(`/posts/${id}`))
      return faults.length > 0 && (await this.#isForeignPost(id)) ? [] : faults
    })
  }

  /** Looks because a step says so, and not to see what another has left. */
  async ask(view: () => Promise<void>): Promise<void> {
    this.#isAsked = true
    await view()
    this.#isAsked = false
  }

  /**
   * Asks whether the id is free, as far as reading it tells: only then may a write name it that is not ours. Where ids
   * are given out again and others are at work, somebody may get it in the next moment.
   */
  async isFree(id: PostId): Promise<boolean> {
    if (this.terms.reusesIds() && !this.terms.isAlone()) return false
    return (await this.send({ method: 'GET', path: `/posts/${id}`, headers: {} })).reply.status === 404
  }

  /** Adds what a fault was found by to the moves, where it is not among them. */
  async tellFault(): Promise<void> {
    const known = new Set(this.moves.map(({ reply }) => reply))
    for (const exchange of this.context.findings[0]?.exchanges ?? [])
      if (!known.has(exchange.reply)) await this.#note(exchange, true, false)
  }

  /** Asks whether a look is an observation of a clause: a write that was refused shows nothing of what it promises. */
  #shows(clause: ClauseId): boolean {
    const method = clause.startsWith('replace.') ? 'PUT' : clause.startsWith('create.') ? 'POST' : undefined
    const latest = this.moves.findLast(({ request }) => request.method === method)
    return method === undefined || (latest !== undefined && isSuccess(latest.reply))
  }

  #compare(move: Move | undefined, subject: Subject): void {
    for (const difference of move ? differencesOf(move, subject) : []) {
      const key = difference.choice ?? difference.about
      if (!this.differences.has(key)) this.differences.set(key, difference)
    }
  }

  async #note(exchange: Exchange, isLook: boolean, isAtOnce: boolean, moment?: ClientMoment): Promise<void> {
    const model = await this.model.answer(exchange.request)
    const when = moment ? { moment } : {}
    this.moves.push({ step: this.step, ...this.context.kept(exchange), model, isLook, isAtOnce, ...when })
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
    for (const exchange of this.context.seen.slice(before)) await this.#note(exchange, !this.#isAsked, false)
    if (holds) this.#seen.add(view)
  }
}
