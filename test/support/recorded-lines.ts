import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf } from '../../contracts/client/recorded-run.ts'

/** What mocks recorded in a folder: their requests, and the outcomes of tests. */
export function recordedIn(folder: string) {
  const lines = readdirSync(folder).flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8')))
  return {
    exchanges: lines.filter((line) => line.kind === 'exchange'),
    tests: lines.filter((line) => line.kind === 'test'),
  }
}
