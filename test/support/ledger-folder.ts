import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder for ledgers that goes with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-ledger-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The ledgers in a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
