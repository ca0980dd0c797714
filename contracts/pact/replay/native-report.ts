import { stripVTControlCharacters } from 'node:util'
import type { ContractKind } from '../interaction.ts'
import type { InteractionRun } from './interaction-queue.ts'

/** The verdict of Pact's verifier on one interaction. */
export interface NativeResult {
  readonly contract: ContractKind
  readonly key: string
  readonly verdict: 'ok' | 'mismatch' | 'error'
  /** Pact's mismatches as sentences, or its error. */
  readonly messages: readonly string[]
  /** Why the interaction's states could not be set up. */
  readonly setUpFailure?: string
}

type Verdict = Pick<NativeResult, 'verdict' | 'messages'>

interface Mismatch {
  readonly type: string
  readonly mismatch: string
  readonly actual?: unknown
  /** For a body, the place in it. */
  readonly path?: string
  /** For a header, its name. */
  readonly key?: string
}

interface InteractionReport {
  readonly interactionKey: string
  readonly result: string
  readonly mismatch?:
    | { readonly type: 'mismatches'; readonly mismatches: readonly Mismatch[] }
    | { readonly type: 'error'; readonly message: string }
}

/** The limits of a sentence, in characters, and of the sentences for one interaction. */
const longest = 300
const mostSentences = 20

/** Reads Pact's report on the file of a contract. */
export function readNativeReport(contract: ContractKind, text: string): NativeResult[] {
  const { interactionResults = [] } = JSON.parse(text) as { interactionResults?: InteractionReport[] }
  return interactionResults.map((report) => ({
    contract,
    key: report.interactionKey,
    ...verdictOf(report),
  }))
}

/**
 * The result of an interaction: an error where Pact did not judge it, or accepted it without sending its request.
 *
 * @param failure why verdicts are missing.
 */
export function nativeResult(
  { contract, interaction: { key }, setUpFailure, unanswered, exchange }: InteractionRun,
  verdicts: readonly NativeResult[],
  failure?: string,
): NativeResult {
  const error = (...messages: string[]): NativeResult => ({ contract, key, verdict: 'error', messages })
  if (setUpFailure !== undefined) return { ...error(), setUpFailure }
  if (unanswered !== undefined) return error(`the provider gave no reply: ${unanswered.message}`)
  const said = verdicts.find((each) => each.contract === contract && each.key === key)
  if (!said) return error(`Pact did not judge it${failure === undefined ? '' : `: ${failure}`}`)
  if (said.verdict === 'ok' && !exchange) return error('Pact accepted it, but sent no request')
  return said
}

function verdictOf({ result, mismatch }: InteractionReport): Verdict {
  if (result === 'OK') return { verdict: 'ok', messages: [] }
  if (mismatch?.type === 'mismatches') {
    return { verdict: 'mismatch', messages: sentences(mismatch.mismatches) }
  }
  return { verdict: 'error', messages: [brief(mismatch?.message ?? 'Pact gave no reason')] }
}

/** Joins the mismatches of a status with several permitted kinds. */
function sentences(mismatches: readonly Mismatch[]): string[] {
  const ofStatus = mismatches.filter(({ type }) => type === 'StatusMismatch')
  const kinds = ofStatus.flatMap(({ mismatch }) => mismatch.match(/ to be an? (.+)$/)?.[1] ?? [])
  const others = mismatches
    .filter((one) => kinds.length < 2 || !ofStatus.includes(one))
    .slice(0, mostSentences)
    .map(sentence)
  return kinds.length < 2
    ? others
    : [`status: expected ${kinds.join(' or ')} but was ${ofStatus[0]?.actual}`, ...others]
}

function sentence({ type, mismatch, path, key }: Mismatch): string {
  const text = brief(mismatch)
  if (type === 'StatusMismatch') return `status: ${text}`
  if (type === 'HeaderMismatch')
    return `header ${key}: ${text.replace(/^Mismatch with header '[^']*': /, '')}`
  return path === undefined || path === '$' || path === '/'
    ? `body: ${text}`
    : `body at ${brief(path)}: ${text}`
}

/** One line without control characters: a mismatch quotes the provider's reply. */
function brief(text: string): string {
  const line = stripVTControlCharacters(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
