import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedExchange, RecordedLine, RecordedTest } from '../../contracts/client/recording.ts'

/** What mocks recorded in a folder: their requests, and the outcomes of tests. */
export function recordedIn(folder: string): { exchanges: RecordedExchange[]; tests: RecordedTest[] } {
  const texts = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  )
  const lines: RecordedLine[] = texts.map((text) => JSON.parse(text))
  return {
    exchanges: lines.filter((line) => line.kind === 'exchange'),
    tests: lines.filter((line) => line.kind === 'test'),
  }
}
