import { isDeepStrictEqual } from 'node:util'
import type { Step } from '../scenarios/scenario.ts'
import type { FailedScenario } from './run-scenarios.ts'
import type { SequenceOutcome } from './run-sequence.ts'
import type { StepOf } from './steps/command.ts'
import { commands } from './steps/commands.ts'

/**
 * Makes a failing sequence shorter and simpler, as long as it breaks the same clause.
 * @param run runs a sequence; undefined once the time is over.
 */
export async function shrink(
  { scenario, outcome }: FailedScenario,
  run: (steps: readonly Step[]) => Promise<SequenceOutcome | undefined>,
  tried = new Set<string>(),
): Promise<FailedScenario> {
  const steps = scenario.steps.slice(0, outcome.length)
  const clause = outcome.findings[0]?.clause
  for (const candidate of shrinkCandidates(steps)) {
    const key = JSON.stringify(candidate)
    if (tried.has(key)) continue
    tried.add(key)
    const next = await run(candidate)
    if (!next) break
    if (next.findings[0]?.clause === clause)
      return await shrink({ scenario: { ...scenario, steps: candidate }, outcome: next }, run, tried)
  }
  return { scenario: { ...scenario, steps }, outcome }
}

/**
 * Shorter sequences: all but a half of the steps, a quarter, down to one; then with one simpler step. The last step stays:
 * the steps before it did not fail.
 */
function* shrinkCandidates(steps: readonly Step[]): Generator<readonly Step[]> {
  for (let size = steps.length >> 1; size > 0; size >>= 1)
    for (let at = 0; at + size < steps.length; at += size) yield steps.toSpliced(at, size)
  for (const [at, step] of steps.entries())
    for (const simple of simpler(step))
      if (!isDeepStrictEqual(simple, [step])) yield steps.toSpliced(at, 1, ...simple)
}

function simpler<Kind extends Step['kind']>(step: StepOf<Kind>): Iterable<readonly Step[]> {
  const kind: Kind = step.kind
  return commands[kind].simpler?.(step) ?? []
}
