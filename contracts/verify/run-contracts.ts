import type { Observation, Observations } from '../choices/detection.ts'
import type { Finding } from '../judge/finding.ts'
import { TakenTexts } from '../model/taken-texts.ts'
import { begin } from '../run/begin.ts'
import { isReadOnly } from '../run/example-step.ts'
import { lookFirst, lookWithPost } from '../run/first-look.ts'
import { oldPosts } from '../run/fixed-sequences.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import { runExamples } from '../run/run-examples.ts'
import type { SequenceOutcome, SequenceRunner } from '../run/sequence-runner.ts'
import type { Step } from '../run/step.ts'
import type { Example } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import { operationsFor } from '../spec/states.ts'
import { failureReasonOf } from '../wire/failure-reason-of.ts'
import { onlyOf } from './replay.ts'
import { type LeftOut, leavable, type VerifyOptions } from './verify-options.ts'

export interface ContractsOutcome {
  readonly runner: SequenceRunner
  readonly findings: readonly Finding[]
  readonly observations: Observations
  /** Why an example was not run, by its key. */
  readonly notRun: ReadonlyMap<string, string>
  /** Looks at the posts from the beginning again, and says what is wrong with them. */
  lookAgain(): Promise<readonly Finding[]>
  /** The texts that the provider accepted. */
  readonly taken: TakenTexts
  /** Why the provider could not be judged completely. */
  readonly failureReason?: string
}

/**
 * Runs the examples at a provider, as far as the options say.
 * @param isCompared whether examples that show only choices count too.
 * @param findings gets what is wrong.
 */
export async function runContracts(
  session: ProviderSession,
  isCompared: boolean,
  findings: Finding[],
  options: VerifyOptions,
): Promise<ContractsOutcome> {
  const { concurrency, signal, waiting, notes } = session
  const { failFast = false } = options
  const without = options.readOnly ? leavable : (options.without ?? [])
  const only = onlyOf(options)
  const taken = new TakenTexts()
  const runner = session.newRunner({ without, isShort: false, taken })
  const byExample = new Map<string, Observation>()
  const notRun = new Map<string, string>()
  const later = Promise.withResolvers<void>()
  let old: Promise<SequenceOutcome> | undefined
  let beganEmpty = false
  const work = async () => {
    const looked = await runner.look(async (context) => {
      await lookFirst(context).catch((error) => lookWithPost(context, error))
      beganEmpty = context.foreign.size === 0
    }, waiting.usual)
    findings.push(...looked)
    if (options.readOnly) {
      const steps = examples.filter(isReadOnly).map(({ key }): Step => ({ do: 'example', key }))
      findings.push(...(await runner.run(steps, waiting.usual)).findings)
    }
    if (options.readOnly || (only && 'path' in only)) return
    await begin(runner, waiting, findings, without)
    if (!only) {
      const paused = Promise.withResolvers<void>()
      old = runner.run(oldPosts, waiting.usual, () => {
        paused.resolve()
        return later.promise
      })
      await Promise.race([paused.promise, old])
      old.catch(() => {})
    }
    const chosen = examples.filter(
      (example) =>
        (isCompared || example.clauses.length > 0) &&
        isPossible(example, without) &&
        (!only || example.key === only.example),
    )
    for (const { key } of chosen) notRun.set(key, 'the run ended before it')
    let done = 0
    options.onProgress?.({ done, total: chosen.length, key: 'the first posts' })
    await runExamples(runner, waiting, chosen, {
      concurrency,
      goesOn: () => !signal.aborted && !(failFast && findings.length > 0),
      onExample: (key) => options.onProgress?.({ done: ++done, total: chosen.length, key }),
      onFinding: (finding, isOnce) => {
        const { clause, about } = finding
        if (!isOnce) findings.push(finding)
        else
          notes.add(
            `${clause} seemed broken once during concurrent requests (${about}), but not when the same was repeated alone. It does not count.`,
          )
      },
    })
  }
  const failure = await work().then(
    () => ({}),
    (error: unknown) => ({ failureReason: failureReasonOf(error, session) }),
  )
  findings.push(...runner.cutShort)
  for (const [key, result] of runner.examples)
    if ('notRun' in result && !result.isTaken) notRun.set(key, result.notRun)
    else if ('notRun' in result) notRun.delete(key)
    else {
      byExample.set(key, result)
      notRun.delete(key)
    }
  const { history } = runner
  const lookAgain = async () => {
    later.resolve()
    return (await old)?.findings ?? []
  }
  return {
    runner,
    findings,
    observations: { byExample, history, beganEmpty },
    notRun,
    lookAgain,
    taken,
    ...failure,
  }
}

/** Whether an example needs no operation that is left out. */
export function isPossible(
  { request, states }: Pick<Example, 'request' | 'states'>,
  without: readonly LeftOut[],
) {
  const needed = [
    ...(needsOf[request.method] ?? []),
    ...states.flatMap((state) => operationsFor[state] ?? []),
  ]
  return !needed.some((operation) => without.includes(operation))
}

/** The operation of a request, by method. */
const needsOf: Readonly<Record<string, readonly LeftOut[]>> = { PUT: ['replace'], DELETE: ['delete'] }
