import type { ContractKind } from '../interaction.ts'
import { outsidePact } from '../outside-pact.ts'
import type { InteractionRun } from './interaction-queue.ts'
import type { NativeVerdict } from './native-report.ts'
import type { VerifyReports } from './verifier-process.ts'

/** The verdict of Pact's verifier on one interaction. */
export interface NativeResult extends NativeVerdict {
  readonly contract: ContractKind
  readonly key: string
  /** Why the interaction's states could not be set up. */
  readonly setUpFailure?: string
}

/** Pact's verdicts by contract and key, and why some are missing. */
export interface NativeVerdicts {
  readonly verdicts: ReadonlyMap<ContractKind, ReadonlyMap<string, NativeVerdict>>
  readonly failure: string | undefined
}

/** Reads the reports on the contracts, in the same order. */
export function readVerdicts(
  contracts: readonly ContractKind[],
  { reports, failure }: VerifyReports,
): NativeVerdicts {
  const verdicts = new Map(
    reports.map((verdicts, index) => [contracts[index] as ContractKind, new Map(verdicts)]),
  )
  return { verdicts, failure }
}

/** Whether Pact can send an interaction. */
export function isForPact({ interaction }: InteractionRun): boolean {
  return outsidePact(interaction.request) === undefined
}

/**
 * Pact's verdict on an interaction; an error where Pact did not judge it, or accepted it without sending its request.
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
  if (said.verdict === 'ok' && !exchange) return error('Pact accepted it, but sent no request')
  return { ...subject, ...said }
}
