import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import { clauses } from '../document/clauses.ts'
import { impactOf, says } from '../impact.ts'
import type { Finding } from '../judge/finding.ts'
import type { Difference } from '../sequences/difference.ts'
import { sequenceName } from '../sequences/trace.ts'
import type {
  ChoiceResult,
  ClauseResult,
  SequenceReport,
  SequencesResult,
  VerifyResult,
} from '../verify/result.ts'
import { costText, exchangeText, leftoversText } from './exchange-text.ts'
import { fit } from './fit.ts'
import { alignTable, clip, firstNotes, moreText, plural } from './layout.ts'
import { type Style, unstyled } from './style.ts'
import { kindText, repetitionText, sequencesText, traceText } from './trace-text.ts'

const kindOf = {
  held: 'good',
  broken: 'bad',
  differs: 'warn',
  observed: 'faint',
  'not judged': 'faint',
} as const

/** Some screens of a terminal, in bytes. */
const longestText = 100_000

/**
 * A verification as a text for people: the verdict first, then what is broken and what differs, each so that a
 * reader can repeat it, then the tables.
 *
 * @example
 * process.stdout.write(textReport(await verifyProvider({ url })))
 */
export function textReport(result: VerifyResult, style: Style = unstyled): string {
  return fit(visibleData(result), (fitting) => build(fitting, style), longestText)
}

