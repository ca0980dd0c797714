import { basicExamples } from '../scenarios/examples.ts'
import { type Example, isOwnerless, mayMakeForeign, type Scenario, type Step } from '../scenarios/scenario.ts'
import { prelude } from '../scenarios/sequences.ts'
import { policies, tryAgain } from '../wire/retry.ts'
import { type RunContext, reusesIds } from './context.ts'
import { type RunOptions, runAgain, runSequence, type SequenceOutcome } from './run-sequence.ts'

/** A scenario to the step that failed, and what it showed. */
export interface FailedScenario {
  readonly scenario: Scenario
  readonly outcome: SequenceOutcome
}

export interface ScenarioTerms extends Pick<RunOptions, 'deadline' | 'onStep'> {
  readonly context: RunContext
  /** Whether the rest is not run after a failure that is confirmed. Default never. */
  readonly isEnough?: (outcome: SequenceOutcome) => boolean
  readonly onFailed: (failed: FailedScenario) => void
}

/**
 * Runs scenarios; they, and requests of their checks, overlap where the provider is distant. What fails then counts if it
 * fails again alone.
 * @param concurrency how many may overlap. Default as many as the provider bears.
 */
export async function runScenarios(
  scenarios: Iterable<Scenario>,
  { context, isEnough = () => false, onFailed, ...options }: ScenarioTerms,
  concurrency = context.pace.limit,
): Promise<void> {
  const isTentative = context.pace.limit > 1
  const rest = scenarios[Symbol.iterator]()
  let doubtful: Scenario[] = []
  let again: Scenario[] = []
  let isOver = false
  const runOne = async (scenario: Scenario) => {
    let steps = scenario.steps
    while (steps.length > 0 && !isOver) {
      const outcome = await runSequence(context, steps, { concurrency, isTentative, ...options })
      const hasFailed = outcome.findings.length > 0
      const run = hasFailed ? steps.slice(0, Math.max(1, outcome.length)) : steps
      const failed = { ...scenario, steps: run }
      if (hasFailed && isTentative) doubtful.push(failed)
      else if (hasFailed) onFailed({ scenario: failed, outcome })
      isOver ||= hasFailed && isEnough(outcome)
      if (outcome.error !== undefined) throw outcome.error
      // An example means something on its own.
      steps = steps.slice(run.length).filter(({ kind }) => kind === 'example')
    }
  }
  const next = function* () {
    for (let each = rest.next(); !each.done; each = rest.next()) {
      yield each.value
      if (isOver) return
    }
  }
  do {
    await context.pace.each(next(), runOne, concurrency)
    again = doubtful
    doubtful = []
    if (isTentative) isOver = false
    for (const scenario of again) {
      const outcome = await runUntilFailing(context, scenario.steps)
      if (outcome) onFailed({ scenario, outcome })
      isOver ||= outcome !== undefined && isEnough(outcome)
    }
    // What was to end it was not confirmed.
  } while (again.length > 0 && !isOver)
}

/** Runs a sequence again until it fails, at most a few times. */
export async function runUntilFailing(
  context: RunContext,
  steps: readonly Step[],
): Promise<SequenceOutcome | undefined> {
  const hasFailed = ({ findings }: SequenceOutcome) => findings.length > 0
  const outcome = await tryAgain(policies.failed, () => runAgain(context, steps), hasFailed)
  return hasFailed(outcome) ? outcome : undefined
}

/** How many examples share the posts of one scenario: a list that is cut at ten is then named by the sequence of many posts. */
const atMost = 10

/** The example that shows the order of ids: only where nothing else creates posts. */
const ofOrder = 'list/several'

/** Creates and deletes some posts, then runs the example that shows their order, if it is one of some examples. */
export async function runFirstExample(
  context: RunContext,
  examples: readonly Example[],
  onExample: (key: string) => void,
): Promise<void> {
  const steps = [...prelude, ...stepsOf(examples.filter(({ key }) => key === ofOrder))]
  await runScenarios([{ key: 'prelude', steps }], termsOf(context, onExample), 1)
}

/** Runs the other examples, several in a scenario, the basic ones first, with a call after each. What they find counts. */
export async function runExamples(
  context: RunContext,
  examples: readonly Example[],
  onExample: (key: string) => void,
): Promise<void> {
  const others = examples.filter(({ key }) => key !== ofOrder)
  const {
    alone = [],
    basic = [],
    usual = [],
  } = Object.groupBy(others, (each) => {
    if (mayMakeForeign(each) || (reusesIds(context) && meetsFreedIds(each))) return 'alone'
    return basicExamples.has(each.key) ? 'basic' : 'usual'
  })
  const terms = termsOf(context, onExample)
  await runScenarios([...scenariosOf(basic), ...scenariosOf(usual)], terms)
  await runScenarios(scenariosOf(alone), terms, 1)
}

function termsOf(context: RunContext, onExample: (key: string) => void): ScenarioTerms {
  return {
    context,
    onStep: (step) => {
      if (step.kind === 'example') onExample(step.key)
    },
    onFailed: ({ outcome }) => context.record.findings.push(...outcome.findings),
  }
}

/** Whether a request is to an id that another sequence may get for a new post. */
function meetsFreedIds(example: Example): boolean {
  const isDelete = ({ operation }: { readonly operation: string }) => operation === 'delete'
  return isDelete(example) || example.after.some(isDelete) || isOwnerless(example)
}

/** Examples of one operation share their posts. */
function scenariosOf(examples: readonly Example[]): Scenario[] {
  const byOperation = Map.groupBy(examples, ({ operation }) => operation)
  return [...byOperation].flatMap(([key, all]) =>
    Array.from({ length: Math.ceil(all.length / atMost) }, (_, at): Scenario => {
      return { key, steps: stepsOf(all.slice(at * atMost, (at + 1) * atMost)) }
    }),
  )
}

export function stepsOf(examples: readonly Example[]): readonly Step[] {
  return examples.map(({ key }) => ({ kind: 'example', key }))
}
