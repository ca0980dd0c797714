import { appendFile } from 'node:fs/promises'
import { htmlReport } from '../../contracts/report/html-report.ts'
import { jsonReport } from '../../contracts/report/json-report.ts'
import { junitReport } from '../../contracts/report/junit-report.ts'
import { markdownReport } from '../../contracts/report/text-report.ts'
import type { VerifyResult } from '../../contracts/verify/result.ts'
import type { CommandIo } from './io.ts'
import { toolName, writeOutput } from './output-file.ts'

export interface ReportFlags {
  readonly html?: string
  readonly json?: string
  readonly junit?: string
}

/**
 * Writes the requested reports, and in a GitHub step its summary.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export async function writeReports(
  result: VerifyResult,
  { html, json, junit }: ReportFlags,
  { env }: CommandIo,
): Promise<void> {
  if (html !== undefined) await writeOutput(html, htmlReport(result, { at: Date.now(), by: toolName() }))
  if (json !== undefined) await writeOutput(json, jsonReport(result))
  if (junit !== undefined) await writeOutput(junit, junitReport(result))
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, markdownReport(result))
}
