import { completeProfile } from '../../handlers/choices/profile.ts'
import { isSameAnswer } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { CalibratedChoice } from '../calibrate/conclusion.ts'
import type { Drift } from '../calibrate/drift.ts'
import type { EqualCount, ReplyShare } from '../calibrate/share.ts'
import type { Calibration } from '../calibrate.ts'
import { answerChange } from './diff-report.ts'
import { evidenceText } from './evidence-text.ts'
import { leftoversText } from './exchange-text.ts'
import {
  alignTable,
  clip,
  firstLines,
  firstNotes,
  joinParts,
  plural,
  wrapped,
  wrappedText,
} from './layout.ts'
import { type Style, unstyled } from './style.ts'
import type { TextReportOptions } from './text-report.ts'

const kindOf = { learned: 'good', masked: 'faint', changing: 'bad', unknown: 'warn' } as const
const words = { learned: 'learned', masked: 'not visible', changing: 'changing', unknown: 'unknown' } as const
/** The limit of the last column, in characters. */
const longest = 100

/**
 * A calibration as text: what changed, if `against` was given, the answers that are not those of the preset, and what
 * was not learned. With `isVerbose` every choice with its answer and evidence.
 *
 * @example
 * process.stdout.write(calibrationReport(await calibrateProfile({ url })))
 */
export function calibrationReport(calibration: Calibration, options: TextReportOptions = {}): string {
  const { style = unstyled, width = 80, isVerbose = false } = options
  const result = visibleData(calibration)
  const changes = (result.drift ?? []).map((drift) => driftText(drift, style))
  const broken = result.broken.map(
    ({ clause, about }) => `${style('bad', '✗')} ${style('strong', clause)} is broken: ${about}.`,
  )
  const wrap = (part: string) => wrappedText(part, width)
  return joinParts([
    wrap(headline(result, style)),
    wrap(changes.join('\n')),
    ...(isVerbose ? [choiceTable(result.choices, style, width)] : news(result, style).map(wrap)),
    wrap(broken.join('\n')),
    wrap(result.share ? shareText(result.share, style, isVerbose) : ''),
    ...sessionParts(result, style, width),
  ])
}

/** A changed answer: `create.status: 201 -> 200`. */
function driftText({ choice, before, now, reason }: Drift, style: Style): string {
  const change = answerChange(choice, before ?? 'unknown', now ?? 'unknown', style)
  return `${style('warn', '≠')} ${change}${reason === undefined ? '' : ` (${reason})`}`
}

function headline({ url, choices, drift, failureReason }: Calibration, style: Style): string {
  const where = style('strong', url)
  if (failureReason !== undefined)
    return `${style('bad', 'NOT CALIBRATED')}  ${where} could not be calibrated.\n${failureReason}`
  const learned = choices.filter(({ verdict }) => verdict === 'learned').length
  const count = `${learned} of ${choices.length} choices learned`
  if (drift === undefined) return `${style('good', 'CALIBRATED')}  ${where}: ${count}.`
  return drift.length === 0
    ? `${style('good', 'UNCHANGED')}  ${where} answers as before; ${count}.`
    : `${style('warn', 'CHANGED')}  ${where} changed its answers to ${plural(drift.length, 'choice')}.`
}

/** The answers that are not those of the preset, what was not learned, and the number of the rest. */
function news({ choices, profile }: Calibration, style: Style): string[] {
  if (choices.length === 0) return []
  const preset = profile.extends ?? 'default'
  const usual = completeProfile(preset)
  const own = choices.filter(
    ({ choice, verdict, answer }) => verdict === 'learned' && !isSameAnswer(answer, usual[choice]),
  )
  const open = choices.filter(({ verdict }) => verdict !== 'learned')
  const answers = own.map(({ choice, answer }) => `  ${answerChange(choice, usual[choice], answer, style)}`)
  const reasons = open.map(({ choice, verdict, reason = '' }) => {
    const word = style(kindOf[verdict], words[verdict])
    return `  ${style('strong', choice)} ${word}${reason === '' ? '' : `: ${clip(reason, longest)}`}`
  })
  const rest = choices.length - new Set([...own, ...open]).size
  return [
    own.length > 0 ? [`Other than the preset ${preset}:`, ...answers].join('\n') : '',
    open.length > 0 ? ['Not learned:', ...reasons].join('\n') : '',
    `${plural(rest, 'more choice')}: as in the preset ${preset}. All choices: --verbose.`,
  ]
}

/** Without `--verbose`, so many differences are listed. */
const fewDifferences = 5

/** The share of equal replies, and the differences, those of documented requests first. */
function shareText(
  { documented, others, differences }: ReplyShare,
  style: Style,
  isVerbose: boolean,
): string {
  const head = `A mock with this profile gives the same reply to ${share(documented)} documented requests, and to ${share(others)} others.`
  const lines = differences.map(
    ({ request, about, mock, provider, shownBy }) =>
      `  ${clip(request, 40)}: ${about}: mock ${clip(mock, 40)}, provider ${clip(provider, 40)} ${style('faint', `[${shownBy}]`)}`,
  )
  return [
    head,
    ...firstLines(lines, 'differences: --verbose', isVerbose ? lines.length : fewDifferences),
  ].join('\n')
}

function share({ replies, equal }: EqualCount): string {
  return `${equal} of ${replies}`
}

/** The leftovers, notes, and cost of a run. */
function sessionParts(
  { leftovers, notes, requests, duration }: Calibration,
  style: Style,
  width: number,
): string[] {
  return [
    leftoversText(leftovers, style),
    ...firstNotes(notes).map((note) => wrapped([{ label: style('faint', 'note'), text: note }], width)),
    `${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s.`,
  ]
}

function choiceTable(choices: readonly CalibratedChoice[], style: Style, width: number): string {
  const rows = choices.map(({ choice, verdict, answer, sure, reason, evidence }) => {
    const [first] = evidence
    const from = reason ?? (first ? evidenceText(first, 40) : '')
    const shown = from.length > longest ? `${from.slice(0, longest)}…` : from
    const about = [...(sure === undefined ? [] : [sure]), shown].join(': ')
    return [
      style(kindOf[verdict], words[verdict]),
      choice,
      `${verdict === 'learned' ? clip(stringifyJson(answer), 60) : ''} ${style('faint', about)}`.trim(),
    ]
  })
  return alignTable(rows, width)
}
