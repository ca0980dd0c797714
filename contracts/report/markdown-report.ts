import { visibleData } from '../../handlers/model/visible.ts'
import { sequenceName } from '../run/trace.ts'
import { clauses } from '../spec/clauses.ts'
import type { VerifyResult } from '../verify/result.ts'
import { fit } from './fit.ts'
import { headline } from './headline.ts'
import { baselineText } from './known.ts'
import { choiceText, clip, firstNotes, joinParts } from './layout.ts'
import { sharedReasons } from './not-judged.ts'
import { costText, countsText, profileLines } from './text-report.ts'
import { kindText, traceText } from './trace-text.ts'

const marks = { held: '✅', broken: '❌', differs: '🟠', observed: '👁', 'not judged': '⚪' } as const

/** A verification as Markdown, for a GitHub step summary. */
export function markdownReport(result: VerifyResult): string {
  return fit(visibleData(result), build)
}

function build(result: VerifyResult): string {
  const broken = result.clauses.flatMap(({ findings }) => findings.slice(0, 1))
  const profile = profileLines(result.choices.filter(({ verdict }) => verdict === 'differs'))
  const failure = result.sequences?.failure
  const shared = sharedReasons(result.clauses)
  const parts = [
    `## posts-understudy: ${headline(result).split('\n').map(inert).join('  \n')}`,
    ...broken.map(
      ({ clause, about, expected, actual }) =>
        `**${clause}** ${clauses[clause].statement}\n\n${inert(about)}\n\n${fence('diff', `- ${clip(expected, 300)}\n+ ${clip(actual, 300)}`)}`,
    ),
    result.baseline ? inert(baselineText(result.baseline)) : '',
    failure
      ? `**${sequenceName(failure.path)}** ${inert(kindText(failure))}\n\n${fence('', traceText(failure))}\n\n${fence('sh', [...failure.script, failure.replay].join('\n'))}`
      : '',
    profile.length > 0
      ? `Add these lines to the profile to make the mock answer like the provider:\n\n${fence('json', profile.join(',\n'))}`
      : '',
    ...[...shared.values()].map(inert),
    table(
      ['', 'clause', 'shown by', ''],
      result.clauses.map(({ clause, verdict, shownBy, reason }) => [
        marks[verdict],
        clause,
        shownBy.join(', '),
        reason === undefined || shared.has(reason) ? clauses[clause].statement : reason,
      ]),
    ),
    table(
      ['', 'choice', 'profile', 'provider'],
      result.choices.map(({ choice, verdict, expected, actual, reason }) => [
        marks[verdict],
        choice,
        choiceText(expected),
        reason ?? choiceText(actual),
      ]),
    ),
    ...firstNotes(result.notes).map((note) => `> ${inert(note)}`),
    `${countsText(result)} ${costText(result)}`,
  ]
  return joinParts(parts)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** A table cell: not every Markdown renderer supports an escaped bar. */
function cell(content: string): string {
  return inert(content.replaceAll('|', '\\u{7c}'))
}

/**
 * A text on one line without Markdown: a text that may be a link, a mention, HTML or a formula becomes a code span.
 */
function inert(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').trim()
  if (/^[\p{L}\p{N} .,;:'"(){}/=≠→…✅❌🟠👁⚪-]*$/u.test(line) && !/:\/\/|www\./i.test(line)) return line
  const marks = '`'.repeat(1 + Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length)))
  const room = line.includes('`') ? ' ' : ''
  return `${marks}${room}${line}${room}${marks}`
}

/** A fence longer than any run of backticks inside. */
function fence(language: string, content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${content}\n${marks}`
}
