import type { ContractKind } from '../interaction.ts'
import { outsidePact } from '../outside-pact.ts'
import type { InteractionRun } from './interaction-queue.ts'
import type { NativeVerdict } from './native-report.ts'
import type { VerifyReports } from './verifier-process.ts'

/** What Pact's own verifier said of one interaction. */
export interface NativeResult extends NativeVerdict {
  readonly contract: ContractKind
  readonly key: string
  /** Why the interaction's states could not be set up. */
  readonly setUpFailure?: string
}

/** What Pact said of the interactions of each contract, and why it did not say all. */
export interface NativeVerdicts {
  readonly verdicts: ReadonlyMap<ContractKind, ReadonlyMap<string, NativeVerdict>>
  readonly failure: string | undefined
}

/** Reads the reports on the contracts, which stand in the same order. */
export function readVerdicts(
  contracts: readonly ContractKind[],
  { reports, failure }: VerifyReports,
): NativeVerdicts {
  const verdicts = new Map(
    reports.map((verdicts, index) => [contracts[index] as ContractKind, new Map(verdicts)]),
  )
  return { verdicts, failure }
}

/** Asks whether an interaction stands in the Pact file. */
export function isForPact({ interaction }: InteractionRun): boolean {
  return outsidePact(interaction.request) === undefined
}

/**
 * What counts as Pact's verdict on an interaction. Pact alone is not believed: an interaction that it did not judge, or
 * found right without a request that passed the tap, is an error.
 */
export function nativeResult(
  interactionRun: InteractionRun,
  { verdicts, failure }: NativeVerdicts,
): NativeResult {
  const { contract, interaction, setUpFailure, unanswered, exchange } = interactionRun
  const subject = { contract, key: interaction.key }
  const error = (...messages: string[]): NativeResult => ({ ...subject, verdict: 'error', messages })
  if (setUpFailure !== undefined) return { ...error(), setUpFailure }
  if (unanswered !== undefined) return error(`the provider gave no reply: ${unanswered.message}`)
  const said = verdicts.get(contract)?.get(interaction.key)
  if (!said) return error(`Pact did not judge it${failure === undefined ? '' : `: ${failure}`}`)
  if (said.verdict === 'ok' && !exchange) return error('Pact found it right, but sent no request')
  return { ...subject, ...said }
}
