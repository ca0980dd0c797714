import { isObject } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import { type OperationName, type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Observations } from '../choices/detection.ts'
import type { Book } from '../custody/book.ts'
import { brokenReplyFault } from '../judge/reply-check.ts'
import { type Finding, RunRecord } from '../judge/run-record.ts'
import type { IdEvent } from '../model/own-posts.ts'
import type { Send } from '../scenarios/exchange.ts'
import { sequenceMark } from '../scenarios/marks.ts'
import type { Step } from '../scenarios/scenario.ts'
import type { Clock } from '../wire/clock.ts'
import { ignoreFailure, WriteRefused } from '../wire/failure.ts'
import type { Pace } from '../wire/pace.ts'
import { isSuccess } from '../wire/status.ts'
import { runSteps } from './run-steps.ts'
import type { Terms } from './sequence-client.ts'
import { type ExampleResult, SequenceRun } from './sequence-run.ts'
import type { SequenceExchange } from './trace.ts'
import type { Waiting } from './waiting.ts'

export interface RunnerOptions {
  readonly send: Send
  /** What is known of the posts of the provider; undefined where the run only reads. */
  readonly book?: Pick<Book, 'takeUnmarked' | 'areOthersAtWork' | 'areIdsReused'>
  /** The text in the title or the content of each post of the run. */
  readonly marker: string
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
  /** The text in the title or the content of each of its posts. */
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
  sequences = 0
  /** The results of examples, by key. */
  readonly examples = new Map<string, ExampleResult>()
  /** Whether the provider had no posts. */
  beganEmpty = false
  foreign: ReadonlySet<PostId> = new Set()
  odd = new Set<unknown>()
  /** Operations that are left out. */
  readonly without: readonly OperationName[]
  readonly #history: IdEvent[] = []
  #started = 0
  #running = 0
  readonly waiting: Waiting
  readonly pace: Pace
  readonly #options: RunnerOptions

  constructor(options: RunnerOptions) {
    this.waiting = options.waiting
    this.pace = options.pace
    this.without = options.without ?? []
    this.#options = options
  }

  get book(): RunnerOptions['book'] {
    return this.#options.book
  }

  get reusesIds(): boolean {
    return this.book?.areIdsReused === true
  }

  /** What it saw until now. */
  get observations(): Observations {
    const { examples, history, beganEmpty } = this
    return { byExample: new Map(examples), history: [...history], beganEmpty }
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

  /** Lets checks look at the provider without a sequence. What they find counts. */
  async look(checks: (run: SequenceRun) => Promise<void>): Promise<void> {
    const run = this.start()
    await this.#within(run, () => checks(run))
    this.record.findings.push(...run.findings)
  }

  /** Lets checks look, and removes their posts. What they found until an error counts. */
  async #within(run: SequenceRun, checks: () => Promise<void>): Promise<void> {
    try {
      await checks()
      await this.#clean(run)
    } catch (error) {
      reportBroken(run, error)
      this.record.findings.push(...run.findings)
      throw error
    } finally {
      // Beside other sequences the list has their posts.
      if (this.#running <= 1) this.foreign = run.foreign
    }
  }

  /** What happens to the ids of posts while one sequence runs at a time: their order shows only then. */
  get history(): IdEvent[] {
    return this.atOnce === 1 ? this.#history : []
  }

  get width(): number {
    return Math.max(1, Math.floor(this.pace.limit / this.#running))
  }

  get isAlone(): boolean {
    return this.atOnce === 1 && this.book?.areOthersAtWork !== true
  }

  get isOver(): boolean {
    return this.#options.clock.now() > this.deadline
  }

  leavesOut(operation: string): boolean {
    return this.without.some((each) => each === operation)
  }

  /** A sequence with another mark and other posts. */
  start(patience = this.waiting.usual): SequenceRun {
    return new SequenceRun(this, sequenceMark(this.#options.marker, ++this.#started), patience)
  }

  readonly send: Send = async (request) => {
    const reply = await this.#options.send(request)
    if (request.method !== 'GET') this.waiting.wrote()
    return reply
  }

  /** Deletes the posts of a sequence. */
  async #clean(run: SequenceRun): Promise<void> {
    const { own } = run
    if (this.leavesOut('delete')) {
      for (const id of own.incomplete.keys()) this.odd.add(id)
      return
    }
    const remove = async (id: PostId) => {
      const request = { method: 'DELETE', path: `/posts/${id}`, headers: {} }
      const exchange = await run.ask(request).catch(ignoreFailure(this.#options.signal))
      if (exchange && isSuccess(exchange.reply)) own.remove(id)
    }
    for (const id of new Set([...own.alive.map((post) => post.id), ...own.incomplete.keys()]))
      if (!own.isGone(id)) await remove(id)
    // Posts that are still listed would disturb the next run.
    if (run.hasFailed) for (const id of await marked(run)) await remove(id)
  }
}

/** The ids of posts with the mark of a sequence, by the list; where there is none, of those that were deleted. */
async function marked(run: SequenceRun): Promise<readonly PostId[]> {
  const { list, broken } = await run.wholeList()
  if (broken) return run.own.gone
  return list.marked(run.marker).flatMap((item) => (isObject(item) ? (toPostId(item.id) ?? []) : []))
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
