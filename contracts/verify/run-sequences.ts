import { randomInt } from 'node:crypto'
import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import { seeds } from '../../handlers/model/random.ts'
import type { Attempts } from '../judge/attempts.ts'
import type { Finding } from '../judge/finding.ts'
import type { TakenTexts } from '../model/taken-texts.ts'
import { scriptOf } from '../run/commands.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import type { SequenceFailure } from '../run/search.ts'
import { searchSequences } from '../run/search.ts'
import { sequenceName } from '../run/trace.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { ProviderClient } from '../wire/client.ts'
import { failureReasonOf } from '../wire/failure-reason-of.ts'
import { isDrawn, onlyOf, replayCommand } from './replay.ts'
import type { SequenceReport, SequencesResult } from './result.ts'
import { usualBudget, type VerifyOptions } from './verify-options.ts'

export interface SequencesOutcome {
  readonly result: SequencesResult
  readonly observations: ReadonlyMap<ClauseId, number>
  readonly attempts: Attempts
  readonly findings: readonly Finding[]
  /** Why they ended early. */
  readonly failureReason?: string
}

/** @param taken the texts that the provider accepted before. */
export async function runSequences(
  session: ProviderSession,
  profile: Profile,
  taken: TakenTexts,
  options: VerifyOptions,
): Promise<SequencesOutcome> {
  const { client, ending, signal, clock, concurrency, waiting } = session
  const { seed = randomInt(seeds), budget = usualBudget, without = [], onProgress } = options
  const only = onlyOf(options)
  const path = only && 'path' in only ? only.path : undefined
  const started = performance.now()
  const found = await searchSequences({
    runner: session.newRunner({ without, taken }),
    profile,
    waiting,
    clock,
    concurrency,
    seed,
    ...defined({ path }),
    budget: Math.min(budget, ending.timeLeft * 0.9),
    onProgress: ({ sequences, isFailing, left }) =>
      onProgress?.({
        done: sequences,
        total: sequences,
        key: isFailing ? 'a sequence failed; shrinking it' : 'sequences',
        left,
      }),
  })
  const { failure, sequences, steps, moves, looks, width, observations, attempts, lost } = found
  const result: SequencesResult = {
    seed,
    sequences,
    steps,
    requests: moves,
    looks,
    atOnce: width,
    duration: Math.round(performance.now() - started),
    ...(failure ? { failure: reportOf(failure, client, options, seed) } : {}),
  }
  const [finding] = failure?.findings ?? []
  return {
    result,
    observations,
    attempts,
    findings: finding ? [{ ...finding, shownBy: sequenceName(failure?.path ?? '') }] : [],
    ...(lost === undefined ? {} : { failureReason: failureReasonOf(lost, { client, signal }) }),
  }
}

function reportOf(
  { steps: _steps, findings: _findings, ...failure }: SequenceFailure,
  client: ProviderClient,
  options: VerifyOptions,
  seed: number,
): SequenceReport {
  return {
    ...failure,
    script: scriptOf(failure.trace, client.curl),
    replay: replayCommand(
      client.url,
      options,
      `--only ${sequenceName(failure.path)}${isDrawn(failure.path) ? ` --seed ${seed}` : ''}`,
    ),
  }
}
