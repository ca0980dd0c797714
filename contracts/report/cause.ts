import { isObject } from '../../handlers/model/json.ts'
import type { Finding, Race, RaceOperation } from '../judge/finding.ts'
import type { TracedReply, TraceLine } from '../run/trace.ts'
import { clauses } from '../scenarios/clauses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import { asList } from '../scenarios/post-text.ts'
import { isExample } from '../verify/replay-command.ts'
import type { ClauseResult, SequenceReport, VerifyResult } from '../verify/result.ts'
import {
  type Block,
  clip,
  type Labelled,
  paragraph,
  plural,
  type Section,
  type Tone,
  toned,
} from './block.ts'

/** The broken clauses of a result, those with most findings first. */
export function brokenClauses({ clauses }: VerifyResult): ClauseResult[] {
  const weightOf = ({ findings, more = 0, alsoSeenAs = [] }: ClauseResult) =>
    findings.length + more + alsoSeenAs.length
  return clauses
    .filter(({ verdict }) => verdict === 'broken')
    .toSorted((one, other) => weightOf(other) - weightOf(one))
}

/** The failing sequence that a finding is from. */
export function sequenceOf({ shownBy }: Finding, { sequences }: VerifyResult): SequenceReport | undefined {
  const failure = sequences?.failure
  return failure && shownBy === failure.key ? failure : undefined
}

/** How much of a body or a text is shown, in characters. */
const shown = { brief: 120, verbose: 600 }

/** A broken clause: what the document says, what was sent and answered, and how to repeat it. */
export function causeSection(broken: ClauseResult, result: VerifyResult, isVerbose: boolean): Section {
  const { clause, findings, more = 0, alsoSeenAs = [] } = broken
  const { statement, words } = clauses[clause]
  const isAccepted = result.mode.accepted.includes(clause)
  // The first has the most ordinary evidence.
  const [finding, ...others] = findings
  const isBrief = isAccepted && !isVerbose
  const text = isBrief && finding ? `accepted: ${sentence(finding.about)}.` : statement
  const heading = [toned(isAccepted ? 'warn' : 'bad', '✗'), ' ', toned('strong', clause), `  ${text}`]
  if (isBrief || !finding) return { heading, id: clause, blocks: [] }
  const room = shown[isVerbose ? 'verbose' : 'brief']
  const sequence = sequenceOf(finding, result)
  const lines = traceLines(sequence?.trace ?? finding.exchanges, room)
  const where = sequence ? `${finding.shownBy}; ${oftenText(sequence)}` : finding.shownBy
  const rest = [
    finding.difference,
    alsoSeenAs.length > 0 && `also seen as ${alsoSeenAs.join(', ')}`,
    others.length + more > 0 && `${plural(others.length + more, 'more finding')} of this clause`,
  ].filter((text) => typeof text === 'string')
  return {
    heading,
    id: clause,
    blocks: [
      paragraph([toned('faint', `The document: "${words}"`)]),
      paragraph([`${sentence(finding.about)} `, toned('faint', `[${where}]`)]),
      { kind: 'lines', lines: [...lines, ...comparedLines(finding, room)] },
      ...(finding.race ? [{ kind: 'lines', lines: raceLines(finding.race, room) } as const] : []),
      ...commands(finding, result, isVerbose),
      ...(rest.length > 0 ? [paragraph([toned('faint', rest.join('; '))])] : []),
    ],
  }
}

/** Capitalizes a text. */
function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}

function line(label: string, text: string, tone: Tone = 'faint'): Labelled {
  return { label: toned(tone, label), text }
}

/** A request, or several in sequence, and the reply. */
interface Shown extends Partial<Pick<TraceLine, 'times' | 'isAtOnce'>> {
  readonly request: SentRequest
  readonly reply: TracedReply & Pick<ReceivedReply, 'cut'>
}

/** The lines of a request and its reply. @param room how much of a body is shown, in characters. */
function exchangeLines({ request, reply, times = 1, isAtOnce = false }: Shown, room: number): Labelled[] {
  const { method, path, body } = request
  const often = `${isAtOnce ? 'at once ' : ''}${times > 1 ? `${times} × ` : ''}`
  const sent = body === undefined ? '' : ` ${clip(body, room)}`
  return [line('→', `${often}${method} ${path}${sent}`), line('←', replyText(reply, room))]
}

/** A reply; of a long list the number of its posts and their ids. */
function replyText({ status, body, posts, cut }: Shown['reply'], room: number): string {
  if (status === 0) return 'no whole answer'
  if (posts !== undefined) return `${status} ${plural(posts, 'post')} of this run ${clip(body, room)}`
  const items = (body.length > room && asList(body)) || []
  const ids = items.filter(isObject).map(({ id }) => String(id))
  const isListed = ids.length > 0 && ids.length === items.length
  const text = isListed ? `${plural(ids.length, 'post')}, id ${ids.join(', ')}` : body || 'no body'
  return `${status} ${clip(text, room)}${cut === undefined ? '' : ` (${cut})`}`
}

/** The expected and the actual text; in quotes where blanks at an end would not be seen. */
function comparedLines({ expected, actual }: Finding, room: number): Labelled[] {
  const told = (text: string) => {
    const clipped = clip(text, room)
    return /^\s|\s$/.test(text) ? `"${clipped}"` : clipped || '(empty)'
  }
  return [line('- expected', told(expected), 'good'), line('+ actual  ', told(actual), 'bad')]
}

/** The longest order of concurrent requests that fits, and the request that fits nowhere after it. */
function raceLines({ operations, order, misfit }: Race, room: number): Labelled[] {
  const told = ({ client, request, status, shown, call, return: end }: RaceOperation) =>
    `${request.method} ${request.path} by client ${client}, ${call} to ${end ?? '…'} ms: ${status} ${clip(shown, room)}`
  const all = [...order, misfit].flatMap((at) => operations[at] ?? [])
  return all.map((each, at) =>
    each.fits ? line(`${at + 1}.`, told(each)) : line('✗ ', `${told(each)} fits nowhere after them`, 'bad'),
  )
}

/**
 * What repeats a finding by hand, and the command that shows it again: it runs only the example or the sequence, where
 * one shows it alone. The script of a sequence is long.
 */
function commands(finding: Finding, result: VerifyResult, isVerbose: boolean): Block[] {
  const sequence = sequenceOf(finding, result)
  const repeat = sequence ? isVerbose && sequence.script.join('\n') : finding.repeat
  const only = isExample(finding.shownBy) ? `--only ${finding.shownBy}` : '--budget 0'
  return [
    ...(repeat ? [{ kind: 'code', label: 'repeat', code: repeat } as const] : []),
    { kind: 'code', label: 'replay', code: sequence?.replay ?? `${result.command} ${only}` },
  ]
}

/** How reliably a sequence fails. */
function oftenText({ runs, shown }: SequenceReport): string {
  return `${shown < runs ? 'flaky: ' : ''}${shown} of ${runs} times`
}

/** How many of the last requests are shown. */
const longestTrace = 8

/** The last requests of what shows a finding. */
function traceLines(trace: readonly Shown[], room: number): Labelled[] {
  const before = trace.slice(0, -longestTrace).reduce((sum, { times = 1 }) => sum + times, 0)
  return [
    ...(before > 0 ? [line('…', `after ${plural(before, 'request')}`)] : []),
    ...trace.slice(-longestTrace).flatMap((each) => exchangeLines(each, room)),
  ]
}
