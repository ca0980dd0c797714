import { stringifyJson } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { ProfileDifference } from '../choices/profile-diff.ts'
import { wrapped } from './layout.ts'
import { type Style, unstyled } from './style.ts'

/** The options of {@link diffReport}. */
export interface DiffReportOptions {
  /** The names of the two profiles. */
  readonly names: readonly [from: string, to: string]
  readonly differences: readonly ProfileDifference[]
  /** The width of a line, in columns. Default 80. */
  readonly width?: number
}

/** The differences of two profiles as text: each choice with its answers, and what it decides. */
export function diffReport(options: DiffReportOptions, style: Style = unstyled): string {
  const { names, differences, width = 80 } = visibleData(options)
  const between = names.join(' and ')
  if (differences.length === 0) return `${style('good', 'SAME')}  No choice differs between ${between}.\n`
  const count = differences.length === 1 ? '1 choice differs' : `${differences.length} choices differ`
  const paragraphs = differences.flatMap(({ choice, from, to, about }) => [
    { text: '' },
    { text: answerChange(choice, from, to, style) },
    { indent: 2, text: about },
  ])
  const head = { text: `${style('warn', 'DIFFERENT')}  ${count} between ${between}:` }
  return `${wrapped([head, ...paragraphs], width)}\n`
}

/** A choice with its old and its new answer: `create.status: 201 -> 200`. */
export function answerChange(choice: string, from: unknown, to: unknown, style: Style): string {
  return `${style('strong', choice)}: ${stringifyJson(from)} -> ${stringifyJson(to)}`
}
