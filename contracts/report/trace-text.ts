import type { Answer, ClientMoment, TraceLine } from '../run/trace.ts'
import type { SequenceReport } from '../verify/result.ts'
import { clip, type Paragraph, plural, wrapped } from './layout.ts'
import { type Style, unstyled } from './style.ts'

/** How many of the last lines of a trace are shown. */
const longest = 8

/** How much of a body is shown, in characters. */
const shown = 64

/** The trace of a failing sequence: a line for each request, three where the replies differ. */
export function traceLines({ trace }: SequenceReport, style: Style): Paragraph[] {
  const left = trace.slice(0, -longest)
  const before = left.reduce((sum, { times }) => sum + times, 0)
  return [
    ...(left.length > 0 ? [{ indent: 2, text: style('faint', `… after ${plural(before, 'request')}`) }] : []),
    ...trace.slice(-longest).flatMap((line) => lineText(line, style)),
  ]
}

export function traceText(report: SequenceReport): string {
  return wrapped(traceLines(report, unstyled), 100)
}

/** How reliably it fails. */
export function kindText({ kind, runs, shown, window = 0, amid }: SequenceReport): string {
  if (kind === 'late')
    return `late: right after ${(window / 1000).toFixed(1)} s; --settle ${Math.ceil(window / 500) * 500} waits for it`
  if (kind === 'deterministic') return `${runs} of ${runs} times`
  const when = amid === undefined ? '' : `, and only during ${amid} concurrent sequences`
  return `flaky: ${shown} of ${runs} times${when}`
}

/** The commands that reproduce a sequence. */
export function repetitionText({ script, replay }: SequenceReport): string {
  return ['by hand', ...script.map((line) => `  ${line}`), `replay   ${replay}`].join('\n')
}

/** The client, and a bar from the request to its reply. */
export function momentText({ client, sent, answered }: ClientMoment): string {
  return `client ${client} ${'.'.repeat(sent - 1)}|${'-'.repeat(answered - sent - 1)}|`
}

function lineText(
  { step, times, request, provider, mock, isSame, isAtOnce, moment }: TraceLine,
  style: Style,
): Paragraph[] {
  const sent = request.body === undefined ? '' : ` ${clip(request.body, shown)}`
  const often = times > 1 ? `${times} × ` : ''
  const label = style('faint', `${step}${moment ? ` ${momentText(moment)}` : isAtOnce ? ' at once' : ''}`)
  const text = `${often}${request.method} ${request.path}${sent}`
  if (isSame) return [{ indent: 2, label, text: `${text} ${style('faint', `→ ${answerText(provider)}`)}` }]
  return [
    { indent: 2, label, text },
    { indent: 5, label: style('bad', 'provider'), text: answerText(provider) },
    { indent: 5, label: style('good', 'mock    '), text: answerText(mock) },
  ]
}

function answerText({ status, body, posts }: Answer): string {
  if (posts === undefined) return `${status} ${body === '' ? 'no body' : clip(body, shown)}`
  const odd = body === '[]' ? '' : `, among them ${clip(body.slice(1, -1), shown)}`
  return `${status} ${plural(posts, 'post')}${odd}`
}
