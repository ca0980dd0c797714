import { randomInt } from 'node:crypto'
import type { ClauseId } from '../clauses.ts'
import type { Patience } from '../patience.ts'
import { searchSequences } from '../sequences/search.ts'
import { ProviderUnreachable } from './client/provider-unreachable.ts'
import type { ProviderClient } from './client.ts'
import type { Ledger } from './ledger.ts'
import type { Finding, SequencesResult } from './result.ts'
import type { SequenceOptions, VerifyOptions } from './verify-options.ts'
import { withoutSecrets } from './without-secrets.ts'

/** What the sequences of a run came to. */
export interface SequencesOutcome {
  readonly result: SequencesResult
  readonly judged: ReadonlySet<ClauseId>
  readonly findings: readonly Finding[]
  /** Why they came to no end. */
  readonly obstacle?: string
}

/** What sequences are played with, unless told otherwise. */
const usual = { runs: 400, budget: 20_000, gentle: false } as const satisfies SequenceOptions
const seeds = 2 ** 31

/** Plays sequences at the provider of a run, with the run's ledger, patience and manners. */
export async function playSequences(
  client: ProviderClient,
  ledger: Ledger,
  options: VerifyOptions,
  patience: Patience,
  signal: AbortSignal,
): Promise<SequencesOutcome> {
  const { seed = randomInt(seeds), path, runs = usual.runs, budget = usual.budget } = options
  const started = performance.now()
  const before = client.requests
  const about = (sequences: number, steps: number): SequencesResult => ({
    seed,
    sequences,
    steps,
    requests: client.requests - before,
    duration: Math.round(performance.now() - started),
  })
  try {
    const found = await searchSequences({
      send: async (request) => withoutSecrets(await client.send(request), client.redact),
      nextTitle: ledger.nextTitle,
      witness: ledger,
      marker: ledger.marker,
      patience,
      seed,
      ...(path === undefined ? {} : { path }),
      runs,
      budget,
      gentle: options.gentle ?? usual.gentle,
      signal,
    })
    const { failure, sequences, steps, judged } = found
    return { result: about(sequences, steps), judged, findings: failure?.findings ?? [] }
  } catch (error) {
    const obstacle = signal.aborted ? 'The run was ended while it played sequences.' : undefined
    if (obstacle === undefined && !(error instanceof ProviderUnreachable)) throw error
    const message = obstacle ?? (error as Error).message
    return { result: about(0, 0), judged: new Set(), findings: [], obstacle: message }
  }
}

/** Asks whether a run plays sequences. */
export function hasSequences({ readOnly = false, budget = usual.budget, runs = usual.runs }: VerifyOptions) {
  return !readOnly && budget > 0 && runs > 0
}
