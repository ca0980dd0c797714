import { randomInt } from 'node:crypto'
import { defined } from '../../handlers/model/members.ts'
import { seeds } from '../../handlers/model/random.ts'
import type { Observations } from '../choices/detection.ts'
import type { Finding } from '../judge/finding.ts'
import type { RunRecord } from '../judge/run-record.ts'
import { begin, lookFirst } from '../run/begin.ts'
import { attempted, endOf, failureReasonOf, type ProviderSession } from '../run/provider-session.ts'
import { runExamples } from '../run/run-scenarios.ts'
import { searchSequences } from '../run/search.ts'
import type { SequenceRunner } from '../run/sequence-runner.ts'
import { scriptOf } from '../run/trace.ts'
import { type Example, isPossible } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import type { Step } from '../spec/step.ts'
import { neverDone, operationResults } from './operations.ts'
import { isDrawn, isExample, replayCommand, sequenceNumber } from './replay.ts'
import type { SequencesResult, VerifyResult } from './result.ts'
import { usualBudget, type VerifyOptions } from './verify-options.ts'

/** What a run saw. */
export interface Checked {
  readonly record: RunRecord
  readonly findings: readonly Finding[]
  readonly observations: Observations
  /** Why an example was not run, by its key. */
  readonly notRun: ReadonlyMap<string, string>
  /** Missing where no sequence was run. */
  readonly sequences?: SequencesResult
  /** Why the provider could not be judged completely. */
  readonly failureReason?: string
}

/**
 * Runs the examples at a provider, then sequences where its operations work, as far as the options say.
 */
export async function runChecks(
  session: ProviderSession,
  mode: VerifyResult['mode'],
  options: VerifyOptions,
): Promise<Checked> {
  const { ledger, runner, signal } = session
  const { only } = options
  const { record, without } = runner
  const chosen = examples.filter(
    (example) =>
      (mode.profile !== undefined || example.clauses.length > 0) &&
      isPossible(example, without) &&
      (only === undefined || example.key === only),
  )
  const runChosen = async () => {
    await lookFirst(runner)
    if (!ledger) {
      const reads = examples.filter((each) => each.request.method === 'GET' && isPossible(each, without))
      const steps = reads.map(({ key }): Step => ({ do: 'example', key }))
      record.findings.push(...(await runner.run(steps)).findings)
    } else if (chosen.length > 0) {
      await begin(runner)
      await runAll(session, chosen, options)
    }
  }
  const { failureReason = signal.aborted ? endOf(signal) : undefined } = await attempted(runChosen, session)
  const findings = [...record.findings]
  const { observations } = runner
  const seen = { record, findings, observations, notRun: notRunOf(runner, ledger ? chosen : []) }
  const isOver = failureReason !== undefined || !ledger || (only !== undefined && isExample(only))
  if (isOver || (only === undefined && neverDone(operationResults(record, mode)) !== undefined))
    return { ...seen, ...defined({ failureReason }) }
  return { ...seen, ...(await runSequences(session, findings, options)) }
}

async function runAll(
  { runner, notes }: ProviderSession,
  chosen: readonly Example[],
  { onProgress }: VerifyOptions,
): Promise<void> {
  let done = 0
  const total = chosen.length
  onProgress?.({ done, total, key: 'the first posts' })
  await runExamples(chosen, {
    runner,
    onExample: (key) => onProgress?.({ done: ++done, total, key }),
    onOnce: ({ clause, about }) =>
      notes.add(
        `${clause} seemed broken once during concurrent requests (${about}), but not when the same was repeated alone. It does not count.`,
      ),
  })
}

/** Why examples were not run, by key; not where another client has the id of their post. */
function notRunOf({ examples }: SequenceRunner, chosen: readonly Example[]): Checked['notRun'] {
  const notRun = new Map(chosen.map(({ key }) => [key, 'the run ended before it']))
  for (const [key, result] of examples) {
    notRun.delete(key)
    if ('notRun' in result && !result.isTaken) notRun.set(key, result.notRun)
  }
  return notRun
}

/** Runs the fixed sequences, then random ones until one fails; or only the one that the options name. */
async function runSequences(
  session: ProviderSession,
  findings: Finding[],
  options: VerifyOptions,
): Promise<Pick<Checked, 'sequences' | 'failureReason'>> {
  const { client, runner, clock, end } = session
  const { seed = randomInt(seeds), budget = usualBudget, only, onProgress } = options
  const { failure, sequences, lost } = await searchSequences({
    ...session,
    seed,
    ...defined({ only: only === undefined ? undefined : sequenceNumber(only) }),
    budget: Math.min(budget, Math.max(0, end - clock.now()) * 0.9),
    onProgress({ isFailing, left }) {
      const key = isFailing ? 'a sequence failed; shrinking it' : 'sequences'
      onProgress?.({ done: runner.sequences, total: runner.sequences, key, left })
    },
  })
  const ended = lost === undefined ? {} : { failureReason: failureReasonOf(lost, session) }
  if (!failure) return { sequences: { seed, sequences }, ...ended }
  const { steps: _steps, findings: found, ...shown } = failure
  findings.push(...found.slice(0, 1).map((finding) => ({ ...finding, shownBy: failure.key })))
  const flags = `--only ${failure.key}${isDrawn(failure.key) ? ` --seed ${seed}` : ''}`
  const report = {
    ...shown,
    script: scriptOf(failure.trace, client.curl),
    replay: replayCommand(client.url, options, flags),
  }
  return { sequences: { seed, sequences, failure: report }, ...ended }
}
