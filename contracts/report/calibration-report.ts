import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { CalibratedChoice } from '../calibrate/conclusion.ts'
import type { Calibration } from '../calibrate.ts'
import { evidenceText } from './evidence-text.ts'
import { fidelityText, sessionParts } from './fidelity-report.ts'
import { clip, headedTable, joinParts, plural } from './layout.ts'
import { type Style, unstyled } from './style.ts'

const kindOf = { learned: 'good', masked: 'faint', changing: 'bad', unknown: 'warn' } as const
/** The limit of the last column, in characters. */
const longest = 100

/**
 * A calibration as text: what changed, if `against` was given, and every choice with its answer and evidence.
 *
 * @example
 * process.stdout.write(calibrationReport(await calibrateProfile({ url })))
 */
export function calibrationReport(calibration: Calibration, style: Style = unstyled): string {
  const result = visibleData(calibration)
  const changes = (result.drift ?? []).map(
    ({ choice, notice }) => `${style('warn', '≠')} ${style('strong', choice)}  ${notice}`,
  )
  const broken = result.broken.map(
    ({ clause, about }) => `${style('bad', '✗')} ${style('strong', clause)} is broken: ${about}.`,
  )
  const parts = [
    headline(result, style),
    changes.join('\n'),
    result.choices.length > 0 ? table(result.choices, style) : '',
    broken.join('\n'),
    result.fidelity ? fidelityText(result.fidelity, style) : '',
    ...sessionParts(result, style),
  ]
  return joinParts(parts)
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

function table(choices: readonly CalibratedChoice[], style: Style): string {
  const rows = choices.map(({ choice, verdict, answer, sure, reason, evidence }) => {
    const [first] = evidence
    const from = reason ?? (first ? evidenceText(first, 40) : '')
    return [
      style(kindOf[verdict], verdict),
      choice,
      verdict === 'learned' ? clip(stringifyJson(answer), 60) : '',
      sure ?? '',
      style('faint', from.length > longest ? `${from.slice(0, longest)}…` : from),
    ]
  })
  return headedTable(['', 'choice', 'answer', 'sure', 'from'], rows, style)
}
