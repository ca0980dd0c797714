import { basicExamples } from '../scenarios/examples.ts'
import { type Example, isOwnerless, mayMakeForeign, type Scenario } from '../scenarios/scenario.ts'
import { reusedId } from '../scenarios/sequences.ts'
import { type RunContext, reusesIds } from './context.ts'
import { type RunOptions, runSequence, runUntilFailing, type SequenceOutcome } from './run-sequence.ts'

/** A scenario to the step that failed. */
export interface FailedScenario {
  readonly scenario: Scenario
  readonly outcome: SequenceOutcome
  /** Whether it failed only once, during others, and not when it was repeated alone. */
  readonly isOnce: boolean
}

export interface ScenarioTerms extends Pick<RunOptions, 'deadline' | 'onStep'> {
  readonly context: RunContext
  /** Whether to go on. */
  readonly goesOn: () => boolean
  /** Called after each run. */
  readonly onRun?: (outcome: SequenceOutcome) => void
  readonly onFailed: (failed: FailedScenario) => void
}

/**
 * Runs scenarios; they overlap where the provider is distant. What fails during others is repeated alone.
 * @param concurrency how many may overlap. Default as many as the provider bears.
 */
export async function runScenarios(
  scenarios: Iterable<Scenario>,
  { context, goesOn, onRun, onFailed, ...options }: ScenarioTerms,
  concurrency = context.pace.limit,
): Promise<void> {
  const doubtful: Omit<FailedScenario, 'isOnce'>[] = []
  const runOne = async (scenario: Scenario) => {
    let rest = scenario.steps
    while (rest.length > 0 && goesOn()) {
      const outcome = await runSequence(context, rest, { concurrency, ...options })
      const hasFailed = outcome.findings.length > 0
      const steps = hasFailed ? rest.slice(0, Math.max(1, outcome.length)) : rest
      onRun?.(outcome)
      const failed = { scenario: { ...scenario, steps }, outcome }
      if (hasFailed && concurrency === 1) onFailed({ ...failed, isOnce: false })
      else if (hasFailed) doubtful.push(failed)
      rest = scenario.hasOwnSteps ? rest.slice(steps.length) : []
    }
  }
  const next = function* () {
    for (const scenario of scenarios) {
      if (!goesOn()) return
      yield scenario
    }
  }
  await context.pace.each(next(), runOne, concurrency)
  for (const failed of doubtful) {
    const again = await runUntilFailing(context, failed.scenario.steps)
    onFailed({ ...failed, outcome: again ?? failed.outcome, isOnce: !again })
  }
}

/** How many examples share the posts of one scenario: a list that is cut at ten is then named by the sequence of many posts. */
const atMost = 10

/** Runs examples, several in a scenario, the basic ones first, with a call after each. What they find counts. */
export async function runExamples(
  context: RunContext,
  examples: readonly Example[],
  onExample: (key: string) => void,
): Promise<void> {
  const { alone = [], together = [] } = Object.groupBy(examples, (each) =>
    mayMakeForeign(each) || (reusesIds(context) && meetsFreedIds(each)) ? 'alone' : 'together',
  )
  const { basic = [], others = [] } = Object.groupBy(together, ({ key }) =>
    basicExamples.has(key) ? 'basic' : 'others',
  )
  const all: ScenarioTerms = {
    context,
    goesOn: () => true,
    onStep: (step) => {
      if (step.kind === 'example') onExample(step.key)
    },
    onFailed: ({ outcome, isOnce }) => {
      if (!isOnce) context.record.findings.push(...outcome.findings)
    },
  }
  const [first, ...rest] = [...scenariosOf(basic), ...scenariosOf(others)]
  // The order of ids shows only where nothing else creates posts.
  if (first) await runScenarios([first], all, 1)
  await runScenarios(rest, all)
  const last = examples.some(({ key }) => key === 'create/client-id') ? [reusedId] : []
  await runScenarios([...scenariosOf(alone), ...last], all, 1)
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
      const steps = all.slice(at * atMost, (at + 1) * atMost).map((example) => example.key)
      return { key, steps: steps.map((each) => ({ kind: 'example', key: each })), hasOwnSteps: true }
    }),
  )
}
