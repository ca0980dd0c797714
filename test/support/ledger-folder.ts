import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
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

/** What this process has open (Linux). */
export async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd')
  return Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')))
}
