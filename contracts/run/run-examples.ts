import type { Finding } from '../judge/finding.ts'
import { type Example, isOwnerless, mayMakeForeign } from '../spec/example.ts'
import { basicExamples } from '../spec/examples.ts'
import { runScenarios, type Scenario, type ScenarioTerms } from './run-scenarios.ts'
import { reusedId } from './sequences.ts'

/** How many examples share the posts of one scenario: a list that is cut at ten is then named by the sequence of many posts. */
const atMost = 10

export interface ExampleTerms extends Omit<ScenarioTerms, 'onRun' | 'onFailed'> {
  /** Called after each example. */
  readonly onExample: (key: string) => void
  /** Called with what is wrong; `isOnce` for what did not show again when the same was repeated alone. */
  readonly onFinding: (finding: Finding, isOnce: boolean) => void
}

/** Runs examples, several in a scenario, the basic ones first. */
export async function runExamples(examples: readonly Example[], terms: ExampleTerms): Promise<void> {
  const { runner, onExample, onFinding } = terms
  const { alone = [], together = [] } = Object.groupBy(examples, (each) =>
    mayMakeForeign(each) || (runner.reusesIds && meetsFreedIds(each)) ? 'alone' : 'together',
  )
  const { basic = [], others = [] } = Object.groupBy(together, ({ key }) =>
    basicExamples.has(key) ? 'basic' : 'others',
  )
  const [first, ...rest] = [...scenariosOf(basic), ...scenariosOf(others)]
  const all: ScenarioTerms = {
    ...terms,
    onRun: (steps) => {
      for (const step of steps) if (step.do === 'example') onExample(step.key)
    },
    onFailed: ({ outcome, isOnce }) => {
      for (const finding of outcome.findings) onFinding(finding, isOnce)
    },
  }
  // The order of ids shows only where nothing else creates posts.
  if (first) await runScenarios([first], all, 1)
  await runScenarios(rest, all)
  const last = examples.some(({ key }) => key === 'create/client-id') ? [reusedId] : []
  await runScenarios([...scenariosOf(alone), ...last], all, 1)
}

/** Whether a request is to an id that another sequence may get for a new post. */
function meetsFreedIds({ request, states }: Example): boolean {
  return request.method === 'DELETE' || isOwnerless(states)
}

/** Examples of one operation share their posts. */
function scenariosOf(examples: readonly Example[]): Scenario[] {
  const byOperation = Map.groupBy(examples, ({ operation }) => operation)
  return [...byOperation].flatMap(([key, all]) =>
    Array.from({ length: Math.ceil(all.length / atMost) }, (_, at): Scenario => {
      const steps = all.slice(at * atMost, (at + 1) * atMost).map((example) => example.key)
      return { key, steps: steps.map((each) => ({ do: 'example', key: each })), hasOwnSteps: true }
    }),
  )
}
