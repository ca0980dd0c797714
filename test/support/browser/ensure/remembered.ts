import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeAtomically } from '../../../../src/server/write-atomically.ts'
import type { Candidate, Chromium } from './candidate.ts'

/** The Chromium of the last time, so that only the first run searches. It proves itself again like any other. */
export function remembered(file: string): Candidate {
  return {
    name: 'as last time',
    async find() {
      const text = await readFile(file, 'utf8').catch(() => {
        throw new Error('nothing is remembered')
      })
      return [JSON.parse(text) as Chromium]
    },
  }
}

/** Keeps a Chromium for {@link remembered}. */
export async function remember(file: string, chromium: Chromium): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeAtomically(file, JSON.stringify(chromium))
}
