import { choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { Finding } from '../judge/finding.ts'
import { clauses } from '../spec/clauses.ts'
import type {
  ChoiceResult,
  ClauseResult,
  KnownDeviation,
  SequenceReport,
  VerifyResult,
} from '../verify/result.ts'
import { toReproduce } from '../wire/failure-reason-of.ts'
import { type Cause, causesOf, replayOf } from './cause.ts'
import { exchangeLines, leftoversText, splitText } from './exchange-text.ts'
import { fit } from './fit.ts'
import { headline, isRemedy, lastLine } from './headline.ts'
import { acceptedBy, baselineText, reasonText } from './known.ts'
import {
  alignTable,
  clip,
  firstLines,
  lengthOf,
  type Paragraph,
  plural,
  sentence,
  wrapped,
} from './layout.ts'
import { sharedReasons, sharedReasonsOf } from './not-judged.ts'
import { type Style, unstyled } from './style.ts'
import { kindText, traceLines } from './trace-text.ts'

const kindOf = {
  held: 'good',
  broken: 'bad',
  differs: 'warn',
  observed: 'faint',
  'not judged': 'faint',
} as const

/** In bytes. */
const longestText = 100_000
/** The longest answer of a choice, in characters. */
const longestAnswer = 300

/** The options of {@link textReport}. */
export interface TextReportOptions {
  /** Highlights words. Default not. */
  readonly style?: Style
  /** The width of a line, in columns; commands are not wrapped. Default 80. */
  readonly width?: number
  /** Adds every clause and every choice as a table, and all notes in full. Default false. */
  readonly isVerbose?: boolean
}

/**
 * A verification as text: the verdict, each root cause with its evidence and the command to reproduce it, and the
 * verdict again as the last line.
 *
 * @example
 * process.stdout.write(textReport(await verifyProvider({ url })))
 */
export function textReport(result: VerifyResult, options: TextReportOptions = {}): string {
  const { style = unstyled, width = 80, isVerbose = false } = options
  return fit(
    visibleData(result),
    (fitting) => {
      const parts = build(fitting, { style, width, isVerbose }).filter((part) => part.length > 0)
      const gap = result.verdict === 'held' && !isVerbose ? '\n' : '\n\n'
      return `${parts.map((part) => wrapped(part, width)).join(gap)}\n`
    },
    longestText,
  )
}

function build(
  result: VerifyResult,
  { style, width, isVerbose }: Required<TextReportOptions>,
): Paragraph[][] {
  return [
    headline(result, style)
      .split('\n')
      .map((text) => ({ text, isCommand: text.startsWith(toReproduce) })),
    ...causesOf(result).map((cause) => {
      const entry = acceptedBy(result, cause.clause)
      return entry && !isVerbose
        ? [knownLine(cause, entry, style)]
        : causeLines(cause, result, style, isVerbose)
    }),
    ...differences(result, style, isVerbose),
    ...(isVerbose ? tables(result, style, width) : []),
    ...paragraphs(leftoversText(result.leftovers, style, result.mode.without.includes('delete'))),
    [
      ...notes(result, style, isVerbose),
      ...(result.baseline ? [{ text: baselineText(result.baseline) }] : []),
      { text: `${countsText(result)}${isVerbose || !hasUnjudged(result) ? '' : ' Why: --verbose.'}` },
      ...sharedReasonsOf(result).map((text) => ({ text: withoutCommand(text) })),
      { text: costText(result) },
    ],
    [{ text: lastLine(result, style) }],
  ]
}

function paragraphs(text: string): Paragraph[][] {
  return text === '' ? [] : [text.split('\n').map((line): Paragraph => ({ text: line, isCommand: true }))]
}

function knownLine({ clause, finding }: Cause, entry: KnownDeviation, style: Style): Paragraph {
  const text = `${style('strong', clause)}  known: ${sentence(finding.about)}. ${reasonText(entry)}`
  return { label: style('warn', '✗'), text }
}

function causeLines(cause: Cause, { command }: VerifyResult, style: Style, isVerbose: boolean): Paragraph[] {
  const { clause, finding, sequence, difference } = cause
  const { statement, source, words } = clauses[clause]
  const where = sequence ? `${finding.shownBy}; ${kindText(sequence)}` : finding.shownBy
  const [expected, actual] = comparedTexts(finding)
  return [
    { label: style('bad', '✗'), text: `${style('strong', clause)}  ${statement}` },
    { indent: 2, text: style('faint', `The document: "${words}" (${source})`) },
    { indent: 2, text: `${sentence(finding.about)} ${style('faint', `[${where}]`)}` },
    ...(sequence
      ? traceLines(sequence, style)
      : finding.exchanges.flatMap((each) => exchangeLines(each, style))),
    { indent: 2, label: style('good', '- expected'), text: expected },
    { indent: 2, label: style('bad', '+ actual  '), text: actual },
    ...(difference === undefined ? [] : [{ indent: 13, text: style('faint', difference) }]),
    ...(sequence ? [] : repeatLine(finding, style)),
    ...bodyLine(finding, style),
    ...(isVerbose && sequence ? byHand(sequence, style) : []),
    { indent: 2, label: style('faint', 'replay'), text: replayOf(cause, command), isCommand: true },
    ...alsoLines(cause, style),
  ]
}

/** The expected and the actual text; in quotes where blanks at an end would not be seen. */
function comparedTexts({ expected, actual }: Finding): readonly [string, string] {
  const hasBlankEnd = /^\s|\s$/.test(expected) || /^\s|\s$/.test(actual)
  const shown = (text: string) => {
    const clipped = clip(text, 200)
    return hasBlankEnd ? `"${clipped}"` : clipped || '(empty)'
  }
  return [shown(expected), shown(actual)]
}

function repeatLine(finding: Finding, style: Style): Paragraph[] {
  const label = style('faint', 'repeat')
  if (finding.repeat !== undefined)
    return finding.repeat.split('\n').map((text, at) => ({
      indent: at === 0 ? 2 : 9,
      ...(at === 0 ? { label } : {}),
      text,
      isCommand: true,
    }))
  const split = splitText(finding)
  return split === undefined ? [] : [{ indent: 2, label, text: split }]
}

function byHand({ script }: SequenceReport, style: Style): Paragraph[] {
  return [
    { indent: 2, text: style('faint', 'by hand') },
    ...script.map((line) => ({ indent: 4, text: line, isCommand: true })),
  ]
}

/** The line about a body that is too long for a command. */
function bodyLine({ exchanges, bodyFile }: Finding, style: Style): Paragraph[] {
  if (bodyFile === undefined) return []
  const length = Math.max(0, ...exchanges.map(({ request: { body = '' } }) => lengthOf(body)))
  const text = `${bodyFile} has ${length.toLocaleString('en')} characters; --html and --json write it beside the report.`
  return [{ indent: 9, text: style('faint', text) }]
}

/** Further findings in one line. */
function alsoLines({ more, alsoSeenAs }: Cause, style: Style): Paragraph[] {
  const parts = [
    ...(alsoSeenAs.length > 0 ? [`also seen as ${alsoSeenAs.join(', ')}`] : []),
    ...(more > 0
      ? [`${more.toLocaleString('en')} more ${more === 1 ? 'finding' : 'findings'} of this clause`]
      : []),
  ]
  return parts.length > 0 ? [{ indent: 2, text: style('faint', parts.join('; ')) }] : []
}

function answerText(answer: unknown): string {
  return clip(stringifyJson(answer), longestAnswer)
}

/** Each choice that differs and what it decides. */
function differences(result: VerifyResult, style: Style, isVerbose: boolean): Paragraph[][] {
  const differing = result.choices.filter(
    ({ verdict, choice }) => verdict === 'differs' && (isVerbose || !acceptedBy(result, choice)),
  )
  if (differing.length === 0) return []
  // Broken clauses are more important.
  const isShort = result.verdict === 'broken' && !isVerbose
  const lines = differing.flatMap(({ choice, expected, actual, evidence, reason = '' }) => [
    {
      label: style('warn', '≠'),
      text: `${style('strong', choice)}: ${answerText(expected)} -> ${actual === undefined ? reason : answerText(actual)}`,
    },
    ...(isShort ? [] : [{ indent: 2, text: choices[choice].about }]),
    ...(isVerbose ? evidence.slice(0, 1).flatMap((exchange) => exchangeLines(exchange, style)) : []),
  ])
  const head = { text: 'The profile -> the provider:' }
  const next = { text: '"posts-understudy calibrate" writes a profile with the answers of the provider.' }
  return isShort ? [[head, ...lines]] : [[head, ...lines], [next]]
}

/** The profile lines for choices that differ. */
export function profileLines(differing: readonly Pick<ChoiceResult, 'choice' | 'actual'>[]): string[] {
  return differing.flatMap(({ choice, actual }) =>
    actual === undefined ? [] : `"${choice}": ${stringifyJson(actual)}`,
  )
}

/** Without `--verbose`: how many notes are shown, and how many characters of each; less if the provider held. */
const fewNotes = 2
const shortNote = { one: 150, heldFew: 70 }

function notes({ notes: all, verdict }: VerifyResult, style: Style, isVerbose: boolean): Paragraph[] {
  const notes = verdict === 'broken' ? all.filter((note) => !isRemedy(note)) : all
  const length = shortNote[verdict === 'held' && notes.length > 1 ? 'heldFew' : 'one']
  const told = isVerbose
    ? firstLines(notes, 'notes')
    : notes.slice(0, fewNotes).map((note) => clip(note, length))
  const left = isVerbose ? 0 : notes.length - fewNotes
  const texts = left > 0 ? [...told, `${plural(left, 'more note')}: --verbose`] : told
  return texts.map((text) => ({ label: style('faint', 'note'), text }))
}

export function countsText({ clauses, choices, verdict }: VerifyResult): string {
  if (verdict === 'not judged') {
    const right = clauses.filter((each) => each.verdict === 'held').length
    return right === 0
      ? 'No clause was tested.'
      : `Until the run ended, nothing was wrong in ${right} of ${clauses.length} clauses; they were tested in part.`
  }
  const counts = (results: readonly { readonly verdict: string }[]) =>
    [...Map.groupBy(results, ({ verdict }) => verdict)]
      .map(
        ([verdict, some]) =>
          `${some.length} ${verdict === 'differs' && some.length > 1 ? 'differ' : verdict}`,
      )
      .join(', ')
  const parts = [
    ...(clauses.length > 0 ? [`Clauses: ${counts(clauses)}.`] : []),
    ...(choices.length > 0 ? [`Choices: ${counts(choices)}.`] : []),
  ]
  return parts.join(' ')
}

function hasUnjudged({ clauses, choices }: VerifyResult): boolean {
  return [...clauses, ...choices].some(({ verdict }) => verdict === 'not judged')
}

export function costText({ requests, duration, sequences, pact }: VerifyResult): string {
  const ofPact = pact ? ` Pact's verifier accepted ${plural(pact.accepted, 'interaction')}.` : ''
  const more =
    sequences === undefined
      ? ''
      : `, ${plural(sequences.sequences, 'sequence')} (--seed ${sequences.seed} repeats them)`
  return `${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s${more}.${ofPact}`
}

function tables(result: VerifyResult, style: Style, width: number): Paragraph[][] {
  return [
    ...paragraphs(clauseTable(result.clauses, style, width)),
    ...paragraphs(choiceTable(result.choices, style, width)),
  ]
}

function clauseTable(results: readonly ClauseResult[], style: Style, width: number): string {
  const shared = sharedReasons(results)
  const rows = results.map(({ clause, verdict, observations, shownBy, reason }) => [
    style(kindOf[verdict], verdict),
    clause,
    observations > 0 ? `${observations}×` : '',
    `${reason === undefined || shared.has(reason) ? clauses[clause].statement : withoutCommand(reason)}${shownBy.length > 0 ? ` ${style('faint', `[${shownBy.join(', ')}]`)}` : ''}`,
  ])
  return `${style('strong', 'Clauses')}\n${alignTable(rows, width)}`
}

/** The first lines of the report have the command. */
function withoutCommand(reason: string): string {
  return reason.split(`\n${toReproduce}`)[0] ?? ''
}

function choiceTable(results: readonly ChoiceResult[], style: Style, width: number): string {
  if (results.length === 0) return ''
  const rows = results.map(({ choice, verdict, actual, expected, reason }) => [
    style(kindOf[verdict], verdict),
    choice,
    reason === undefined
      ? `${answerText(actual)}${verdict === 'differs' ? `, not ${answerText(expected)}` : ''}`
      : withoutCommand(reason),
  ])
  return `${style('strong', 'Choices')} ${style('faint', `(${Object.keys(choices).length}: where the document is silent)`)}\n${alignTable(rows, width)}`
}
