import type { SequenceOutcome, SequenceRunner } from './sequence-runner.ts'
import type { Step } from './step.ts'

/** Steps that share their posts. */
export interface Scenario {
  /** What it is, such as `sequence/3`. */
  readonly key: string
  readonly steps: readonly Step[]
  /** Whether each step means something on its own, so that those after a failed one are run too. */
  readonly hasOwnSteps?: boolean
}

/** A scenario to the step that failed. */
export interface FailedScenario {
  readonly scenario: Scenario
  readonly outcome: SequenceOutcome
  /** Whether it failed only once, during others, and not when it was repeated alone. */
  readonly isOnce: boolean
}

export interface ScenarioTerms {
  readonly runner: SequenceRunner
  /** Whether to go on. */
  readonly goesOn: () => boolean
  /** Called after each run, with the steps that were done. */
  readonly onRun?: (steps: readonly Step[], outcome: SequenceOutcome) => void
  readonly onFailed: (failed: FailedScenario) => void
}

/**
 * Runs scenarios; they overlap where the provider is distant. What fails during others is repeated alone, and counts only
 * then.
 * @param atOnce how many may overlap. Default as many as the provider bears.
 */
export async function runScenarios(
  scenarios: Iterable<Scenario>,
  { runner, goesOn, onRun, onFailed }: ScenarioTerms,
  atOnce = runner.pace.limit,
): Promise<void> {
  const doubtful: Omit<FailedScenario, 'isOnce'>[] = []
  const runOne = async (scenario: Scenario) => {
    let rest = scenario.steps
    while (rest.length > 0 && goesOn()) {
      const outcome = await runner.run(rest)
      const hasFailed = outcome.findings.length > 0
      const steps = hasFailed ? rest.slice(0, Math.max(1, outcome.length)) : rest
      onRun?.(steps, outcome)
      const failed = { scenario: { ...scenario, steps }, outcome }
      if (hasFailed && atOnce === 1) onFailed({ ...failed, isOnce: false })
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
  runner.atOnce = atOnce
  await runner.pace.each(next(), runOne, atOnce)
  runner.atOnce = 1
  for (const failed of doubtful) {
    const again = await runner.runUntilFailing(failed.scenario.steps)
    onFailed({ ...failed, outcome: again ?? failed.outcome, isOnce: !again })
  }
}
