import { randomInt } from 'node:crypto'
import { defined } from '../../handlers/model/defined.ts'
import { seeds } from '../../handlers/model/random.ts'
import type { Finding } from '../judge/finding.ts'
import { scriptOf } from '../run/commands.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import { type SequenceFailure, searchSequences } from '../run/search.ts'
import type { SequenceRunner } from '../run/sequence-runner.ts'
import { failureReasonOf } from '../wire/failure.ts'
import { isDrawn, onlyOf, replayCommand } from './replay.ts'
import type { SequenceReport, SequencesResult } from './result.ts'
import { usualBudget, type VerifyOptions } from './verify-options.ts'

interface SequencesOutcome {
  readonly result: SequencesResult
  readonly findings: readonly Finding[]
  /** Why they ended early. */
  readonly failureReason?: string
}

/** Runs the fixed sequences, then random ones until one fails; or only the one that the options name. */
export async function runSequences(
  session: ProviderSession,
  runner: SequenceRunner,
  options: VerifyOptions,
): Promise<SequencesOutcome> {
  const { ending } = session
  const { seed = randomInt(seeds), budget = usualBudget, onProgress } = options
  const only = onlyOf(options)
  const { failure, sequences, lost } = await searchSequences({
    ...session,
    pace: session.client.pace,
    runner,
    seed,
    ...(only && 'sequence' in only ? { only: only.sequence } : {}),
    budget: Math.min(budget, ending.timeLeft * 0.9),
    onProgress({ isFailing, left }) {
      const key = isFailing ? 'a sequence failed; shrinking it' : 'sequences'
      onProgress?.({ done: runner.sequences, total: runner.sequences, key, left })
    },
  })
  const report = failure && reportOf(failure, session, options, seed)
  const [finding] = failure?.findings ?? []
  return {
    result: { seed, sequences, ...defined({ failure: report }) },
    findings: failure && finding ? [{ ...finding, shownBy: failure.key }] : [],
    ...(lost === undefined ? {} : { failureReason: failureReasonOf(lost, session) }),
  }
}

function reportOf(
  { steps: _steps, findings: _findings, ...failure }: SequenceFailure,
  { client }: ProviderSession,
  options: VerifyOptions,
  seed: number,
): SequenceReport {
  const only = `--only ${failure.key}${isDrawn(failure.key) ? ` --seed ${seed}` : ''}`
  return {
    ...failure,
    script: scriptOf(failure.trace, client.curl),
    replay: replayCommand(client.url, options, only),
  }
}
