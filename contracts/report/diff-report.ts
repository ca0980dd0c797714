import { visibleData } from '../../handlers/model/visible.ts'
import type { ProfileDifference } from '../choices/profile-diff.ts'
import { paragraph, type Section, type Style, toned } from './block.ts'
import { consoleText } from './console.ts'
import { changeText, plural } from './text.ts'

/** The options of {@link diffReport}. */
export interface DiffReportOptions {
  /** The names of the two profiles. */
  readonly names: readonly [from: string, to: string]
  readonly differences: readonly ProfileDifference[]
  /** The width of a line, in columns. Default 80. */
  readonly width?: number
}

/** The differences of two profiles as text: each choice with its answers, and what it decides. */
export function diffReport(options: DiffReportOptions, style?: Style): string {
  const { names, differences, width = 80 } = visibleData(options)
  const between = names.join(' and ')
  const head =
    differences.length === 0
      ? [toned('good', 'SAME'), `  No choice differs between ${between}.`]
      : [
          toned('warn', 'DIFFERENT'),
          `  ${plural(differences.length, 'differing choice')} between ${between}:`,
        ]
  const sections = differences.map(
    ({ choice, from, to, about }): Section => ({
      heading: [toned('strong', choice), `: ${changeText(from, to)}`],
      blocks: [paragraph(about)],
    }),
  )
  return `${consoleText([{ heading: head, blocks: [] }, ...sections], { width, ...(style ? { style } : {}) })}\n`
}
