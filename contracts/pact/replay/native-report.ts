import { stripVTControlCharacters } from 'node:util'

export interface NativeVerdict {
  readonly verdict: 'ok' | 'mismatch' | 'error'
  /** Pact's mismatches as sentences, or its error. */
  readonly messages: readonly string[]
}

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

/** Reads Pact's report on one file: its verdicts by interaction key. */
export function readNativeReport(text: string): Map<string, NativeVerdict> {
  const { interactionResults = [] } = JSON.parse(text) as { interactionResults?: InteractionReport[] }
  return new Map(interactionResults.map((result) => [result.interactionKey, verdictOf(result)]))
}

function verdictOf({ result, mismatch }: InteractionReport): NativeVerdict {
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
