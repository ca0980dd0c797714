import { differenceOf } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type { Answer, TraceLine } from '../run/trace.ts'
import { clauses } from '../spec/clauses.ts'
import type { Exchange, SentRequest } from '../spec/exchange.ts'
import { asList, isObject } from '../spec/post-text.ts'
import { isExample } from '../verify/replay.ts'
import type { ClauseResult, SequenceReport, VerifyResult } from '../verify/result.ts'
import { type Block, type Line, paragraph, type Section, toned } from './block.ts'
import { clip, plural, sentence } from './text.ts'

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
  const head = [toned(isAccepted ? 'warn' : 'bad', '✗'), ' ', toned('strong', clause)]
  // The first has the most ordinary evidence.
  const [finding, ...others] = findings
  if (!finding) return { heading: [...head, `  ${statement}`], id: clause, blocks: [] }
  if (isAccepted && !isVerbose)
    return {
      heading: [...head, `  accepted: ${sentence(finding.about)}.`],
      id: clause,
      blocks: [],
    }
  const room = shown[isVerbose ? 'verbose' : 'brief']
  const sequence = sequenceOf(finding, result)
  const lines = sequence
    ? traceLines(sequence, room)
    : finding.exchanges.flatMap((each) => exchangeLines(each, room))
  const where = sequence ? `${finding.shownBy}; ${kindText(sequence)}` : finding.shownBy
  const difference = finding.difference ?? differenceOf(finding.expected, finding.actual)
  const rest = [
    ...(difference === undefined ? [] : [difference]),
    ...(alsoSeenAs.length > 0 ? [`also seen as ${alsoSeenAs.join(', ')}`] : []),
    ...(others.length + more > 0 ? [`${plural(others.length + more, 'more finding')} of this clause`] : []),
  ]
  return {
    heading: [...head, `  ${statement}`],
    id: clause,
    blocks: [
      paragraph([toned('faint', `The document: "${words}"`)]),
      paragraph([`${sentence(finding.about)} `, toned('faint', `[${where}]`)]),
      { kind: 'lines', lines: [...lines, ...comparedLines(finding, room)] },
      ...repeatBlocks(finding, sequence, isVerbose),
      { kind: 'code', label: 'replay', code: replayOf(finding, sequence, result.command) },
      ...(rest.length > 0 ? [paragraph([toned('faint', rest.join('; '))])] : []),
    ],
  }
}

/** A request and its reply as lines. @param room how much of a body is shown, in characters. */
function exchangeLines({ request, reply }: Exchange, room: number): Line[] {
  const cut = reply.cut === undefined ? '' : ` (${reply.cut})`
  const body = reply.body === '' ? 'no body' : (listText(reply.body, room) ?? clip(reply.body, room))
  return [
    { label: toned('faint', '→'), text: requestText(request, room) },
    { label: toned('faint', '←'), text: reply.status === 0 ? 'no answer' : `${reply.status} ${body}${cut}` },
  ]
}

function requestText({ method, path, body }: SentRequest, room: number): string {
  return `${method} ${path}${body === undefined ? '' : ` ${clip(body, room)}`}`
}

/** A long list as the number of its posts and their ids; undefined for other bodies. */
function listText(body: string, room: number): string | undefined {
  const items = body.length > room ? asList(body) : undefined
  if (!items?.every(isObject) || items.length === 0) return undefined
  return `${plural(items.length, 'post')}, ${clip(`id ${items.map(({ id }) => String(id)).join(', ')}`, room)}`
}

/** The expected and the actual text; in quotes where blanks at an end would not be seen. */
function comparedLines({ expected, actual }: Finding, room: number): Line[] {
  const told = (text: string) => {
    const clipped = clip(text, room)
    return /^\s|\s$/.test(text) ? `"${clipped}"` : clipped || '(empty)'
  }
  return [
    { label: toned('good', '- expected'), text: told(expected) },
    { label: toned('bad', '+ actual  '), text: told(actual) },
  ]
}

/** The commands that repeat a finding by hand; those of a sequence are long. */
function repeatBlocks(
  { repeat }: Finding,
  sequence: SequenceReport | undefined,
  isVerbose: boolean,
): Block[] {
  const code = sequence ? sequence.script.join('\n') : repeat
  if (code === undefined || (sequence && !isVerbose)) return []
  return [{ kind: 'code', label: 'repeat', code }]
}

/** The command that shows a finding again: it runs only the example or the sequence, where one shows it alone. */
function replayOf({ shownBy }: Finding, sequence: SequenceReport | undefined, command: string): string {
  if (sequence) return sequence.replay
  const [key = ''] = shownBy.split(',')
  if (isExample(key)) return `${command} --only ${key}`
  return `${command} --budget 0`
}

/** How reliably a sequence fails. */
export function kindText({ kind, runs, shown, window = 0 }: SequenceReport): string {
  if (kind === 'late')
    return `late: right after ${(window / 1000).toFixed(1)} s; --settle ${Math.ceil(window / 500) * 500} waits for it`
  if (kind === 'deterministic') return `${runs} of ${runs} times`
  return `flaky: ${shown} of ${runs} times`
}

/** How many of the last requests of a sequence are shown. */
const longestTrace = 8

/** The last requests of a failing sequence, with both replies where they differ. */
export function traceLines({ trace }: SequenceReport, room: number): Line[] {
  const before = trace.slice(0, -longestTrace).reduce((sum, { times }) => sum + times, 0)
  const left = { label: toned('faint', '…'), text: `after ${plural(before, 'request')}` }
  return [
    ...(before > 0 ? [left] : []),
    ...trace.slice(-longestTrace).flatMap((line) => moveLines(line, room)),
  ]
}

function moveLines({ times, request, provider, mock, isSame, isAtOnce }: TraceLine, room: number): Line[] {
  const when = isAtOnce ? 'at once ' : ''
  const often = times > 1 ? `${times} × ` : ''
  const sent = { label: toned('faint', '→'), text: `${when}${often}${requestText(request, room)}` }
  if (isSame) return [sent, { label: toned('faint', '←'), text: answerText(provider, room) }]
  return [
    sent,
    { label: toned('bad', '← provider'), text: answerText(provider, room) },
    { label: toned('good', '← mock    '), text: answerText(mock, room) },
  ]
}

function answerText({ status, body, posts }: Answer, room: number): string {
  if (posts === undefined) return `${status} ${body === '' ? 'no body' : clip(body, room)}`
  const odd = body === '[]' ? '' : `, among them ${clip(body.slice(1, -1), room)}`
  return `${status} ${plural(posts, 'post')}${odd}`
}
