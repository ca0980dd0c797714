import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Exchange, ReceivedReply, SentRequest } from '../document/exchange.ts'
import type { Listing, PostIds } from '../document/listing.ts'
import { carries, isObject } from '../document/post-text.ts'
import type { OwnPosts } from '../session/own-posts.ts'
import type { Patience } from '../session/patience.ts'
import type { StateSetup } from '../session/state-setup.ts'
import { Attempts, mainClause, operationDone } from './attempts.ts'
import { FirstFew, headAndTail, keptExchange } from './evidence.ts'
import type { Finding } from './finding.ts'
import { shakenBy } from './shaken-by.ts'

/** A fact that does not hold. What is wrong with a post once is not said again. */
export interface Violation extends Omit<Finding, 'shownBy' | 'exchanges'> {
  /** Whether waiting cannot make it right: a reply that fails is not late. */
  readonly isFinal?: boolean
}

/** How a check looks. */
export interface CheckOptions {
  readonly patience?: Patience | undefined
  readonly recalls?: boolean
}

/**
 * Where checks sit: they look at the provider through it, and what they find lands here, with the exchanges that were
 * looked at on the way.
 */
export class CheckContext {
  readonly setup: StateSetup
  readonly findings: Finding[] = []
  /** How many observations could have broken a clause; none where it is missing. */
  readonly observations = new Map<ClauseId, number>()
  /** What became of the ordinary requests. */
  attempts = new Attempts()
  /** Ids in the latest list that are not this run's. */
  foreign: PostIds = new Set()
  /** Matters that a reply alone would tell wrongly, with the reason: it was late, or a refusal for the service to decide. */
  readonly excused = new Map<string, string>()
  /** Ids that new posts of this run got although a post of somebody else had them shortly before. */
  readonly takenIds = new Set<PostId>()
  /** What every title of this run has in it, and nothing else does. */
  readonly marker: string
  /** What every title of the run has in it, those of other workers included. */
  readonly #runMarker: string
  readonly #patience: Patience
  #subject = ''
  #recalls = false
  #seen: Exchange[] = []
  readonly #kept = new WeakMap<Exchange, Exchange>()

  constructor(setup: StateSetup, marker: string, patience: Patience, runMarker = marker) {
    this.setup = setup
    this.marker = marker
    this.#runMarker = runMarker
    this.#patience = patience
  }

