import type { Finding } from '../judge/finding.ts'
import type { Waiting } from '../model/waiting.ts'
import { type Example, isOwnerless, mayMakeForeign } from '../spec/example.ts'
import { basicExamples } from '../spec/examples.ts'
import type { Concurrency } from '../wire/concurrency.ts'
import { reusedId } from './fixed-sequences.ts'
import type { SequenceRunner } from './sequence-runner.ts'
import type { Step } from './step.ts'

/** How many examples share the posts of one sequence. */
const atMost = 8

/** Whether a request is to an id that another sequence may get for a new post. */
function meetsFreedIds({ request, states }: Example): boolean {
  return request.method === 'DELETE' || isOwnerless(states)
}

export interface ExampleTerms {
  readonly concurrency: Concurrency
  /** Called after each example. */
  readonly onExample: (key: string) => void
  /** Called with what is wrong; `isOnce` for what did not show again when the same was repeated alone. */
  readonly onFinding: (finding: Finding, isOnce: boolean) => void
  /** Whether to go on. */
  readonly goesOn: () => boolean
}

/** After so many findings of an operation, its other examples are left out. */
const enough = 8

/**
 * Runs examples, several in a sequence; sequences overlap where the provider is distant. What fails during others is
 * repeated alone, and counts only then.
 */
export async function runExamples(
  runner: SequenceRunner,
  waiting: Waiting,
  examples: readonly Example[],
  { concurrency, onExample, onFinding, goesOn }: ExampleTerms,
): Promise<void> {
  const found = new Map<Example['operation'], number>()
  const tell = (findings: readonly Finding[], operation: Example['operation']) => {
    found.set(operation, (found.get(operation) ?? 0) + findings.length)
    for (const finding of findings) onFinding(finding, false)
  }
  const doubtful: Doubt[] = []
  const { alone = [], together = [] } = Object.groupBy(examples, (each) =>
    mayMakeForeign(each) || (runner.reusesIds && meetsFreedIds(each)) ? 'alone' : 'together',
  )
  /** Runs the examples of a sequence; after one that fails, the rest in another. */
  const runSome = async (some: readonly Example[]) => {
    const [{ operation } = { operation: 'beside' as const }] = some
    let rest = some
    while (rest.length > 0 && goesOn() && (found.get(operation) ?? 0) < enough) {
      const steps = stepsOf(rest)
      const outcome = await runner.run(steps, waiting.usual)
      const length = outcome.findings.length === 0 ? rest.length : Math.max(1, outcome.length)
      for (const { key } of rest.slice(0, length)) onExample(key)
      if (runner.atOnce === 1) tell(outcome.findings, operation)
      else if (outcome.findings.length > 0)
        doubtful.push({ operation, steps: steps.slice(0, length), findings: outcome.findings })
      rest = rest.slice(length)
    }
  }
  const { basic = [], others: rest = [] } = Object.groupBy(together, ({ key }) =>
    basicExamples.has(key) ? 'basic' : 'others',
  )
  const [first = [], ...others] = [...inSequences(basic), ...inSequences(rest)]
  // The order of ids shows only where nothing else creates posts.
  await runSome(first)
  runner.atOnce = concurrency.limit
  await concurrency.each(others, runSome, runner.atOnce)
  runner.atOnce = 1
  for (const { operation, steps, findings } of doubtful) {
    const last = steps.slice(-1)
    const again =
      (await runner.runUntilFailing(last, waiting.short())) ??
      (steps.length > 1 ? await runner.runUntilFailing(steps, waiting.short()) : undefined)
    if (again) tell(again.findings, operation)
    else for (const finding of findings) onFinding(finding, true)
  }
  for (const some of inSequences(alone)) await runSome(some)
  const keys = new Set(examples.map(({ key }) => key))
  if (goesOn() && keys.has('create/client-id'))
    tell((await runner.run(reusedId, waiting.usual)).findings, 'list')
}

/** What was wrong while other sequences ran. */
interface Doubt {
  readonly operation: Example['operation']
  readonly steps: readonly Step[]
  readonly findings: readonly Finding[]
}

function stepsOf(examples: readonly Example[]): Step[] {
  return examples.map(({ key }) => ({ do: 'example', key }))
}

/** Examples of one operation share their posts. */
function inSequences(examples: readonly Example[]): Example[][] {
  const byOperation = Map.groupBy(examples, ({ operation }) => operation)
  return [...byOperation.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / atMost) }, (_, at) =>
      all.slice(at * atMost, (at + 1) * atMost),
    ),
  )
}
