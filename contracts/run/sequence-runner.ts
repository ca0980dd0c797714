import { defined } from '../../handlers/model/members.ts'
import { type OperationName, type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Book } from '../custody/book.ts'
import type { Finding } from '../judge/finding.ts'
import { brokenReplyFault, wireFault } from '../judge/reply-check.ts'
import { operationDone, RunRecord } from '../judge/run-record.ts'
import { type IdEvent, OwnPosts } from '../model/own-posts.ts'
import { SequencePosts } from '../model/sequence-posts.ts'
import { WriteLog } from '../model/write-log.ts'
import { idIn, isSuccess, type ReceivedReply, type Send, type SentRequest } from '../spec/exchange.ts'
import { sequenceMark, titleOfSequence } from '../spec/marks.ts'
import { isObject } from '../spec/post-text.ts'
import type { Clock } from '../wire/clock.ts'
import { ignoreFailure, SetUpError, WriteRefused } from '../wire/failure.ts'
import { noDecisionIn } from '../wire/no-decision.ts'
import type { Pace } from '../wire/pace.ts'
import { runSteps } from './run-steps.ts'
import { type ExampleResult, SequenceRun, type Terms } from './sequence-run.ts'
import type { Step } from './step.ts'
import type { SequenceExchange } from './trace.ts'
import type { Waiting } from './waiting.ts'

export interface RunnerOptions {
  readonly send: Send
  /** What is known of the posts of the provider; undefined where the run only reads. */
  readonly book?: Pick<Book, 'takeUnmarked' | 'areOthersAtWork' | 'areIdsReused'>
  /** The text in every title of the run. */
  readonly marker: string
  /** Numbers the sequences of a run: each has another mark. */
  readonly nextNumber: () => number
  /** Whether reads may show an older state for that long, as with replicas. Default false. */
  readonly isEventual?: boolean
  readonly waiting: Waiting
  /** Operations to leave out. Default none. */
  readonly without?: readonly OperationName[]
  readonly signal: AbortSignal
  readonly clock: Clock
  /** How many sequences may run at the same time. */
  readonly pace: Pace
}

export interface SequenceOutcome {
  readonly findings: readonly Finding[]
  readonly exchanges: readonly SequenceExchange[]
  /** The text in the titles of its posts. */
  readonly mark: string
  /** How many steps were run; one more where the check after the last one ran. */
  readonly length: number
  /** A write that the run did not send, because the post may be foreign. */
  readonly refused?: WriteRefused
}

/** Runs sequences at a provider; each removes its posts at its end. */
export class SequenceRunner implements Terms {
  readonly record = new RunRecord()
  /** How many sequences may run at the same time. */
  atOnce = 1
  /** When sequences must end. */
  deadline = Number.POSITIVE_INFINITY
  /** The findings of sequences that an error ended. */
  readonly cutShort: Finding[] = []
  sequences = 0
  /** The results of examples, by key. */
  readonly examples = new Map<string, ExampleResult>()
  /** The ids of posts, in the order in which they were made and deleted, while one sequence ran at a time. */
  readonly history: IdEvent[] = []
  #running = 0
  /** Foreign ids in the latest list. */
  #foreign: ReadonlySet<PostId> = new Set()
  /** When the latest write was answered. */
  #writtenAt = Number.NEGATIVE_INFINITY
  readonly waiting: Waiting
  readonly pace: Pace
  readonly #options: RunnerOptions

  constructor(options: RunnerOptions) {
    this.waiting = options.waiting
    this.pace = options.pace
    this.#options = options
  }

  get reusesIds(): boolean {
    return this.#options.book?.areIdsReused === true
  }

  /** Runs a sequence until it fails, at most three times, without waiting longer than writes took so far. */
  async runUntilFailing(steps: readonly Step[]): Promise<SequenceOutcome | undefined> {
    for (let time = 0; time < 3; time++) {
      const outcome = await this.run(steps, this.waiting.short())
      if (outcome.findings.length > 0) return outcome
    }
    return undefined
  }

