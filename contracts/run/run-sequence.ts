import { isObject } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Finding, ShownExchange } from '../judge/finding.ts'
import { brokenReply } from '../judge/reply-check.ts'
import { alive, gone, isGone, isIncomplete, removable } from '../model/reference-model.ts'
import { postPath } from '../scenarios/addresses.ts'
import { plainRequest } from '../scenarios/exchange.ts'
import type { Step } from '../scenarios/scenario.ts'
import { ignoreFailure, WriteRefused } from '../wire/failure.ts'
import { isSuccess } from '../wire/status.ts'
import { checkAll, checkList, readCheck, report } from './checks.ts'
import { leavesOut, type RunContext } from './context.ts'
import { plannedDelete } from './plan.ts'
import { ask, wholeList } from './requests.ts'
import { Sequence, type SequenceOptions } from './sequence.ts'
import type { StepOf } from './steps/command.ts'
import { commands } from './steps/commands.ts'
import { performAll } from './writes.ts'

export interface SequenceOutcome {
  readonly findings: readonly Finding[]
  readonly exchanges: readonly ShownExchange[]
  /** The text in the title or the content of each of its posts. */
  readonly mark: string
  /** How many steps were run; one more where the check after the last one ran. */
  readonly length: number
  /** A write that the run did not send, because the post may be foreign. */
  readonly refused?: WriteRefused
  /** What ended it early. */
  readonly error?: unknown
}

export interface RunOptions extends SequenceOptions {
  /** When its steps must end, by the clock. Default never. */
  readonly deadline?: number
  /** Called after each of its steps. */
  readonly onStep?: (step: Step) => void
}

/** Runs a sequence of steps until one shows a violation, and removes its posts. What it found before an error counts. */
export async function runSequence(
  context: RunContext,
  steps: readonly Step[],
  options: RunOptions = {},
): Promise<SequenceOutcome> {
  const run = new Sequence(context, options)
  const { evidence, marker: mark } = run
  const { result: refused, error } = await within(run, async () => {
    const ended = await runSteps(run, steps, options).catch((error) => judgeEnd(run, error))
    evidence.trace(run.findings[0]?.exchanges ?? [])
    return ended ?? undefined
  })
  const { findings } = run
  const { exchanges, step: length } = evidence
  return { findings, exchanges, length, mark, ...defined({ refused, error }) }
}

/** Runs steps until one shows a violation or their time is over, then checks some posts and deletes all. */
async function runSteps(
  run: Sequence,
  steps: readonly Step[],
  { deadline = Number.POSITIVE_INFINITY, onStep }: RunOptions,
): Promise<void> {
  for (const step of steps) {
    if (run.context.clock.now() > deadline) break
    run.nextStep(step.kind === 'example' ? step.key : undefined)
    await runStep(run, step)
    onStep?.(step)
    if (run.hasFailed) return
  }
  run.nextStep()
  const posts = alive(run.model)
  const last = new Set([posts.at(-1)?.id, posts.at(0)?.id, gone(run.model).at(-1)])
  await checkAll(
    run,
    [...last].flatMap((id) => (id === undefined ? [] : readCheck(run, id))),
  )
  if (run.hasFailed || leavesOut(run.context, 'delete') || posts.length === 0) return
  await performAll(
    run,
    posts.map(({ id }) => plannedDelete(run, id)),
  )
  if (!run.hasFailed) await checkList(run, 'delete.removes')
}

async function runStep<Kind extends Step['kind']>(run: Sequence, step: StepOf<Kind>): Promise<void> {
  const kind: Kind = step.kind
  await commands[kind].run(run, step)
}

/** Runs a sequence without polling longer than writes took so far. */
export async function runAgain(context: RunContext, steps: readonly Step[]): Promise<SequenceOutcome> {
  const outcome = await runSequence(context, steps, { poll: context.visibility.short() })
  if (outcome.error !== undefined) throw outcome.error
  return outcome
}

/** Lets checks look at the provider without steps. What they find counts. */
export async function withSequence<Result>(
  context: RunContext,
  checks: (run: Sequence) => Promise<Result>,
): Promise<Result> {
  const run = new Sequence(context)
  const ended = await within(run, () => checks(run))
  context.record.findings.push(...run.findings)
  if ('error' in ended) throw ended.error
  return ended.result
}

/** What some work returned, or the error that ended it. */
type Ended<Result> =
  | { readonly result: Result; readonly error?: never }
  | { readonly error: unknown; readonly result?: never }

/** Works, and removes the posts of a sequence. */
async function within<Result>(run: Sequence, work: () => Promise<Result>): Promise<Ended<Result>> {
  const ended = await judging(run, async () => {
    const result = await work()
    await clean(run)
    return result
  })
  if (run.concurrency === 1) run.context.record.endedAlone(run.model)
  return ended
}

/** Works. An error of the provider is a finding, if a clause forbids it. */
export async function judging<Result>(run: Sequence, work: () => Promise<Result>): Promise<Ended<Result>> {
  try {
    return { result: await work() }
  } catch (error) {
    reportBroken(run, error)
    return { error }
  }
}

/** Deletes the posts of a sequence. */
export async function clean(run: Sequence): Promise<void> {
  const { context } = run
  const { record } = context
  const left = removable(run.model)
  if (leavesOut(context, 'delete')) {
    for (const id of left) if (isIncomplete(run.model, id)) record.odd.add(id)
    return
  }
  const remove = async (id: PostId) => {
    const request = plainRequest('DELETE', postPath(id))
    const exchange = await ask(run, request).catch(ignoreFailure(context.signal))
    if (exchange && isSuccess(exchange.reply)) run.note({ kind: 'deleted', id })
  }
  for (const id of left) if (!isGone(run.model, id)) await remove(id)
  if (!run.hasFailed) return
  // Posts that are still listed would disturb the next run.
  const { list, broken } = await wholeList(run)
  const marked = list.marked(run.marker).flatMap((item) => (isObject(item) ? (toPostId(item.id) ?? []) : []))
  for (const id of broken ? gone(run.model) : marked) await remove(id)
  if (list.odd.length === 0 || run.concurrency > 1) return
  // What it left odd would be taken for a failure of the next run.
  for (const { id } of (await wholeList(run)).list.odd)
    if (id !== undefined && record.foreign?.has(id) === false) record.odd.add(id)
}

/** Judges what ended a sequence. Returns the write that was not sent. @throws what a provider does not explain. */
async function judgeEnd(run: Sequence, error: unknown): Promise<WriteRefused | undefined> {
  if (error instanceof WriteRefused) {
    // A post that is not proven the run's own is wrong: the list shows how.
    if (!run.isUnclear) await checkList(run)
    return error
  }
  if (!reportBroken(run, error)) throw error
  return undefined
}

/** Reports a reply that is broken off or no HTTP; returns whether the error is one. */
function reportBroken(run: Sequence, error: unknown): boolean {
  const violation = brokenReply(error)
  if (violation) report(run, violation)
  return violation !== undefined
}
