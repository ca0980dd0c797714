import type { Answer, TraceLine } from '../sequences/trace.ts'
import type { SequenceReport, SequencesResult } from '../verify/result.ts'
import { clip, plural } from './layout.ts'
import type { Style } from './style.ts'

/** Of a long trace the end is shown: what came before could not be left out, and says little. */
const longest = 12

/** The trace of a sequence that shows a fault: what was sent, and what both sides answered. */
export function traceText(report: SequenceReport, style: Style): string {
  const { trace } = report
  const left = trace.slice(0, -longest)
  const before = left.reduce((sum, { times }) => sum + times, 0)
  return [
    ...(left.length > 0 ? [style('faint', `… after ${plural(before, 'request')} before`)] : []),
    ...trace.slice(-longest).flatMap((line) => lineText(line, style)),
  ].join('\n')
}

/** How sure it is, in a few words. */
export function kindText({ kind, runs, shown, window = 0, amid }: SequenceReport): string {
  if (kind === 'late')
    return `late: right after ${(window / 1000).toFixed(1)} s, which --settle ${Math.ceil(window / 500) * 500} would wait for`
  if (kind === 'deterministic') return `each of ${runs} times`
  const when = amid === undefined ? '' : `, and only while ${amid} sequences were under way`
  return `flaky: ${shown} of ${runs} times${when}`
}

/** How to see it again: by hand, and by us. */
export function repetitionText({ script, replay }: SequenceReport, style: Style): string {
  return [
    style('faint', 'by hand'),
    ...script.map((line) => `  ${line}`),
    `${style('faint', 'replay')}   ${replay}`,
  ].join('\n')
}

/** What the sequences came to, in a line. */
export function sequencesText({ sequences, steps, requests, looks, atOnce, seed }: SequencesResult): string {
  const width = atOnce > 1 ? `, ${atOnce} at a time` : ''
  return `${plural(sequences, 'sequence')} of ${plural(steps, 'step')}${width}: ${requests} requests, and ${looks} to look what came of them; --seed ${seed} runs them again.`
}

function lineText(
  { step, times, request, provider, mock, isSame, isAtOnce }: TraceLine,
  style: Style,
): string[] {
  const sent = request.body === undefined ? '' : ` ${clip(request.body, 110)}`
  const often = times > 1 ? `${times} × ` : ''
  const head = `${style('faint', `${step}${isAtOnce ? ' at once' : ''}`)}  ${often}${request.method} ${request.path}${sent}`
  if (isSame) return [head, `   ${style('faint', 'both')}      ${answerText(provider)}`]
  return [
    head,
    `   ${style('bad', 'provider')}  ${answerText(provider)}`,
    `   ${style('good', 'mock')}      ${answerText(mock)}`,
  ]
}

function answerText({ status, body, posts }: Answer): string {
  if (posts === undefined) return `${status} ${body === '' ? 'no body' : clip(body, 110)}`
  const odd = body === '[]' ? '' : `, among them ${clip(body.slice(1, -1), 110)}`
  return `${status} ${plural(posts, 'post')}${odd}`
}
