import { appendFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { brokenClauses } from '../../contracts/report/cause.ts'
import { htmlReport } from '../../contracts/report/html-report.ts'
import { jsonReport } from '../../contracts/report/json-report.ts'
import { junitReport } from '../../contracts/report/junit-report.ts'
import { markdownReport } from '../../contracts/report/text-report.ts'
import { isLongBody } from '../../contracts/verify/evidence.ts'
import type { VerifyResult } from '../../contracts/verify/result.ts'
import type { CommandIo } from './io.ts'
import { writeOutput } from './output-file.ts'
import { toolName } from './package-version.ts'

export interface ReportFlags {
  readonly html?: string
  readonly json?: string
  readonly junit?: string
}

/**
 * Writes the requested reports, long request bodies beside the first of them, and in a GitHub step its summary.
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
  const first = html ?? json ?? junit
  if (first !== undefined) await writeBodies(result, dirname(first))
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, markdownReport(result))
}

/** Writes the request bodies that commands in the reports read from a file. */
async function writeBodies(result: VerifyResult, folder: string): Promise<void> {
  for (const { findings } of brokenClauses(result)) {
    const [finding] = findings
    const body = finding?.exchanges.map(({ request }) => request.body).find(isLongBody)
    if (finding?.bodyFile !== undefined && body !== undefined)
      await writeOutput(join(folder, basename(finding.bodyFile)), body)
  }
}