function build(result: VerifyResult, style: Style): string {
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken')
  const differing = result.choices.filter(({ verdict }) => verdict === 'differs')
  // What a run did not come to was not judged for one reason, and tables would say so sixty times more.
  const cameTo = <Each extends { readonly verdict: string }>(results: readonly Each[]) =>
    result.failureReason === undefined ? results : results.filter(({ verdict }) => verdict !== 'not judged')
  const tables =
    result.verdict === 'not judged' && !result.clauses.some(({ verdict }) => verdict === 'held')
      ? []
      : [clauseTable(cameTo(result.clauses), style), choiceTable(cameTo(result.choices), style)]
  const parts = [
    headline(result, style),
    ...broken.map((clause) => brokenClause(clause, result.sequences, style)),
    differing.length > 0 ? differences(result, differing, style) : '',
    ...tables,
    leftoversText(result.leftovers, style),
    ...(result.sequences?.differences ?? []).map((difference) => unanswered(difference, style)),
    ...firstNotes(result.notes).map((note) => `${style('faint', 'note')}  ${note}`),
    [...(result.sequences ? [sequencesText(result.sequences)] : []), costText(result)].join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** The verdict in one line. */
export function headline(
  { verdict, clauses, choices, url, failureReason, mode }: VerifyResult,
  style: Style = unstyled,
): string {
  const count = (wanted: string) => [...clauses, ...choices].filter((each) => each.verdict === wanted).length
  const where = style('strong', url)
  const part = leftOutText(mode)
  switch (verdict) {
    case 'held': {
      const what = mode.documentOnly
        ? 'keeps the interface document'
        : 'keeps the interface document and answers like the profile'
      return `${style('good', 'HELD')}  ${where} ${what}.${part}`
    }
    case 'broken': {
      const also =
        count('differs') > 0 ? `, and differs from the profile in ${plural(count('differs'), 'choice')}` : ''
      const early = failureReason === undefined ? '' : `\nThe run came to no end: ${failureReason}`
      return `${style('bad', 'BROKEN')}  ${where} breaks ${plural(count('broken'), 'clause')} of the interface document${also}.${part}${early}`
    }
    case 'differs':
      return `${style('warn', 'DIFFERS')}  ${where} keeps the interface document, and differs from the profile in ${plural(count('differs'), 'choice')}.${part}`
    case 'not judged':
      return `${style('bad', 'NOT JUDGED')}  ${where} could not be judged.${part}\n${failureReason ?? 'Nothing was judged.'}`
  }
}

/** What the verdict is not about; it stands in the first line, so that nobody takes a part for the whole. */
function leftOutText({ readOnly, without }: VerifyResult['mode']): string {
  if (without.includes('create')) return ' Left out: create, and with it replace and delete.'
  const left = without.length > 0 ? ` Left out: ${without.join(' and ')}.` : ''
  return readOnly ? ' Read only: create, replace and delete were left out.' : left
}

function brokenClause(
  { clause, findings, more, alsoSeenAs = [] }: ClauseResult,
  sequences: SequencesResult | undefined,
  style: Style,
): string {
  const { statement, source, words } = clauses[clause]
  const failure = sequences?.failure
  const told = failure && findings.find(({ shownBy }) => shownBy === sequenceName(failure.path))
  const [first, ...others] = findings.filter((finding) => finding !== told)
  const also = [...new Set(others.map(({ shownBy }) => shownBy))].slice(0, 6).join(', ')
  const parts = [
    ...(first ? [findingText(first, style)] : []),
    ...(also === '' ? [] : [style('faint', `also shown by ${also}`)]),
    ...moreText(more).map((line) => style('faint', line)),
    ...(failure && told ? [sequenceText(told, failure, style)] : []),
    ...(alsoSeenAs.length > 0 ? [style('faint', alsoSeenText(alsoSeenAs))] : []),
  ]
  const head = `${style('bad', '✗')} ${style('strong', clause)}  ${statement} ${style('faint', `(${source}: "${words}")`)}`
  return [head, ...parts.map(indent)].join('\n')
}

/** What a root cause explains: the clauses that only seem broken by it. */
function alsoSeenText(findings: readonly Finding[]): string {
  return `also seen as ${[...new Set(findings.map(({ clause }) => clause))].join(', ')}`
}

function findingText(finding: Finding, style: Style): string {
  const exchanges = finding.exchanges.slice(0, 1).concat(finding.exchanges.slice(1).slice(-2))
  return [
    `${finding.about} ${style('faint', `[${finding.shownBy}]`)}`,
    ...exchanges.map((exchange) => exchangeText(exchange, style)),
    `${style('good', '- expected')}  ${clip(finding.expected, 300)}`,
    `${style('bad', '+ actual')}    ${clip(finding.actual, 300)}`,
    ...(finding.repeat === undefined ? [] : [`${style('faint', 'repeat')}  ${finding.repeat}`]),
  ].join('\n')
}

/** The trace of the sequence that shows a fault, and how to see it again. */
function sequenceText(finding: Finding, failure: SequenceReport, style: Style): string {
  return [
    `${finding.about} ${style('faint', `[${finding.shownBy}; ${kindText(failure)}]`)}`,
    traceText(failure, style),
    `${style('good', '- expected')}  ${clip(finding.expected, 300)}`,
    `${style('bad', '+ actual')}    ${clip(finding.actual, 300)}`,
    repetitionText(failure, style),
  ].join('\n')
}

/** What the provider does otherwise than the mock, and no profile can say. */
function unanswered({ about, expected, actual, exchange }: Difference, style: Style): string {
  return `${style('faint', 'observed')}  ${about}: the mock answers ${expected}, the provider ${actual}, and no choice says so.\n${indent(exchangeText(exchange, style))}`
}

function differences(
  { choices: results }: VerifyResult,
  differing: readonly ChoiceResult[],
  style: Style,
): string {
  const expected = answersOf(results, ({ expected }) => expected)
  const actual = answersOf(results, ({ expected, actual }) => actual ?? expected)
  const lines = differing.flatMap(({ choice, expected: wanted, actual: answer, evidence, reason }) => [
    `${style('warn', '≠')} ${style('strong', choice)}  the profile says ${stringifyJson(wanted)}, ${reason ?? `the provider ${stringifyJson(answer)}`}`,
    ...(answer === undefined ? [] : noticed(choice, expected, actual)),
    ...evidence.slice(0, 1).map((exchange) => indent(exchangeText(exchange, style))),
  ])
  const profile = profileLines(differing)
  if (profile.length === 0) return lines.join('\n')
  return `${lines.join('\n')}\n\nA mock with these lines in its profile is like the provider:\n${profile.map((line) => `  ${line}`).join(',\n')}`
}

/** What a client notices; nothing where other answers hide the difference from it. */
function noticed(choice: ChoiceId, before: Profile, after: Profile): string[] {
  return says(choice, before) === says(choice, after) ? [] : [indent(impactOf([choice], before, after))]
}

/** The lines of a profile that make the mock follow, where an answer to a choice would. */
export function profileLines(differing: readonly ChoiceResult[]): string[] {
  return differing.flatMap(({ choice, actual }) => (actual === undefined ? [] : profileLine(choice, actual)))
}

function answersOf(results: readonly ChoiceResult[], answerOf: (result: ChoiceResult) => unknown): Profile {
  return Object.fromEntries(results.map((result) => [result.choice, answerOf(result)])) as Profile
}

/** The line of a profile that makes the mock follow. */
export function profileLine(choice: ChoiceId, answer: unknown): string {
  return `"${choice}": ${stringifyJson(answer)}`
}

function clauseTable(results: readonly ClauseResult[], style: Style): string {
  const rows = results.map(({ clause, verdict, observations, shownBy, reason }) => [
    style(kindOf[verdict], verdict),
    clause,
    observations > 0 ? `${observations}×` : '',
    style('faint', shownBy.join(', ')),
    reason ?? clauses[clause].statement,
  ])
  return `${style('strong', 'Clauses')}\n${alignTable(rows)}`
}

function choiceTable(results: readonly ChoiceResult[], style: Style): string {
  if (results.length === 0) return ''
  const rows = results.map(({ choice, verdict, actual, expected, reason }) => [
    style(kindOf[verdict], verdict),
    choice,
    reason ??
      (verdict === 'differs'
        ? `${stringifyJson(actual)}, not ${stringifyJson(expected)}`
        : stringifyJson(actual)),
  ])
  return `${style('strong', 'Choices')} ${style('faint', `(${Object.keys(choices).length}: where the document is silent)`)}\n${alignTable(rows)}`
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
