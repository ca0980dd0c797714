import { jsonFileText } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { Calibration } from '../calibrate/calibrate-profile.ts'
import type { VerifyResult } from '../verify/result.ts'
import { paragraph } from './block.ts'
import { htmlPage, type RunFacts } from './html-page.ts'
import { consoleText, type TextReportOptions } from './text-report.ts'
import { truncated } from './truncate.ts'
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
  return truncated(visibleData(result), (fitting) => {
    const sections = viewOf(fitting, isVerbose)
    if (fitting.verdict === 'held' && !isVerbose) return consoleText(sections, options, '\n')
    const end = [paragraph(sections[0]?.heading ?? ''), paragraph(`Exit code ${fitting.exitCode}.`)]
    return consoleText([...sections, { blocks: end }], options)
  })
}

/** A verification as Markdown, for a GitHub step summary: the text of the terminal, in a fence that nothing in it ends. */
export function markdownReport(result: VerifyResult): string {
  const text = textReport(result, { width: 120 })
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `## posts-understudy\n\n${marks}\n${text}${marks}\n`
}

/**
 * A verification as one self-contained HTML page for the provider's developers: without scripts, at most 300 kB.
 *
 * @example
 * await writeFile('verify.html', htmlReport(result, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function htmlReport(result: VerifyResult, facts: RunFacts): string {
  return htmlPage(result, (fitting) => viewOf(fitting, true), facts)
}

/**
 * A result as JSON, with `schemaVersion` and exact ids, without secrets, below a megabyte. `docs/verify.schema.json` describes that of a
 * verification.
 *
 * @example
 * await writeFile('verify.json', jsonReport(result))
 */
export function jsonReport(result: VerifyResult | Calibration): string {
  // A new field does not change the version, a removed one does.
  return truncated(result, (fitting) => jsonFileText({ schemaVersion: 1, ...fitting }))
}
