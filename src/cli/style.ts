import { styleText } from 'node:util'
import type { TextReportOptions } from '../../contracts/report/text-report.ts'
import { visible } from '../../handlers/model/visible.ts'
import type { Output } from './io.ts'

type Format = Parameters<typeof styleText>[0]

/** Styles a text where the output has colours. */
export function styled(output: Output, format: Format, text: string): string {
  const shown = visible(text)
  return output.hasColours ? styleText(format, shown, { validateStream: false }) : shown
}

/** Wider lines are hard to read. */
const widest = 120

const formats = { good: 'green', bad: 'red', warn: 'yellow', faint: 'dim', strong: 'bold' } as const

/** The look of a text report: as wide as the terminal, elsewhere 80 columns. */
export function reportLook(output: Output, isVerbose = false): Required<TextReportOptions> {
  const { isTTY = false, columns = 80 } = output
  return {
    style: (kind, content) => styled(output, formats[kind], content),
    width: isTTY ? Math.min(columns, widest) : 80,
    isVerbose,
  }
}
