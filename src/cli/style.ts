import { styleText } from 'node:util'
import type { Style } from '../../contracts/report/style.ts'
import type { TextReportOptions } from '../../contracts/report/text-report.ts'
import { visible } from '../../handlers/model/visible.ts'
import type { CommandIo, Output } from './command.ts'

type Format = Parameters<typeof styleText>[0]

/** Styles a text on a terminal, unless NO_COLOR (no-color.org) is set. */
export function styled(
  { env }: Pick<CommandIo, 'env'>,
  output: Output,
  format: Format,
  text: string,
): string {
  if (!output.isTTY || env.NO_COLOR || env.TERM === 'dumb') return visible(text)
  return styleText(format, visible(text), { validateStream: false })
}

/** The style of reports on the standard output. */
export function reportStyle(io: CommandIo): Style {
  const formats = { good: 'green', bad: 'red', warn: 'yellow', faint: 'dim', strong: 'bold' } as const
  return (kind, content) => styled(io, io.stdout, formats[kind], content)
}

/** Wider lines are hard to read. */
const widest = 120

/** The options of a text report on the standard output: as wide as the terminal, elsewhere 80 columns. */
export function reportLook(io: CommandIo, isVerbose: boolean): Required<TextReportOptions> {
  const { isTTY, columns = 80 } = io.stdout
  return { style: reportStyle(io), width: isTTY ? Math.min(columns, widest) : 80, isVerbose }
}
