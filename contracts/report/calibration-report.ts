import { completeProfile } from '../../handlers/choices/profile.ts'
import { isSameAnswer } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { CalibratedChoice } from '../calibrate/conclusion.ts'
import type { Drift } from '../calibrate/drift.ts'
import type { EqualCount, ReplyShare } from '../calibrate/reply-share.ts'
import type { Calibration } from '../calibrate.ts'
import { answerChange } from './diff-report.ts'
import { evidenceText } from './evidence-text.ts'
import { leftoversText } from './exchange-text.ts'
import { clip, firstNotes, headedTable, joinParts, plural } from './layout.ts'
import { type Style, unstyled } from './style.ts'

const kindOf = { learned: 'good', masked: 'faint', changing: 'bad', unknown: 'warn' } as const
const words = { learned: 'learned', masked: 'not visible', changing: 'changing', unknown: 'unknown' } as const
/** The limit of the last column, in characters. */
const longest = 100

/**
 * A calibration as text: what changed, if `against` was given, the answers that are not those of the preset, and what
 * was not learned.
 *
 * @param isVerbose whether to list every choice with its answer and evidence. Default false.
 * @example
 * process.stdout.write(calibrationReport(await calibrateProfile({ url })))
 */
export function calibrationReport(
  calibration: Calibration,
  style: Style = unstyled,
  isVerbose = false,
): string {
  const result = visibleData(calibration)
  const changes = (result.drift ?? []).map((drift) => driftText(drift, style))
  const broken = result.broken.map(
    ({ clause, about }) => `${style('bad', '✗')} ${style('strong', clause)} is broken: ${about}.`,
  )
  const parts = [
    headline(result, style),
    changes.join('\n'),
    ...(result.choices.length === 0 ? [] : isVerbose ? [table(result.choices, style)] : news(result, style)),
    broken.join('\n'),
    result.share ? shareText(result.share, style, isVerbose) : '',
    ...sessionParts(result, style),
  ]
  return joinParts(parts)
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
  const preset = profile.extends ?? 'default'
  const usual = completeProfile(preset)
  const own = choices.filter(
    ({ choice, verdict, answer }) => verdict === 'learned' && !isSameAnswer(answer, usual[choice]),
  )
  const open = choices.filter(({ verdict }) => verdict !== 'learned')
  const answers = own.map(({ choice, answer }) => [
    style('strong', choice),
    clip(stringifyJson(answer), 60),
    style('faint', clip(stringifyJson(usual[choice]), 60)),
  ])
  const reasons = open.map(({ choice, verdict, reason = '' }) => [
    style(kindOf[verdict], words[verdict]),
    choice,
    style('faint', clip(reason, longest)),
  ])
  const rest = choices.length - new Set([...own, ...open]).size
  return [
    own.length > 0 ? headedTable(['choice', 'provider', `preset ${preset}`], answers, style) : '',
    open.length > 0 ? headedTable(['', 'choice', 'reason'], reasons, style) : '',
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
  if (differences.length === 0) return head
  const rows = differences.map(({ request, about, mock, provider, shownBy }) => [
    clip(request, 40),
    about,
    clip(mock, 40),
    clip(provider, 40),
    style('faint', shownBy),
  ])
  const lines = headedTable(['request', 'what', 'mock', 'provider', ''], rows, style).split('\n')
  const shown = isVerbose ? lines : lines.slice(0, fewDifferences + 1)
  const rest = lines.length - shown.length
  return [head, ...shown, ...(rest > 0 ? [`${plural(rest, 'more difference')}: --verbose.`] : [])].join('\n')
}

function share({ replies, equal }: EqualCount): string {
  return `${equal} of ${replies}`
}

/** The leftovers, notes, and cost of a run. */
function sessionParts({ leftovers, notes, requests, duration }: Calibration, style: Style): string[] {
  return [
    leftoversText(leftovers, style),
    ...firstNotes(notes).map((note) => `${style('faint', 'note')}  ${note}`),
    `${plural(requests, 'request')} in ${(duration / 1000).toFixed(1)} s.`,
  ]
}

function table(choices: readonly CalibratedChoice[], style: Style): string {
  const rows = choices.map(({ choice, verdict, answer, sure, reason, evidence }) => {
    const [first] = evidence
    const from = reason ?? (first ? evidenceText(first, 40) : '')
    return [
      style(kindOf[verdict], words[verdict]),
      choice,
      verdict === 'learned' ? clip(stringifyJson(answer), 60) : '',
      sure ?? '',
      style('faint', from.length > longest ? `${from.slice(0, longest)}…` : from),
    ]
  })
  return headedTable(['', 'choice', 'answer', 'sure', 'from'], rows, style)
}
