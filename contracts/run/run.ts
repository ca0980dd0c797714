import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Observation, Observations } from '../detect/detection.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Example } from '../document/example.ts'
import { examples } from '../document/examples.ts'
import { type Exchange, isBusy, isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { titleOf, workerMark } from '../document/marks.ts'
import { carries, isObject, sentTexts } from '../document/post-text.ts'
import type { StateValues } from '../document/states.ts'
import { isBarred, mainClause } from '../judge/attempts.ts'
import { CheckContext, type Violation } from '../judge/check-context.ts'
import { misnamedFault } from '../judge/create-check.ts'
import { keptPost } from '../judge/evidence.ts'
import { follow, judge } from '../judge/judge.ts'
import { checkList } from '../judge/list-check.ts'
import { readBack } from '../judge/read-check.ts'
import { brokenReplyFault } from '../judge/wire-check.ts'
import { fillRequest, setUp } from '../pact/derive.ts'
import type { InteractionHooks, InteractionRun } from '../pact/replay/interaction-queue.ts'
import { Concurrency, oneAtATimeAfter } from '../session/concurrency.ts'
import { ignoreFailure } from '../session/failure-reason-of.ts'
import type { MadeFor } from '../session/ledger/evidence.ts'
import { type OwnPost, OwnPosts } from '../session/own-posts.ts'
import type { Patience } from '../session/patience.ts'
import { SetUpError, WriteRefused } from '../session/set-up-error.ts'
import { StateSetup, type StateSetupOptions } from '../session/state-setup.ts'
import { readWholeList } from '../session/whole-list.ts'
import { WriteLog } from '../session/write-log.ts'
import { ReplyWatch } from './reply-watch.ts'
import { judgeSetUp } from './set-up-check.ts'

/** Longer contents are deleted at once, in characters. */
const longest = 3000
/** An ordinary delete. */
export const deletingOne = {
  key: 'delete/only',
  operation: 'delete',
  permits: 'success',
  request: { method: 'DELETE', path: '/posts/${id}' },
} as const

const byKey = new Map(examples.map((example) => [example.key, example]))

export interface RunOptions extends StateSetupOptions {
  readonly marker: string
  readonly patience: Patience
  /** Ends the run. Default never. */
  readonly signal?: AbortSignal
}

/** Shared by all workers of a run. */
class RunRecord {
  readonly byExample = new Map<string, Observation>()
  readonly notes = new Set<string>()
  /** Notes on what was wrong only during concurrent requests, by clause. */
  readonly overlaps = new Map<ClauseId, string>()
  /** How many events of the history came before workers started. */
  inTurn = Number.POSITIVE_INFINITY
  /** How many workers the run had so far. */
  workers = 0
  lost: Error | undefined
  isListening = false
  /** Whether the provider had no posts. */
  beganEmpty = false
  /** Whether posts may be deleted before the end. */
  deletes = true
}

/** A verification at one provider: sets up the states of each interaction and judges the result. */
export class Run implements InteractionHooks {
  readonly context: CheckContext
  readonly replies: ReplyWatch
  readonly #options: RunOptions
  readonly record: RunRecord
  readonly concurrency: Concurrency
  readonly #setup: StateSetup

  /** @param main the run of which this is a worker. */
  constructor(options: RunOptions, main?: Run) {
    this.#options = options
    this.record = main?.record ?? new RunRecord()
    this.concurrency = options.concurrency ?? new Concurrency()
    this.#setup = new StateSetup({
      ...options,
      concurrency: this.concurrency,
      onMisnamed: (exchange, named, id) => this.context.reportOn(exchange, misnamedFault(named, id)),
      send: (request) => this.replies.send(request),
    })
    const { marker, patience } = options
    this.context = new CheckContext(this.#setup, marker, patience, main?.context.marker)
    this.replies = new ReplyWatch(this.context, options.send, this.record)
  }

  get notes(): readonly string[] {
    const { notes, overlaps } = this.record
    const isBroken = (clause: ClauseId) => this.context.findings.some((finding) => finding.clause === clause)
    return [...notes, ...[...overlaps].flatMap(([clause, note]) => (isBroken(clause) ? [] : [note]))]
  }

  /** The observations so far, from which choices are detected. */
  get observations(): Observations {
    return {
      byExample: this.record.byExample,
      history: this.#setup.own.history,
      inTurn: this.record.inTurn,
      beganEmpty: this.record.beganEmpty,
    }
  }

  /** A worker of this run, with its own mark and posts; it hands over its findings. */
  worker(): Run {
    const { marker, cleanUpLog } = this.#options
    const mark = workerMark(marker, ++this.record.workers)
    let titles = 0
    let noted: Promise<void> | undefined
    // All its titles begin with its mark.
    const log = cleanUpLog && {
      willCreate: () => (noted ??= cleanUpLog.willCreate(mark)),
      created: (post: OwnPost) => cleanUpLog.created(post),
      madeFor: (evidence: MadeFor) => cleanUpLog.madeFor?.(evidence),
      get areOthersAtWork() {
        return cleanUpLog.areOthersAtWork === true
      },
    }
    const options = {
      ...this.#options,
      concurrency: this.concurrency,
      marker: mark,
      nextTitle: () => titleOf(mark, ++titles),
      own: new OwnPosts(this.context.own),
      writes: new WriteLog({ besides: this.#setup.writes }),
    }
    return new Run({ ...options, ...(log ? { cleanUpLog: log } : {}) }, this)
  }

  /** Starts workers, each with a post; none if creating these posts concurrently fails. */
  async startWorkers(): Promise<readonly Run[]> {
    const { concurrency } = this
    // Whether ids are reused shows only before other workers create.
    try {
      if (!concurrency.isSlow) await this.#creating('one more post', () => this.#setup.create())
    } catch {
      // The run continues without workers, and its next request shows what was wrong.
      return []
    }
    this.record.inTurn = this.#setup.own.history.length
    const all = Array.from({ length: concurrency.limit }, () => this.worker())
    for (const worker of all) worker.replies.isConcurrent = true
    const opened = await Promise.allSettled(
      all.map((worker) => worker.createStanding('the post of a worker')),
    )
    const disturbed = all.find(({ replies }) => replies.disturbance !== undefined)
    if (!disturbed && opened.every(({ status }) => status === 'fulfilled')) return all
    concurrency.reduceToOne(oneAtATimeAfter(disturbed?.replies.disturbance ?? 'created no post'))
    for (const worker of all) await worker.renounce().catch(ignoreFailure(this.#options.signal))
    this.stopWorkers(all)
    return []
  }

  /** Discards the findings and the posts of a worker: their state is unknown. */
  async renounce(key?: string): Promise<void> {
    const { context } = this
    const { own, marker } = context
    this.replies.forget()
    context.handOver(undefined)
    if (key !== undefined) this.forget(key)
    for (const { id } of own.alive) own.spoilt.add(id)
    const { items } = await readWholeList((request) => this.#setup.send(request))
    for (const item of items) {
      const id = isObject(item) && carries(item, marker) ? toPostId(item.id) : undefined
      if (id === undefined || own.get(id)) continue
      own.put({ id, title: '', content: '' })
      own.spoilt.add(id)
    }
  }

  /** Takes over the posts of stopped workers. */
  stopWorkers(all: readonly Run[]): void {
    for (const worker of all) {
      worker.context.handOver(this.context)
      this.context.own.takeOver(worker.context.own)
      this.#setup.takeOver(worker.#setup)
    }
    this.#setup.forget()
  }

  /** What is wrong with the posts now; no check uses the wrong ones again. */
  async spoilt(): Promise<readonly Violation[]> {
    let faults: readonly Violation[] = []
    await this.context.find(async () => {
      faults = await checkList(this.context)
      return faults.length === 0 || undefined
    })
    for (const { post } of faults) if (post !== undefined) this.context.own.spoilt.add(post)
    return faults
  }

  /** Notes a fault that was seen during concurrent requests, and not when the same was repeated alone. */
  noteOverlap({ clause, about }: Pick<Violation, 'clause' | 'about'>): void {
    const what = `${clause} seemed broken once during concurrent requests (${about})`
    this.record.overlaps.set(clause, `${what}, but not when the same was repeated alone. It does not count.`)
  }

  /** Notes a post that was deleted, and then not found. */
  noteRemoved(id: PostId): void {
    this.#options.cleanUpLog?.removed?.(id)
  }

  /** Forgets the result of an example. */
  forget(key: string): void {
    this.record.byExample.delete(key)
  }

  /** The error that ended the run early: an unanswered request, or a refused read. */
  get lost(): Error | undefined {
    return this.record.lost
  }

  async onSetUp({
    interaction,
  }: {
    interaction: Pick<Example, 'key' | 'states' | 'request'>
  }): Promise<StateValues> {
    const values = await this.#creating(interaction.key, () => setUp(interaction, this.#setup))
    const { method, body } = interaction.request
    // The effect of a write shows only in comparison with the state before.
    const isUnmarked = method === 'POST' && !JSON.stringify(body ?? '').includes('${title}')
    if (isUnmarked || (method !== 'GET' && !this.record.byExample.has(interaction.key))) {
      this.context.open(`before ${interaction.key}`)
      await this.context.check([], () => checkList(this.context), { recalls: !isUnmarked })
    }
    return values
  }

  async afterInteraction(interactionRun: InteractionRun): Promise<void> {
    const { interaction, exchange, values, unanswered } = interactionRun
    if (this.record.lost) throw this.record.lost
    const request = values && fillRequest(interaction, values)
    if (unanswered !== undefined && request) await this.replies.lose(request, unanswered)
    const example = byKey.get(interaction.key)
    if (!example || !exchange || !values || !request) return
    interactionRun.exchange = this.context.kept(exchange)
    this.#setup.note(exchange)
    // The mock contract repeats the examples of the document contract.
    const isKnown = this.record.byExample.has(example.key)
    const judged = isKnown
      ? follow(this.context, example, exchange, values)
      : this.judgeExample(example, exchange, values)
    await judged.catch((error) => {
      if (!(error instanceof WriteRefused)) return this.replies.lose(request, error)
      this.context.excused.set(example.key, error.message)
      this.record.notes.add(`${example.key} was only checked in part: ${error.message}.`)
      return undefined
    })
  }

  /** Judges the result of an example, and keeps it. */
  async judgeExample(example: Example, first: Exchange, values: StateValues): Promise<void> {
    this.context.open(example.key, first)
    const taken = await this.replies.take(first)
    const reply = await this.#setup.awaitDelete({ ...first, reply: taken })
    const { title, content } = sentTexts(first)
    const token = this.context.tokenIn(title, content)
    const { exchange, isDone } = await this.#setup.repeatWhileBusy({ ...first, reply }, token)
    if (isBusy(exchange.reply) && !isDone) this.#reportBusy(example, exchange)
    else if (exchange.reply !== taken || isBusy(taken))
      this.context.excuse(`the ${example.operation} answered ${taken.status} at first`)
    const id = await judge(this.context, example, exchange, values)
    const read =
      id !== undefined && isSuccess(exchange.reply) ? await this.#recall(`/posts/${id}`) : undefined
    const kept = read && keptPost(read, first.request.body)
    this.record.byExample.set(example.key, {
      exchange: this.context.kept(exchange),
      values,
      ...(kept === undefined ? {} : { kept }),
    })
    const isLong = id !== undefined && (this.context.own.get(id)?.content.length ?? 0) > longest
    if (isLong && this.record.deletes) await this.#deleteLong(id)
  }

  /** Reports a write that a service never does, although it does others. */
  #reportBusy({ operation, permits }: Example, exchange: Exchange): void {
    const isOrdinary = permits === 'success' || permits === 'success-or-refusal'
    if (operation === 'beside' || !isOrdinary || this.context.attempts.of(operation).accepted === 0) return
    this.context.reportOn(exchange, {
      clause: mainClause[operation],
      about: `a ${operation} fails each time, and others do not`,
      expected: 'a status of success',
      actual: `status ${exchange.reply.status}`,
    })
  }

  /** Records a reply that broke off. */
  noteBrokenReply(error: unknown): void {
    const fault = brokenReplyFault(error)
    if (fault) this.context.report(fault)
  }

  /** Creates a post that stays unchanged, and checks it. */
  async createStanding(subject: string): Promise<OwnPost> {
    const post = await this.#creating(subject, () => this.#setup.create())
    this.context.own.standing.add(post.id)
    this.context.open(subject)
    const whole = async () => [...(await checkList(this.context)), ...(await readBack(this.context, post.id))]
    await this.context.check(['create.adds', 'list.all', 'read.ok'], whole, { recalls: true })
    return post
  }

  /** Deletes a long post, because it makes every list long. */
  async #deleteLong(id: PostId): Promise<void> {
    const post = this.context.own.get(id)
    // A second delete might hit the post of another worker with the same id.
    if (post && this.replies.isConcurrent) return await this.#setup.delete(post)
    const key = `${this.context.subject}, deleted`
    await judge(this.context, { ...deletingOne, key }, await this.exchange('DELETE', `/posts/${id}`), {
      id,
    })
  }

  #recall(path: string): Promise<ReceivedReply> {
    return this.#setup.recall({ method: 'GET', path, headers: {} })
  }

  async exchange(method: string, path: string): Promise<Exchange> {
    const request = { method, path, headers: {} }
    const { exchange } = await this.#setup.repeatWhileBusy({
      request,
      reply: await this.#setup.send(request),
    })
    return exchange
  }

  /** Judges a create that succeeded but whose post cannot be found: it breaks a clause. */
  async #creating<Result>(subject: string, task: () => Promise<Result>): Promise<Result> {
    try {
      return await task()
    } catch (error) {
      if (error instanceof SetUpError && error.exchange)
        await judgeSetUp(this.context, subject, error.exchange)
      if (!this.#isBarredNow(error)) throw error
      return await task()
    }
  }

  /** Whether this client is refused what it could do before. */
  #isBarredNow(error: unknown): boolean {
    const reply = error instanceof SetUpError ? error.exchange?.reply : undefined
    if (!reply || reply.status === 429) return false
    return isBarred(reply) && this.context.attempts.of('create').accepted > 0
  }
}
