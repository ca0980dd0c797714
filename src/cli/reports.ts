import { appendFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Option } from 'commander'
import { brokenClauses } from '../../contracts/report/cause.ts'
import { htmlReport, type RunFacts } from '../../contracts/report/html-report.ts'
import { jsonReport } from '../../contracts/report/json-report.ts'
import { junitReport } from '../../contracts/report/junit-report.ts'
import { markdownReport } from '../../contracts/report/text-report.ts'
import { isLongBody } from '../../contracts/verify/evidence.ts'
import type { VerifyResult } from '../../contracts/verify/result.ts'
import type { CommandIo } from './io.ts'
import { outputPath } from './options.ts'
import { toolName } from './package-version.ts'
import { refuseFile, writeReport } from './report-file.ts'

/** The report files of a verification, by option. */
const formats = {
  html: { about: 'write an HTML report', render: htmlReport },
  json: { about: 'write the result as JSON (docs/verify.schema.json)', render: jsonReport },
  junit: { about: 'write the result as JUnit XML', render: junitReport },
} as const satisfies Record<
  string,
  { readonly about: string; readonly render: (result: VerifyResult, facts: RunFacts) => string }
>

type Format = keyof typeof formats
export type ReportFlags = { readonly [Name in Format]?: string }

export const reportNames = Object.keys(formats) as Format[]

/** The options of `verify` for report files. */
export function reportOptions(): Option[] {
  return reportNames.map((name) => outputPath(`--${name} <file>`, formats[name].about))
}

/** The file of each flag that writes one. */
export function reportFiles(files: ReportFlags): Record<string, string | undefined> {
  return Object.fromEntries(reportNames.map((name) => [`--${name}`, files[name]]))
}

/**
 * Writes the requested reports, long request bodies beside the first of them, and in a GitHub step its summary.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export async function writeReports(
  result: VerifyResult,
  files: ReportFlags & { readonly quiet?: boolean },
  { env, stderr }: CommandIo,
): Promise<void> {
  const facts = { at: Date.now(), by: toolName() }
  const asked = reportNames.flatMap((name) =>
    files[name] === undefined ? [] : [{ name, file: files[name] }],
  )
  for (const { name, file } of asked) {
    await writeReport(`--${name}`, file, formats[name].render(result, facts))
    if (!files.quiet) stderr.write(`Wrote ${file}\n`)
  }
  const [first] = asked
  if (first !== undefined) await writeBodies(result, `--${first.name}`, dirname(first.file))
  const summary = env.GITHUB_STEP_SUMMARY
  if (summary)
    await appendFile(summary, markdownReport(result)).catch((error) =>
      refuseFile('GITHUB_STEP_SUMMARY', summary, error),
    )
}

/** Writes the request bodies that commands in the reports read from a file. */
async function writeBodies(result: VerifyResult, flag: string, folder: string): Promise<void> {
  for (const {
    findings: [finding],
  } of brokenClauses(result)) {
    if (!finding) continue
    const body = finding.exchanges.map(({ request }) => request.body).find(isLongBody)
    if (finding.bodyFile !== undefined && body !== undefined)
      await writeReport(flag, join(folder, basename(finding.bodyFile)), body)
  }
}
