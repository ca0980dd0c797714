import { defined } from '../../handlers/model/members.ts'
import type { Finding } from '../judge/finding.ts'
import type { Scenario, Step } from '../scenarios/scenario.ts'
import { firstOfLate, fixedSequences, prelude, sequenceAt } from '../scenarios/sequences.ts'
import type { RunContext } from './context.ts'
import { type FailedScenario, runScenarios, type ScenarioTerms } from './run-scenarios.ts'
import { runAgain, runUntilFailing } from './run-sequence.ts'
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
export interface FailingSequence extends Omit<FailedScenario, 'isOnce'> {
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
  const found: FailingSequence[] = []
  let lost: unknown
  try {
    await search(options, (failing) => found.push(failing))
  } catch (error) {
    lost = error
  }
  return { sequences: record.sequences.size - before, ...defined({ failing: found.at(-1), lost }) }
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

/** @param keep is called with a sequence that fails, if there is one, and again when it is shorter, and confirmed. */
async function search(options: SearchOptions, keep: (failing: FailingSequence) => void): Promise<void> {
  const { context, onProgress } = options
  const { clock, record, visibility } = context
  const wasPrompt = visibility.isPrompt
  const oddBefore = record.odd.size
  const found = await findFirst(options)
  if (!found) return
  // It left posts that cannot be removed: each repeat would leave more.
  if (record.odd.size > oddBefore) return keep({ ...found, runs: 1, shown: 1 })
  onProgress?.({ isFailing: true, left: forShrinking })
  const end = clock.now() + forShrinking
  const { scenario, isOnce } = found
  const again = isOnce ? undefined : await runUntilFailing(context, scenario.steps)
  // It was late, as is known only now: reads may show an older state again.
  if (!again && wasPrompt && !visibility.isPrompt) return await search(options, keep)
  let failing: FailingSequence = { scenario, outcome: again ?? found.outcome, runs: 1, shown: 1 }
  if (again) {
    keep(failing)
    const run = async (steps: readonly Step[]) =>
      clock.now() > end ? undefined : await runAgain(context, steps)
    failing = { ...failing, ...(await shrink(failing, run)) }
    keep(failing)
  }
  keep(await confirm(failing, context, end))
}

/** Runs sequences until one fails. */
async function findFirst(options: SearchOptions): Promise<FailedScenario | undefined> {
  const { context, seed, only, budget, onStep, onProgress } = options
  const { clock, visibility } = context
  const found: FailedScenario[] = []
  let isFound = false
  const terms: ScenarioTerms = {
    context,
    goesOn: () => !isFound,
    onRun: ({ findings }) => {
      isFound ||= findings.length > 0
    },
    onFailed: (failed) => found.push(failed),
    ...defined({ onStep }),
  }
  const sequences = function* (from: number, to = Number.POSITIVE_INFINITY): Generator<Scenario> {
    for (let number = from; number < to; number++) yield sequenceAt(seed, number)
  }
  if (only === undefined) {
    await runScenarios(sequences(0, firstOfLate), terms)
    if (!visibility.isPrompt) await runScenarios(sequences(firstOfLate, fixedSequences.length), terms, 1)
    const deadline = clock.now() + budget
    await runScenarios(sequences(fixedSequences.length), {
      ...terms,
      deadline,
      goesOn: () => !isFound && clock.now() < deadline,
      onStep: () => onProgress?.({ isFailing: false, left: deadline - clock.now() }),
    })
  }
  // The prelude shows whether ids are reused, as in a whole run.
  else await runScenarios([{ key: 'prelude', steps: prelude }, sequenceAt(seed, only)], terms, 1)
  return found[0]
}

/** Runs a failing sequence again with new posts, to see whether it fails each time. */
async function confirm(failing: FailingSequence, context: RunContext, end: number): Promise<FailingSequence> {
  let { outcome, runs, shown } = failing
  const isEnough = (more: number) =>
    more >= 2 && (shown === runs || runs >= often || context.clock.now() >= end)
  for (let more = 0; !isEnough(more); more++) {
    const next = await runAgain(context, failing.scenario.steps)
    runs++
    if (next.findings.length === 0) continue
    shown++
    outcome = next
  }
  return { ...failing, outcome, runs, shown }
}
