import { styleText } from 'node:util'
import type { Style } from '../../contracts/report/block.ts'
import { type TextReportOptions, wrappedText } from '../../contracts/report/console.ts'
import { visible } from '../../handlers/model/visible.ts'
import type { CommandIo, Output } from './io.ts'

type Format = Parameters<typeof styleText>[0]

/** Styles a text on a terminal, or where FORCE_COLOR asks for it, unless NO_COLOR (no-color.org) is set. */
export function styled(
  { env }: Pick<CommandIo, 'env'>,
  output: Output,
  format: Format,
  text: string,
): string {
  if (!hasColours(env, output)) return visible(text)
  return styleText(format, visible(text), { validateStream: false })
}

/** FORCE_COLOR as in Node: empty, true, 1, 2 or 3 asks for colours, all else forbids them. */
function hasColours(env: CommandIo['env'], output: Output): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return /^(?:true|[123])?$/.test(env.FORCE_COLOR)
  return output.isTTY === true && env.TERM !== 'dumb'
}

/** The style of reports on the standard output. */
function reportStyle(io: CommandIo): Style {
  const formats = { good: 'green', bad: 'red', warn: 'yellow', faint: 'dim', strong: 'bold' } as const
  return (kind, content) => styled(io, io.stdout, formats[kind], content)
}

/** Wider lines are hard to read. */
const widest = 120

/** The options of a text report on the standard output: as wide as the terminal, elsewhere 80 columns. */
export function reportLook(io: CommandIo, isVerbose: boolean): Required<TextReportOptions> {
  return { style: reportStyle(io), width: widthOf(io.stdout) ?? 80, isVerbose }
}

/** Writes a message, wrapped at the width of a terminal; elsewhere each sentence stays whole, to be searched for. */
export function say(output: Output, message: string): void {
  const width = widthOf(output)
  output.write(`${width === undefined ? message : wrappedText(message, width)}\n`)
}

function widthOf({ isTTY = false, columns = 80 }: Output): number | undefined {
  return isTTY ? Math.min(columns, widest) : undefined
}
