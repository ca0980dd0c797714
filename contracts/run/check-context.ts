import type { PostId } from '../../handlers/model/post.ts'
import type { WrittenPost } from '../judge/attribution.ts'
import { keptExchange } from '../judge/excerpt.ts'
import type { Expected } from '../judge/expected.ts'
import { explain, firstOf } from '../judge/explain.ts'
import type { Finding, Violation } from '../judge/finding.ts'
import { listSymptoms } from '../judge/list-check.ts'
import { readSymptoms } from '../judge/read-check.ts'
import { brokenByReply, noList } from '../judge/reply-check.ts'
import { RunRecord } from '../judge/run-record.ts'
import type { OwnPosts } from '../model/own-posts.ts'
import type { SequencePosts } from '../model/sequence-posts.ts'
import type { WriteLog } from '../model/write-log.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, idIn, type ReceivedReply, type SentRequest } from '../spec/exchange.ts'
import { type Listing, listingOf } from '../spec/listing.ts'
import { titleIn } from '../spec/marks.ts'
import { carries } from '../spec/post-text.ts'
import type { Patience } from '../wire/patience.ts'

/**
 * The context of checks: they read the provider through it and report their findings to it, with the exchanges.
 */
export class CheckContext implements Expected {
  readonly posts: SequencePosts
  readonly findings: Finding[] = []
  readonly record: RunRecord
  foreign: ReadonlySet<PostId> = new Set()
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

  get writes(): WriteLog {
    return this.posts.writes
  }

  get isPaged(): boolean {
    return this.posts.isPaged
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

  /** The list with all its pages, and the reply that is not one. */
  async wholeList(): Promise<{ readonly list: Listing; readonly broken?: ReceivedReply | undefined }> {
    const { items, broken } = await this.posts.wholeList(({ path }) => this.look(path))
    return { list: listingOf(items), broken }
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
  async readFaults(id: PostId, clause?: ClauseId): Promise<readonly Violation[]> {
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
    for (const clause of clauses) this.record.observe(clause)
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
  }

  /** Looks for something until it is there, or the settle time is over. */
  find<Result>(look: () => Promise<Result | undefined>): Promise<Result | undefined> {
    return this.#patience.until(look)
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
    const { clause, post } = fault
    if (post !== undefined && this.findings.some((each) => each.post === post)) return
    const all = new Set([...alternatives, ...exchanges.flatMap(brokenByReply)])
    all.delete(clause)
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
