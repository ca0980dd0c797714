import { appendFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** What became of one test of the specs. */
export interface Outcome {
  readonly file: string
  readonly title: string
  readonly status: TestResult['status']
  /** What Playwright prints of each error, without colours. */
  readonly errors: readonly string[]
  /** Texts by name. */
  readonly attachments: Readonly<Record<string, string>>
}

/** Writes a line of JSON for each test. */
export default class OutcomeReporter implements Reporter {
  onTestEnd({ title, location }: TestCase, { status, errors, attachments }: TestResult): void {
    const outcome: Outcome = {
      file: basename(location.file),
      title,
      status,
      errors: errors.map(({ message = '' }) => stripVTControlCharacters(message)),
      attachments: Object.fromEntries(attachments.map(({ name, body }) => [name, String(body)])),
    }
    appendFileSync(`${process.env.OUTPUT}.jsonl`, `${JSON.stringify(outcome)}\n`)
  }
}
