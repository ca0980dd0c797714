import { visibleData } from '../../handlers/model/visible.ts'
import type { VerifyResult } from '../verify/result.ts'
import { paragraph } from './block.ts'
import { consoleText, type TextReportOptions } from './console.ts'
import { fit } from './fit.ts'
import { verdictLine } from './headline.ts'
import { viewOf } from './verify-view.ts'

/**
 * A verification as text: the verdict, each root cause with its evidence and the command to reproduce it, and the
 * verdict again where the report is long.
 *
 * @example
 * process.stdout.write(textReport(await verifyProvider({ url })))
 */
export function textReport(result: VerifyResult, options: TextReportOptions = {}): string {
  const { isVerbose = false } = options
  const render = (fitting: VerifyResult) => {
    const sections = viewOf(fitting, isVerbose)
    if (fitting.verdict === 'held' && !isVerbose) return `${consoleText(sections, options, '\n')}\n`
    const end = [...verdictLine(fitting), ` Exit code ${fitting.exitCode}.`]
    return `${consoleText([...sections, { blocks: [paragraph(end)] }], options)}\n`
  }
  return fit(visibleData(result), render)
}

/** A verification as Markdown, for a GitHub step summary: the text of the terminal, in a fence that nothing in it ends. */
export function markdownReport(result: VerifyResult): string {
  const text = textReport(result, { width: 120 })
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `## posts-understudy\n\n${marks}\n${text}${marks}\n`
}