  /** The ids in a list that are of other workers of this run: they are judged there. */
  idsOfOtherWorkers(list: Listing): ReadonlySet<PostId> {
    const isWorker = this.marker !== this.#runMarker
    const others = isWorker ? list.marked(this.#runMarker).filter((item) => !carries(item, this.marker)) : []
    const named = others.flatMap((item) => (isObject(item) ? (toPostId(item.id) ?? []) : []))
    const known = this.own.idsOfOtherWorkers.filter((id) => list.ids.has(id))
    return new Set([...named, ...known].filter((id) => !this.own.get(id)))
  }

  /** Gives what was found so far to the context of the whole run, or to nobody: then it is as if it had not been looked for. */
  handOver(run: CheckContext | undefined): void {
    if (run) {
      run.findings.push(...this.findings)
      for (const [clause, count] of this.observations)
        run.observations.set(clause, (run.observations.get(clause) ?? 0) + count)
      run.attempts.add(this.attempts)
      for (const [subject, reason] of this.excused) run.excused.set(subject, reason)
    }
    this.findings.length = 0
    this.observations.clear()
    this.attempts = new Attempts()
    this.excused.clear()
  }

  /** The part of some texts that no other post has: the run's marker and the number after it. */
  tokenIn(...texts: readonly (string | undefined)[]): string | undefined {
    for (const text of texts) {
      const start = text?.indexOf(this.marker) ?? -1
      if (text !== undefined && start >= 0)
        return this.marker + (/^-?\d*/.exec(text.slice(start + this.marker.length))?.[0] ?? '')
    }
    return undefined
  }

  /** What was sent and answered in what is checked; of looks that were repeated, the last. */
  get seen(): readonly Exchange[] {
    return this.#seen
  }

  /** Posts of this run that are not whole on purpose: a part of them was never sent as a text. */
  get incomplete(): Set<PostId> {
    return this.own.incomplete
  }

  get own(): OwnPosts {
    return this.setup.own
  }

  /** What is checked: the key of an example. */
  get subject(): string {
    return this.#subject
  }

  /** Begins a new check: later findings are shown by it and stand on this exchange. */
  open(subject: string, exchange?: Exchange): void {
    this.#subject = subject
    this.#seen = exchange ? [this.kept(exchange)] : []
  }

  /** An exchange as this run keeps it; the same one for the same exchange. */
  kept(exchange: Exchange): Exchange {
    const kept = this.#kept.get(exchange) ?? keptExchange(exchange, this.marker)
    this.#kept.set(exchange, kept)
    this.#kept.set(kept, kept)
    return kept
  }

  /** Reads, or recalls what was read where the check may, and keeps the exchange beside what is checked. */
  async look(path: string): Promise<ReceivedReply> {
    const request = { method: 'GET', path, headers: {} }
    const known = this.#recalls ? this.setup.looks.recall(path) : undefined
    if (!known) return (await this.send(request)).reply
    this.#seen.push(this.kept({ request, reply: known }))
    return known
  }

  /** Sends a request of its own. */
  async send(request: SentRequest): Promise<Exchange> {
    const exchange = { request, reply: await this.setup.send(request) }
    this.#seen.push(this.kept(exchange))
    return exchange
  }

  /**
   * Checks a fact, patiently: a fault counts once it is still there after the time that the provider has to settle.
   * @param clauses what the check can break: it counts as an observation of each.
   * @param faults looks, and returns what does not hold.
   * @param options.patience default that of the run.
   * @param options.recalls whether what was read since the last write need not be read again. Default false.
   */
  async check(
    clauses: readonly ClauseId[],
    faults: () => Promise<readonly Violation[]>,
    { patience = this.#patience, recalls = false }: CheckOptions = {},
  ): Promise<boolean> {
    for (const clause of clauses) this.observe(clause)
    let found: readonly Violation[] = []
    const before = this.#seen.length
    let looks = 0
    await patience.until(async () => {
      looks++
      this.#seen.length = before
      this.#recalls = recalls && looks === 1
      found = await faults().finally(() => (this.#recalls = false))
      return found.length === 0 || found.some(({ isFinal }) => isFinal) ? true : undefined
    })
    const few = new FirstFew<Violation>()
    for (const fault of found) few.add(fault.clause, () => fault)
    for (const fault of few.items) this.#find(fault, this.#seen)
    for (const { post } of found) if (post !== undefined) this.own.spoilt.add(post)
    if (found.length === 0 && looks > 1) this.excuse('what was written took a moment to show')
    return found.length === 0
  }

  /** Looks for something until it is there, or the time that the provider has to settle is over. */
  find<Result>(look: () => Promise<Result | undefined>): Promise<Result | undefined> {
    return this.#patience.until(look)
  }

  /** Notes an id that another's post had, and tells how many there are by now. */
  noteTakenId(id: PostId): number {
    return this.takenIds.add(id).size
  }

  /** Notes an observation that could have broken a clause. */
  observe(clause: ClauseId): void {
    this.observations.set(clause, (this.observations.get(clause) ?? 0) + 1)
  }

  /**
   * Notes an exchange on its way, where it did what the document says. What was refused before, and is done now, breaks a
   * clause: the same client sends the same kind of request.
   */
  note(exchange: Exchange): void {
    const operation = operationDone(exchange, this.own)
    const refused = operation && this.attempts.accept(operation, this.own)
    if (!operation || !refused) return
    // Other workers may use up a quota, and give it back.
    if (operation === 'create' && this.marker !== this.#runMarker) return
    const about = `an ordinary ${operation} is refused, and the next one is done`
    const actual = `status ${refused.reply.status}, then ${exchange.reply.status}`
    const fault = { clause: mainClause[operation], about, expected: 'the same answer to both', actual }
    const exchanges = [this.kept(refused), this.kept(exchange)]
    this.#find(fault, exchanges)
  }

  /** Notes that the reply to what is checked is not a fault, whatever a contract says of it. */
  excuse(reason: string): void {
    this.excused.set(this.#subject, reason)
  }

  /** Records a fault of a reply, whatever is checked. @param more what shows it besides. */
  reportOn(exchange: Exchange, fault: Violation, ...more: readonly Exchange[]): void {
    this.observe(fault.clause)
    const exchanges = [exchange, ...more].map((each) => this.kept(each))
    this.#find(fault, exchanges)
  }

  /** Records a fault that needs no further look. */
  report(fault: Violation): void {
    this.observe(fault.clause)
    this.#find(fault, this.#seen)
  }

  /** A post that was seen wrong stays so: what comes after says nothing more about the provider. */
  #find({ isFinal: _isFinal, alternatives = [], ...fault }: Violation, exchanges: readonly Exchange[]): void {
    const { spoilt } = this.own
    const { clause, post } = fault
    const all = new Set([...alternatives, ...shakenBy(exchanges)])
    all.delete(clause)
    if (post !== undefined && spoilt.has(post)) return
    if (post !== undefined) spoilt.add(post)
    this.findings.push({
      ...fault,
      shownBy: this.#subject || 'the first look',
      exchanges: [...exchanges],
      ...(all.size > 0 ? { alternatives: [...all] } : {}),
    })
  }
}

/** A value, short enough for a sentence. */
export function brief(value: string): string {
  return headAndTail(value, 160)
}
