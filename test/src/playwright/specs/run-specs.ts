import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { Chromium } from '../../../support/browser/chromium.ts'
import { runProgram } from '../../../support/run-program.ts'

/** What became of one test of the specs. */
export interface Outcome {
  /** The file without its extension. */
  readonly file: string
  readonly title: string
  readonly passed: boolean
  /** What Playwright prints of each error, without colours. */
  readonly errors: readonly string[]
  /** Texts by name. */
  readonly attachments: Readonly<Record<string, string>>
}

export interface SpecsRun {
  readonly outcomes: readonly Outcome[]
  readonly output: string
}

/**
 * Runs the specs of this folder in a process of their own.
 * @param app the origin of the app that they visit.
 */
export async function runSpecs(chromium: Chromium, app: string): Promise<SpecsRun> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-playwright-'))
  try {
    const main = join(import.meta.dirname, '../../../../node_modules/@playwright/test/cli.js')
    const config = join(import.meta.dirname, 'playwright.config.ts')
    const env = { CHROMIUM: JSON.stringify(chromium), APP: app, OUTPUT: folder }
    const { stdout, stderr } = await runProgram(process.execPath, [main, 'test', '--config', config], { env })
    const output = stdout + stderr
    const report: JSONReport = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    if (report.errors.length > 0) throw new Error(output)
    return { outcomes: report.suites.flatMap(outcomesOf), output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function outcomesOf(suite: JSONReportSuite): Outcome[] {
  const own = suite.specs.map(({ title, file, tests }) => {
    const [result] = tests[0]?.results ?? []
    const attachments = (result?.attachments ?? []).map(({ name, body = '' }) => [
      name,
      Buffer.from(body, 'base64').toString(),
    ])
    return {
      file: file.replace(/\.spec\.ts$/, ''),
      title,
      passed: result?.status === 'passed',
      errors: (result?.errors ?? []).map(({ message = '' }) => stripVTControlCharacters(message)),
      attachments: Object.fromEntries(attachments),
    }
  })
  return [...own, ...(suite.suites ?? []).flatMap(outcomesOf)]
}
