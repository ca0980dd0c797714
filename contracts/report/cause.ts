import { isObject } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import { unicodeEscape } from '../../handlers/model/visible.ts'
import type { Finding, ShownExchange } from '../judge/finding.ts'
import { clauses } from '../scenarios/clauses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import { asList } from '../scenarios/post-text.ts'
import type { ClauseResult, VerifyResult } from '../verify/result.ts'
import { type Block, clip, type ExchangeRow, paragraph, plural, type Section, toned } from './block.ts'

/** The broken clauses of a result, those with most findings first. */
export function brokenClauses({ clauses }: VerifyResult): ClauseResult[] {
  const weightOf = ({ findings, more = 0, alsoSeenAs = [] }: ClauseResult) =>
    findings.length + more + alsoSeenAs.length
  return clauses
    .filter(({ verdict }) => verdict === 'broken')
    .toSorted((one, other) => weightOf(other) - weightOf(one))
}

/** How much of a body or a text is shown, in characters. */
const rooms = { brief: 120, verbose: 600 }

/** A broken clause: what went wrong, what the document says, what was sent and answered, and how to repeat it. */
export function causeSection(broken: ClauseResult, result: VerifyResult, isVerbose: boolean): Section {
  const { clause, findings } = broken
  const isAccepted = result.mode.accepted.includes(clause)
  // The first has the most ordinary evidence.
  const [finding] = findings
  const mark = toned(isAccepted ? 'warn' : 'bad', '✗')
  if (!finding || (isAccepted && !isVerbose)) {
    const text = finding ? `accepted: ${sentence(finding.about)}.` : clauses[clause].statement
    return { heading: [mark, ' ', toned('strong', clause), `  ${text}`], id: clause, blocks: [] }
  }
  return {
    heading: [mark, ' ', toned('strong', sentence(finding.about))],
    id: clause,
    tone: isAccepted ? 'warn' : 'bad',
    blocks: [
      paragraph(
        [`the document says "${clauses[clause].words}"`, toned('faint', ` [${finding.shownBy}]`)],
        toned('strong', clause),
      ),
      ...evidenceBlocks(finding, rooms[isVerbose ? 'verbose' : 'brief']),
      ...commands(finding, isVerbose),
      ...moreBlocks(broken, rooms.brief),
    ],
  }
}

/** Capitalizes a text. */
function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}

/** What was sent and answered, and what is wrong with it. @param room how much of a text is shown, in characters. */
function evidenceBlocks(finding: Finding, room: number): Block[] {
  const { expected, actual, difference, exchanges } = finding
  const last = exchanges.slice(-longestTrace)
  const before = exchanges.slice(0, -longestTrace).reduce((sum, { times = 1 }) => sum + times, 0)
  const start = last.find(({ reply }) => reply.at)?.reply.at?.call ?? 0
  const rows = last.map((each) => rowOf(each, room, start))
  return [
    ...(before > 0 ? [paragraph(`after ${plural(before, 'request')}`, toned('faint', '…'))] : []),
    { kind: 'exchanges', rows },
    compared(expected, actual, room),
    ...(difference === undefined ? [] : [paragraph([toned('faint', difference)])]),
  ]
}

/** The other findings of a clause, and the clauses that only seem broken because of it. */
function moreBlocks({ findings, more = 0, alsoSeenAs = [] }: ClauseResult, room: number): Block[] {
  const [, ...others] = findings
  const count = others.length + more
  const rest = [
    alsoSeenAs.length > 0 && `also seen as ${alsoSeenAs.join(', ')}`,
    count > 0 && `${plural(count, 'more finding')} of this clause`,
  ].filter((text) => typeof text === 'string')
  const blocks = others.flatMap((finding) => [
    paragraph([toned('strong', sentence(finding.about)), toned('faint', ` [${finding.shownBy}]`)]),
    ...evidenceBlocks(finding, room),
  ])
  const untold = more > 0 && others.length > 0 ? [paragraph(`${more} more like these.`)] : []
  return rest.length > 0 ? [{ kind: 'more', summary: rest.join('; '), blocks: [...blocks, ...untold] }] : []
}

/** How many of the last requests are shown. */
const longestTrace = 8

/** The headers of a request that most requests do not have, such as the ETag that a browser sends. */
function unusualHeaders({ headers }: SentRequest): string {
  const all = Object.entries(headers).filter(([, value]) => value !== 'application/json')
  return all.map(([name, value]) => ` (${name}: ${value})`).join('')
}

/** @param start the moment of the first request. */
function rowOf(exchange: ShownExchange, room: number, start: number): ExchangeRow {
  const { request, reply, times = 1, atOnce, place } = exchange
  const { method, body = '' } = request
  const { status, at } = reply
  const path = request.path + unusualHeaders(request)
  const since = (moment: number) => Math.round((moment - start) * 10) / 10
  const moments = at ? { at: { call: since(at.call), return: since(at.return) } } : {}
  const received = replyText(reply, room)
  const isAtOnce = atOnce !== undefined
  const told = { sent: clip(body, room), status, received, times, isAtOnce }
  return { method, path, ...told, ...moments, ...defined({ place }) }
}

/** What a reply says; of a long list the number of its posts and their ids. */
function replyText({ status, body, cut }: ReceivedReply, room: number): string {
  if (status === 0) return 'no whole answer'
  const items = (body.length > room && asList(body)) || []
  const ids = items.filter(isObject).map(({ id }) => String(id))
  const isListed = ids.length > 0 && ids.length === items.length
  // JSON has no line feed inside a string.
  const onOneLine = /^\s*[[{]/.test(body) ? body.trim().replaceAll(/\s*\n\s*/g, ' ') : body
  const text = isListed ? `${plural(ids.length, 'post')}, id ${ids.join(', ')}` : onOneLine || 'no body'
  return `${clip(text, room)}${cut === undefined ? '' : ` (${cut})`}`
}

/** Two texts; where they look the same, as JSON in ASCII. */
function compared(expected: string, actual: string, room: number): Block {
  const [should, is] = [expected, actual].map((text) => told(text, room))
  const isAlike = should?.normalize('NFKC') === is?.normalize('NFKC')
  const [one = '', other = ''] = isAlike
    ? [expected, actual].map((text) => inAscii(text, room))
    : [should, is]
  return { kind: 'compared', expected: one, actual: other }
}

function inAscii(text: string, room: number): string {
  return JSON.stringify(text.slice(0, room)).replaceAll(/[^ -~]/g, unicodeEscape)
}

/** A text, cut; in quotes where blanks at an end would not be seen. */
function told(text: string, room: number): string {
  const clipped = clip(text, room)
  return /^\s|\s$/.test(text) ? `"${clipped}"` : clipped || '(empty)'
}

/** How many lines of a script are shown, --verbose has all; and how long one may be, in characters. */
const longestScript = { lines: 12, line: 3000 }

/** What repeats a finding by hand, unless that is long, and the command that shows it again. */
function commands({ repeat = '', replay }: Finding, isVerbose: boolean): Block[] {
  const lines = repeat.split('\n')
  const isLong = lines.some(({ length }) => length > longestScript.line)
  const isShown = repeat !== '' && !isLong && (isVerbose || lines.length <= longestScript.lines)
  return [
    ...(isShown ? [{ kind: 'code', label: 'repeat', code: repeat } as const] : []),
    ...(replay === undefined ? [] : [{ kind: 'code', label: 'replay', code: replay } as const]),
  ]
}