  /** Runs a sequence. */
  async run(steps: readonly Step[], patience = this.waiting.usual): Promise<SequenceOutcome> {
    const run = this.start(patience)
    let refused: WriteRefused | undefined
    this.#running++
    await this.#within(run, async () => {
      const done = runSteps(run, steps).then(() => undefined)
      refused = await done.catch((error) => judgeEnd(run, error))
      if (run.hasFailed) run.tellFault()
    }).finally(() => this.#running--)
    for (const [key, result] of run.examples) this.examples.set(key, result)
    this.sequences++
    const { findings, exchanges, marker: mark } = run
    return { findings, exchanges, length: run.step, mark, ...defined({ refused }) }
  }

  /** Lets checks look at the provider without a sequence. @returns what they found. */
  async look(checks: (run: SequenceRun) => Promise<void>): Promise<readonly Finding[]> {
    const run = this.start()
    await this.#within(run, () => checks(run))
    return run.findings
  }

  /** Lets checks look, and removes their posts. What they found until an error is kept. */
  async #within(run: SequenceRun, checks: () => Promise<void>): Promise<void> {
    try {
      await checks()
      await this.#clean(run)
    } catch (error) {
      reportBroken(run, error)
      this.cutShort.push(...run.findings)
      throw error
    } finally {
      // Beside other sequences the list has their posts.
      if (this.#running <= 1) this.#foreign = run.foreign
    }
  }

  /** How long the latest write may still be invisible in some views, in milliseconds: longer than any so far. */
  #lateFor(): number {
    const { longest } = this.waiting.lateness
    return longest === 0 ? 0 : Math.max(0, this.#writtenAt + 3 * longest - this.#options.clock.now())
  }

  /** Whether reads may show an older state, as with replicas: so the user said, or writes were visible late. */
  readonly #isEventual = () => this.#options.isEventual === true || this.#lateFor() > 0

  get width(): number {
    return Math.max(1, Math.floor(this.pace.limit / this.#running))
  }

  get isAlone(): boolean {
    return this.atOnce === 1 && this.#options.book?.areOthersAtWork !== true
  }

  get isPrompt(): boolean {
    return !this.#options.isEventual && this.waiting.lateness.longest === 0
  }

  get isOver(): boolean {
    return this.#options.clock.now() > this.deadline
  }

  leavesOut(operation: string): boolean {
    return this.#options.without?.some((each) => each === operation) === true
  }

  settle(): Promise<void> {
    const { clock, signal } = this.#options
    return clock.wait(this.#lateFor(), signal)
  }

  /** A sequence with another mark and other posts. */
  start(patience = this.waiting.usual): SequenceRun {
    const { marker, nextNumber, book } = this.#options
    const mark = sequenceMark(marker, nextNumber())
    let titles = 0
    const posts: SequencePosts = new SequencePosts({
      send: (request) => this.#send(request, run),
      own: new OwnPosts(this.atOnce === 1 ? this.history : []),
      patience,
      pace: this.pace,
      writes: new WriteLog(this.#isEventual),
      // A service may take no title of one word.
      nextTitle: () => `${titleOfSequence(mark, ++titles)} a`,
      ...defined({ book }),
    })
    const run: SequenceRun = new SequenceRun(posts, mark, this.#foreign, patience, this)
    return run
  }

  async #send(request: SentRequest, run: SequenceRun): Promise<ReceivedReply> {
    const reply = await this.#options.send(request)
    if (request.method !== 'GET') this.#writtenAt = this.#options.clock.now()
    // What stands before the service says nothing about it.
    if (this.record.attempts.list.accepted === 0 && noDecisionIn(reply)) return reply
    if (isSuccess(reply)) this.record.observe('wire.json')
    const fault = wireFault({ request, reply })
    if (fault && run.findings.length === 0) run.reportOn({ request, reply }, fault)
    const operation = operationDone({ request, reply }, run.own)
    if (operation) this.record.attempts[operation].accepted++
    // Refused reads decide nothing about a post where every read of the run's posts was refused.
    if (
      operation === undefined &&
      this.record.attempts.read.accepted === 0 &&
      isOwnRead(request, run) &&
      noDecisionIn(reply) === 'refused'
    )
      throw new SetUpError(`GET ${request.path} answered ${reply.status}`, { request, reply })
    return reply
  }

  /** Deletes the posts of a sequence. */
  async #clean(run: SequenceRun): Promise<void> {
    if (this.leavesOut('delete')) return
    const { own, posts } = run
    const remove = (id: PostId) => posts.send({ method: 'DELETE', path: `/posts/${id}`, headers: {} })
    for (const { id } of own.alive) {
      const reply = await remove(id).catch(ignoreFailure(this.#options.signal))
      if (reply && isSuccess(reply)) own.remove(id)
    }
    const unmarked = [...own.incomplete].filter((id) => !own.get(id) && !own.isGone(id))
    // Posts that are still listed would disturb the next run.
    const others = run.findings.length === 0 ? [] : await marked(run)
    for (const id of [...unmarked, ...others]) await remove(id).catch(ignoreFailure(this.#options.signal))
  }
}

function isOwnRead({ method, path }: SentRequest, { own }: SequenceRun): boolean {
  const id = idIn(path)
  return method === 'GET' && id !== undefined && own.get(id) !== undefined
}

/** The ids of listed posts with the mark of a sequence. */
async function marked(run: SequenceRun): Promise<ReadonlySet<PostId>> {
  const { list, broken } = await run.wholeList()
  if (broken) return new Set(run.own.gone)
  const posts = list.items.filter(isObject).filter(({ title }) => String(title).includes(run.marker))
  return new Set(posts.map(({ id }) => toPostId(id)).filter((id) => id !== undefined))
}

/** Judges what ended a sequence. Returns the write that was not sent. @throws what a provider does not explain. */
async function judgeEnd(run: SequenceRun, error: unknown): Promise<WriteRefused | undefined> {
  if (error instanceof WriteRefused) {
    // A post that is not proven the run's own is wrong: the list shows how.
    if (!run.isUnclear) await run.list()
    return error
  }
  if (!reportBroken(run, error)) throw error
  return undefined
}

/** Reports a reply that is broken off or no HTTP; returns whether the error is one. */
function reportBroken(run: SequenceRun, error: unknown): boolean {
  const fault = brokenReplyFault(error)
  if (fault) run.report(fault)
  return fault !== undefined
}
