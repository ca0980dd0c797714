import { defined } from '../../handlers/model/members.ts'
import type { Finding } from '../judge/finding.ts'
import { explains, rootCausesOf } from '../judge/root-causes.ts'
import type { Step } from '../scenarios/scenario.ts'
import { firstOfLate, fixedSequences, prelude, sequenceAt } from '../scenarios/sequences.ts'
import type { RunContext } from './context.ts'
import { type FailedScenario, runScenarios, runUntilFailing, type ScenarioTerms } from './run-scenarios.ts'
import { runAgain, type SequenceOutcome } from './run-sequence.ts'
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
  /** Sequences that fail, as short as they were made: the first, and those that no finding before them explains. */
  readonly failing: readonly FailedScenario[]
  /** The error that ended the search early. */
  readonly lost?: unknown
}

/** How long a failing sequence may be shrunk, in milliseconds. */
const forShrinking = 10_000

/**
 * Runs the fixed sequences of the five operations at a provider, then drawn ones until one fails, and shrinks those that
 * fail. Each sequence creates and removes its own posts. What an early end of the run leaves unshrunk counts too.
 */
export async function searchSequences(options: SearchOptions): Promise<SearchResult> {
  const { record } = options.context
  const before = record.sequences.size
  const failing: FailedScenario[] = []
  let lost: unknown
  try {
    await search(options, failing)
  } catch (error) {
    lost = error
  }
  return { sequences: record.sequences.size - before, failing, ...defined({ lost }) }
}

/**
 * Runs the sequence of looks, if some finding may be the fault of a read.
 * @returns the changes by its reads. It does not write between its looks, so no other clause explains them.
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

/** @param failing gets the sequences that fail: first as they were found, then shorter. */
async function search(options: SearchOptions, failing: FailedScenario[]): Promise<void> {
  const { context, onProgress } = options
  const { clock, record, visibility } = context
  const wasPrompt = visibility.isPrompt
  const oddBefore = record.odd.size
  await findFailing(options, failing)
  // Where one left posts that cannot be removed, each repeat would leave more.
  if (record.odd.size > oddBefore) return
  for (const [at, found] of failing.entries()) {
    onProgress?.({ isFailing: true, left: forShrinking })
    const end = clock.now() + forShrinking
    const run = async (steps: readonly Step[]) =>
      clock.now() > end ? undefined : await runAgain(context, steps)
    const outcome = await runUntilFailing(context, found.scenario.steps)
    if (outcome) failing[at] = await shrink({ ...found, outcome }, run)
    else if (wasPrompt && !visibility.isPrompt) {
      // It was late, as is known only now: reads may show an older state again.
      failing.length = 0
      return await search(options, failing)
    }
  }
}

/** Whether a sequence failed as the service did, with 5xx: that leaves the posts as they are, and hides no other fault. */
function hasServiceFailed({ findings }: SequenceOutcome): boolean {
  return findings.every(({ exchanges }) => exchanges.some(({ reply }) => reply.status >= 500))
}

/** Runs the fixed sequences and drawn ones, until the posts are not as they must be. */
async function findFailing(
  { context, seed, only, budget, onStep, onProgress }: SearchOptions,
  failing: FailedScenario[],
): Promise<void> {
  const { clock, record, visibility } = context
  const found = [...record.findings]
  let isOver = false
  const terms: ScenarioTerms = {
    context,
    isEnough(outcome) {
      isOver ||= !hasServiceFailed(outcome)
      return isOver
    },
    onFailed(failed) {
      const [finding] = failed.outcome.findings
      if (!finding) return
      const isKnown = rootCausesOf(found).some(({ clause }) => explains(clause, finding))
      if (!isKnown || failing.length === 0) failing.push(failed)
      found.push(finding)
    },
    ...defined({ onStep }),
  }
  if (only !== undefined) {
    // The prelude shows whether ids are reused, as in a whole run.
    await runScenarios([{ key: 'prelude', steps: prelude }, sequenceAt(seed, only)], terms, 1)
    return
  }
  const fixed = fixedSequences.map((_, number) => sequenceAt(seed, number))
  await runScenarios(fixed.slice(0, firstOfLate), terms)
  if (!visibility.isPrompt) await runScenarios(fixed.slice(firstOfLate), terms, 1)
  const deadline = clock.now() + budget
  const drawn = function* () {
    for (let number = fixed.length; !isOver && clock.now() < deadline; number++)
      yield sequenceAt(seed, number)
  }
  const onDrawn = () => onProgress?.({ isFailing: false, left: deadline - clock.now() })
  await runScenarios(drawn(), { ...terms, deadline, onStep: onDrawn })
}
