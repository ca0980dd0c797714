import { defined } from '../../handlers/model/members.ts'
import type { Finding } from '../judge/finding.ts'
import type { Step } from '../scenarios/scenario.ts'
import { firstOfLate, fixedSequences, prelude, sequenceAt } from '../scenarios/sequences.ts'
import { policies } from '../wire/retry.ts'
import type { RunContext } from './context.ts'
import { type FailedScenario, runScenarios, type ScenarioTerms } from './run-scenarios.ts'
import { runAgain } from './run-sequence.ts'
import { shrink } from './shrink.ts'

export interface SearchOptions {
  readonly context: RunContext
  readonly seed: number
  /** Runs only the sequence with this number. */
  readonly only?: number
  /** How long to draw sequences after the fixed ones, in milliseconds. */
  readonly budget: number
  /** Called after every step of the fixed sequences. */
  readonly onStep?: () => void
  /** Called after every step of the others, and once one has failed. @param left how long it may take, in milliseconds. */
  readonly onProgress?: (progress: { readonly isFailing: boolean; readonly left: number }) => void
}

export interface SearchResult {
  readonly sequences: number
  /** The shortest sequence found that fails. */
  readonly failing?: FailingSequence
  /** The error that ended the search early. */
  readonly lost?: unknown
}

/** A sequence that fails, what it showed the last time, and how often it was run and failed. */
export interface FailingSequence extends FailedScenario {
  readonly runs: number
  readonly shown: number
}

/** How long a failing sequence may be shrunk and confirmed, in milliseconds. */
const forShrinking = 10_000
/** How often an intermittent failure is run. */
const often = 7

/**
 * Runs the fixed sequences of the five operations at a provider, then drawn ones, and shrinks the first that fails. Each
 * sequence creates and removes its own posts. What an early end of the run leaves unshrunk counts too.
 */
export async function searchSequences(options: SearchOptions): Promise<SearchResult> {
  const { record } = options.context
  const before = record.sequences.size
  let failing: FailingSequence | undefined
  let lost: unknown
  try {
    await search(options, (found) => {
      failing = found
    })
  } catch (error) {
    lost = error
  }
  return { sequences: record.sequences.size - before, ...defined({ failing, lost }) }
}

/**
 * Runs the sequence of looks, if some finding may be the fault of a read.
 * @returns what its reads changed: there is no write between its looks, so no other clause explains it.
 */
export async function changedByReads(
  context: RunContext,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  if (!findings.some(({ alternatives = [] }) => alternatives.includes('safe.get'))) return []
  const { key: shownBy, steps } = sequenceAt(0, firstOfLate)
  const outcome = await runAgain(context, steps)
  const found = outcome.findings.filter(({ clause }) => clause === 'safe.get')
  return found.map((each) => ({ ...each, shownBy, alternatives: [] }))
}

/** @param keep is called with a sequence that fails, and again when it is shorter, and repeated; without one where it was only late. */
async function search(options: SearchOptions, keep: (failing?: FailingSequence) => void): Promise<void> {
  const { context, onProgress } = options
  const { clock, record, visibility } = context
  const wasPrompt = visibility.isPrompt
  const oddBefore = record.odd.size
  const found = await findFirst(options, keep)
  // Where it left posts that cannot be removed, each repeat would leave more.
  if (!found || record.odd.size > oddBefore) return
  onProgress?.({ isFailing: true, left: forShrinking })
  const end = clock.now() + forShrinking
  let failing = await repeat(
    found,
    context,
    ({ runs, shown }) => shown > 1 || runs > policies.failed.retries + 1,
  )
  if (failing.shown > 1) {
    const run = async (steps: readonly Step[]) =>
      clock.now() > end ? undefined : await runAgain(context, steps)
    failing = { ...(await shrink(failing, run)), runs: 1, shown: 1 }
    keep(failing)
  } else if (wasPrompt && !visibility.isPrompt) {
    // It was late, as is known only now: reads may show an older state again.
    keep()
    return await search(options, keep)
  }
  const first = failing.runs
  const isEnough = ({ runs, shown }: FailingSequence) =>
    runs >= first + 2 && (shown === runs || runs >= often || clock.now() >= end)
  keep(await repeat(failing, context, isEnough))
}

/** Runs sequences until one fails. */
async function findFirst(
  { context, seed, only, budget, onStep, onProgress }: SearchOptions,
  keep: (failing: FailingSequence) => void,
): Promise<FailingSequence | undefined> {
  const { clock, visibility } = context
  let found: FailingSequence | undefined
  const terms: ScenarioTerms = {
    context,
    stopsAtFirst: true,
    onFailed(failed) {
      found ??= { ...failed, runs: 1, shown: 1 }
      keep(found)
    },
    ...defined({ onStep }),
  }
  const sequences = function* (from: number, to: number, deadline = Number.POSITIVE_INFINITY) {
    for (let number = from; number < to && !found && clock.now() < deadline; number++)
      yield sequenceAt(seed, number)
  }
  if (only !== undefined) {
    // The prelude shows whether ids are reused, as in a whole run.
    await runScenarios([{ key: 'prelude', steps: prelude }, sequenceAt(seed, only)], terms, 1)
    return found
  }
  await runScenarios(sequences(0, firstOfLate), terms)
  if (!visibility.isPrompt) await runScenarios(sequences(firstOfLate, fixedSequences.length), terms, 1)
  const deadline = clock.now() + budget
  await runScenarios(sequences(fixedSequences.length, Number.POSITIVE_INFINITY, deadline), {
    ...terms,
    deadline,
    onStep: () => onProgress?.({ isFailing: false, left: deadline - clock.now() }),
  })
  return found
}

/** Runs a failing sequence again with new posts, and counts how often it fails. */
async function repeat(
  failing: FailingSequence,
  context: RunContext,
  isEnough: (failing: FailingSequence) => boolean,
): Promise<FailingSequence> {
  let all = failing
  while (!isEnough(all)) {
    const outcome = await runAgain(context, failing.scenario.steps)
    const hasFailed = outcome.findings.length > 0
    all = { ...all, runs: all.runs + 1, ...(hasFailed && { outcome, shown: all.shown + 1 }) }
  }
  return all
}
