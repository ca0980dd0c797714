import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Observation, Observations } from '../detect/detection.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Example } from '../document/example.ts'
import { examples } from '../document/examples.ts'
import { type Exchange, isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { titleOf, workerMark } from '../document/marks.ts'
import { carries, isObject } from '../document/post-text.ts'
import type { StateValues } from '../document/states.ts'
import { isBarred } from '../judge/attempts.ts'
import { CheckContext, type Violation } from '../judge/check-context.ts'
import { misnamedFault, takenIdsFault } from '../judge/create-check.ts'
import { keptPost } from '../judge/evidence.ts'
import { judgeFailedWrite } from '../judge/failed-write.ts'
import { checkGrowth } from '../judge/growth.ts'
import { follow, judge } from '../judge/judge.ts'
import { checkList } from '../judge/list-check.ts'
import { readBack } from '../judge/read-check.ts'
import { noList } from '../judge/views.ts'
import { brokenReplyFault } from '../judge/wire-check.ts'
import { fillRequest, setUp } from '../pact/derive.ts'
import type { InteractionHooks, InteractionRun } from '../pact/replay/interaction-queue.ts'
import { type Concurrency, oneAtATimeAfter } from '../session/concurrency.ts'
import { type OwnPost, OwnPosts } from '../session/own-posts.ts'
import type { Patience } from '../session/patience.ts'
import { SetUpError, WriteRefused } from '../session/set-up-error.ts'
import { type MadeFor, StateSetup, type StateSetupOptions } from '../session/state-setup.ts'
import { readWholeList } from '../session/whole-list.ts'
import { WriteLog } from '../session/write-log.ts'
import { checkIdReuse } from './id-reuse-check.ts'
import { type Crowd, type CrowdPosts, createMany, type Each, replaceMany } from './many-posts.ts'
import { ReplyWatch } from './reply-watch.ts'
import { judgeSetUp } from './set-up-check.ts'
import { readTags } from './stale-tags.ts'

/** Longer contents are deleted at once, in characters. */
const longest = 3000
/** An ordinary delete. */
const deletingOne = {
  key: 'delete/only',
  operation: 'delete',
  permits: 'success',
  request: { method: 'DELETE', path: '/posts/${id}' },
} as const

/** The statuses of an address without a service (404), and of its gateway. */
const absent: readonly number[] = [404, 502, 503, 504]

/** The statuses of a request that is not permitted. */
const neverAllowed: readonly number[] = [401, 403, 405, 407, 501]

/** The first delete is tried so often; if it always fails, the run ends. */
const mostFailing = 3

const byKey = new Map(examples.map((example) => [example.key, example]))

export interface RunOptions extends StateSetupOptions {
  readonly marker: string
  readonly patience: Patience
}

/** Shared by all workers of a run. */
class RunRecord {
  readonly byExample = new Map<string, Observation>()
  readonly notes = new Set<string>()
  /** Notes on what was wrong only during concurrent requests, by clause. */
  readonly overlaps = new Map<ClauseId, string>()
  lost: Error | undefined
  isListening = false
  deletes = true
}

/** A verification at one provider: sets up the states of each interaction and judges the result. */
export class Run implements InteractionHooks {
  readonly context: CheckContext
  readonly replies: ReplyWatch
  readonly #options: RunOptions
  readonly #record: RunRecord
  readonly #setup: StateSetup
  #beganEmpty = false

  /** @param main the run of which this is a worker. */
  constructor(options: RunOptions, main?: Run) {
    this.#options = options
    this.#record = main ? main.#record : new RunRecord()
    this.#setup = new StateSetup({
      ...options,
      onMisnamed: (exchange, named, id) => this.context.reportOn(exchange, misnamedFault(named, id)),
      send: (request) => this.replies.send(request),
    })
    const { marker, patience } = options
    this.context = new CheckContext(this.#setup, marker, patience, main?.context.marker)
    this.replies = new ReplyWatch(this.context, options.send, this.#record)
  }

  get notes(): readonly string[] {
    const { notes, overlaps } = this.#record
    const isBroken = (clause: ClauseId) => this.context.findings.some((finding) => finding.clause === clause)
    return [...notes, ...[...overlaps].flatMap(([clause, note]) => (isBroken(clause) ? [] : [note]))]
  }

  /** The observations so far, from which choices are detected. */
  get observations(): Observations {
    return {
      byExample: this.#record.byExample,
      history: this.#setup.own.history,
      beganEmpty: this.#beganEmpty,
    }
  }

  /**
   * Checks the list for the first time.
   * @throws SetUpError where the list cannot be read.
   */
  async look(): Promise<void> {
    const request = { method: 'GET', path: '/posts', headers: {} }
    const reply = await this.#setup.send(request)
    if (absent.includes(reply.status))
      throw new SetUpError(`GET /posts answered ${reply.status}`, { request, reply })
    this.context.open('the first look', { request, reply })
    await this.context.check(['list.ok', 'post.shape'], () => checkList(this.context), { recalls: true })
    this.#beganEmpty = this.context.foreign.size === 0
  }

  /**
   * Checks the list and creates the posts that stay unchanged during the run, to show side effects. One more post is
   * deleted first: if deletes fail, only one post is left.
   * @param deletes whether to delete posts before the end.
   * @throws SetUpError where the provider refuses.
   */
  async begin({ deletes = true }: { readonly deletes?: boolean } = {}): Promise<void> {
    this.#record.deletes = deletes
    await this.look().catch((error) => this.#lookWithPost(error))
    if (deletes) {
      const first = await this.#standing(
        this.#beganEmpty ? 'the only post' : 'a post that is deleted at once',
      )
      const exchange = await this.#exchange('DELETE', `/posts/${first.id}`).catch((error) =>
        this.#createAgain(first, error),
      )
      await judge(this.context, deletingOne, exchange, first).catch(undefinedIfRefused)
      await this.#expectDelete(first, exchange).catch(undefinedIfRefused)
    }
    for (const which of ['first', 'second', 'third'])
      await this.#standing(`the ${which} post that stays untouched`)
    await this.#lookAround()
  }

  /** Creates one more post where the first got the id of a foreign one: once may be chance, twice is a fault. */
  async #createAgain(first: OwnPost, error: unknown): Promise<never> {
    if (!(error instanceof WriteRefused) || !error.isForeign) throw error
    const { foreign } = this.context
    const { id } = await this.#standing('a post after one that got the id of another')
    if (id === first.id || foreign.has(id)) this.context.report(takenIdsFault([first.id, id]))
    throw error
  }

  /** Repeats a failed delete. @throws SetUpError where it always fails. */
  async #expectDelete({ id }: OwnPost, first: Exchange): Promise<void> {
    let exchange = first
    for (let count = 1; !isSuccess(exchange.reply); count++) {
      const { status } = exchange.reply
      if (status === 404 || status === 410) return
      if (count === mostFailing || neverAllowed.includes(status))
        throw new SetUpError(`DELETE /posts/${id} answered ${status}`, exchange)
      exchange = await this.#exchange('DELETE', `/posts/${id}`)
    }
    this.context.own.remove(id)
  }

  /** Creates a post where the list answers 404: a service that accepts it has a wrong list. */
  async #lookWithPost(error: unknown): Promise<void> {
    const seen = error instanceof SetUpError ? error.exchange : undefined
    if (seen?.reply.status !== 404) throw error
    await this.#setup.create().catch(() => Promise.reject(error))
    this.context.open('the first look', seen)
    this.context.reportOn(seen, noList(seen.reply))
    await this.look().catch(() => {
      throw new SetUpError('GET /posts answered 404, also after a create')
    })
  }

  /** Reads everything twice without a write in between, to know whether reads change something. */
  async #lookAround(): Promise<void> {
    const { context } = this
    context.open('looking around')
    await context.check(['safe.get', 'list.all', 'read.ok'], async () => {
      const faults: Violation[] = []
      for (const { id } of context.own.alive) faults.push(...(await readBack(context, id)))
      return [...faults, ...(await checkList(context))]
    })
  }

  /**
   * Deletes the run's posts and checks the list after that.
   * @param removed called for every deleted post.
   * @param crowd makes many posts before. Default none.
   */
  async end(removed: (id: PostId) => void, concurrency: Concurrency, crowd?: Crowd): Promise<void> {
    const { context } = this
    const deleted = new Set<PostId>()
    const many = crowd && context.findings.length === 0 ? await this.#makeMany(concurrency, crowd) : new Map()
    await checkIdReuse(context, this.#record.byExample).catch(() => {})
    const exchange = await this.#exchange('GET', '/posts')
    context.open('the last posts', exchange)
    await context.check([], () => checkList(context), { recalls: true })
    this.#record.byExample.set('list/last', { exchange: context.kept(exchange), values: {} })
    const ids = context.own.alive.map(({ id }) => id)
    const rest = ids.values()
    const deleteNext = async () => {
      const { value: id } = rest.next()
      if (id === undefined) return
      const exchange = await this.#exchange('DELETE', `/posts/${id}`).catch(undefinedIfRefused)
      if (!exchange) return
      // A post that was wrong before may not exist.
      if (!isSuccess(exchange.reply))
        return context.own.spoilt.has(id) ? undefined : await judgeFailedWrite(context, 'delete', exchange)
      context.own.remove(id)
      deleted.add(id)
    }
    await checkGrowth(context, 'delete.removes', 'every delete adds another post', deleteNext)
    await concurrency.each(ids, deleteNext)
    const shown = deleted.size > 0 ? (['delete.removes', 'list.all'] as const) : (['list.all'] as const)
    const holds = await context.check(shown, () => checkList(context))
    if (!holds) return
    // For the many similar posts the list is enough.
    const read = [...deleted].filter((id) => !many.has(id))
    await concurrency.each(read, async (id) => {
      const { request, reply } = await this.#exchange('GET', `/posts/${id}`)
      this.#setup.cache.keep(request.path, reply)
    })
    for (const id of deleted) {
      const isGone =
        many.has(id) ||
        (await context.check(['delete.removes'], () => readBack(context, id), { recalls: true }))
      if (isGone) removed(id)
    }
  }

  /**
   * Makes many posts, concurrently where the provider is distant. After a failure all is repeated one by one: only that counts.
   */
  async #makeMany(concurrency: Concurrency, { size, isReplaced }: Crowd): Promise<CrowdPosts> {
    const { own, foreign, attempts, findings } = this.context
    const missing = size - own.alive.length - foreign.size
    const isReplacing = isReplaced && attempts.of('replace').accepted > 0
    const make = async ({ context }: Run, each: Each) => {
      const posts = await createMany(context, missing, each)
      const latest = [...posts.keys()].at(-1)
      if (!isReplacing || latest === undefined || context.findings.length > 0) return posts
      const askAgain = await readTags(context, latest)
      await replaceMany(context, posts, each)
      await askAgain()
      return posts
    }
    const oneByOne: Each = (items, work) => concurrency.each(items, work, 1)
    if (!concurrency.isOpen) return await make(this, oneByOne)
    const worker = this.#worker(0)
    worker.replies.isConcurrent = true
    const concurrent: Each = (items, work) =>
      concurrency.each(items, async (item) =>
        worker.replies.disturbance === undefined ? await work(item) : undefined,
      )
    const made = await make(worker, concurrent).catch(() => undefined)
    const { disturbance } = worker.replies
    const [seen] = worker.context.findings
    const isRight = made && disturbance === undefined && !seen
    if (!isRight) await worker.renounce()
    this.stopWorkers([worker])
    if (isRight) return made
    const again = await make(this, oneByOne)
    if (findings.length > 0) return again
    if (disturbance !== undefined) concurrency.reduceToOne(oneAtATimeAfter(disturbance))
    else if (seen) this.noteOverlap(seen)
    return again
  }

  /** A worker of this run, with its own mark and posts; it hands over its findings. */
  #worker(number: number): Run {
    const { marker, cleanUpLog } = this.#options
    const mark = workerMark(marker, number)
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
      marker: mark,
      nextTitle: () => titleOf(mark, ++titles),
      own: new OwnPosts(this.context.own),
      writes: new WriteLog({ besides: this.#setup.writes }),
    }
    return new Run({ ...options, ...(log ? { cleanUpLog: log } : {}) }, this)
  }

  /** Starts workers, each with a post; none if creating these posts concurrently fails. */
  async startWorkers(concurrency: Concurrency): Promise<readonly Run[]> {
    // Whether ids are reused shows only before other workers create.
    try {
      await this.#creating('one more post', () => this.#setup.create())
    } catch {
      // The run continues without workers, and its next request shows what was wrong.
      return []
    }
    const all = Array.from({ length: concurrency.limit }, (_, at) => this.#worker(at + 1))
    for (const worker of all) worker.replies.isConcurrent = true
    const opened = await Promise.allSettled(all.map((worker) => worker.#standing('the post of a worker')))
    const disturbed = all.find(({ replies }) => replies.disturbance !== undefined)
    if (!disturbed && opened.every(({ status }) => status === 'fulfilled')) return all
    concurrency.reduceToOne(oneAtATimeAfter(disturbed?.replies.disturbance ?? 'created no post'))
    for (const worker of all) await worker.renounce().catch(() => {})
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
      this.#setup.writes.takeOver(worker.#setup.writes)
    }
    this.#setup.cache.forget()
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
    this.#record.overlaps.set(clause, `${what}, but not when the same was repeated alone. It does not count.`)
  }

  /** Forgets the result of an example. */
  forget(key: string): void {
    this.#record.byExample.delete(key)
  }

  /** The error that ended the run early: an unanswered request, or a refused read. */
  get lost(): Error | undefined {
    return this.#record.lost
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
    if (isUnmarked || (method !== 'GET' && !this.#record.byExample.has(interaction.key))) {
      this.context.open(`before ${interaction.key}`)
      await this.context.check([], () => checkList(this.context), { recalls: !isUnmarked })
    }
    return values
  }

  async afterInteraction(interactionRun: InteractionRun): Promise<void> {
    const { interaction, exchange, values, unanswered } = interactionRun
    if (this.#record.lost) throw this.#record.lost
    const request = values && fillRequest(interaction, values)
    if (unanswered !== undefined && request) await this.replies.lose(request, unanswered)
    const example = byKey.get(interaction.key)
    if (!example || !exchange || !values || !request) return
    interactionRun.exchange = this.context.kept(exchange)
    this.#setup.note(exchange)
    // The mock contract repeats the examples of the document contract.
    const isKnown = this.#record.byExample.has(example.key)
    const judged = isKnown
      ? follow(this.context, example, exchange, values)
      : this.judgeExample(example, exchange, values)
    await judged.catch((error) => {
      if (!(error instanceof WriteRefused)) return this.replies.lose(request, error)
      this.context.excused.set(example.key, error.message)
      this.#record.notes.add(`${example.key} was only checked in part: ${error.message}.`)
      return undefined
    })
  }

  /** Judges the result of an example, and keeps it. */
  async judgeExample(example: Example, first: Exchange, values: StateValues): Promise<void> {
    this.context.open(example.key, first)
    const exchange = { ...first, reply: await this.replies.take(first) }
    const id = await judge(this.context, example, exchange, values)
    const read =
      id !== undefined && isSuccess(exchange.reply) ? await this.#recall(`/posts/${id}`) : undefined
    const kept = read && keptPost(read, first.request.body)
    this.#record.byExample.set(example.key, {
      exchange: this.context.kept(exchange),
      values,
      ...(kept === undefined ? {} : { kept }),
    })
    const isLong = id !== undefined && (this.context.own.get(id)?.content.length ?? 0) > longest
    if (isLong && this.#record.deletes) await this.#deleteLong(id)
  }

  /** Records a reply that broke off. */
  noteBrokenReply(error: unknown): void {
    const fault = brokenReplyFault(error)
    if (fault) this.context.report(fault)
  }

  /** Creates a post that stays unchanged, and checks it. */
  async #standing(subject: string): Promise<OwnPost> {
    const post = await this.#creating(subject, () => this.#setup.create())
    this.context.own.standing.add(post.id)
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
    await judge(this.context, { ...deletingOne, key }, await this.#exchange('DELETE', `/posts/${id}`), {
      id,
    })
  }

  #recall(path: string): Promise<ReceivedReply> {
    return this.#setup.recall({ method: 'GET', path, headers: {} })
  }

  async #exchange(method: string, path: string): Promise<Exchange> {
    const request = { method, path, headers: {} }
    return { request, reply: await this.#setup.send(request) }
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

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof WriteRefused)) throw error
}
