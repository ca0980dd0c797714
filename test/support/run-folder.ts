import { mkdtempSync, realpathSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the folder of a test run to the processes that are started for it. */
const runFolderVariable = 'POSTS_UNDERSTUDY_TEST_RUN'

const compiled = join(import.meta.dirname, '../../node_modules/.cache/posts-understudy/compiled')

/** The folder of the test run, which this file's `setup` has made. */
export function runFolder(): string {
  const folder = process.env[runFolderVariable]
  if (folder === undefined)
    throw new Error(`Failed to find the folder of the test run: ${runFolderVariable} is not set.`)
  return folder
}

/** A new folder, which goes with the run. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(runFolder(), 'folder-'))
}

/** The files in a folder; none where there is no folder. */
export async function filesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => [])
}

/** Makes a folder for what several test files need and one of them can make; it goes with the run. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Another project of the same run has made it.
  if (process.env[runFolderVariable] !== undefined) return undefined
  // At once: the projects are set up beside each other.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'posts-understudy-run-')))
  process.env[runFolderVariable] = folder
  // Ledgers lie there, not in the home of the user.
  process.env.XDG_STATE_HOME = join(folder, 'state')
  // Half a second for each process that runs from the sources, and as much for each worker that ends: what runs on a day is compiled once.
  const [today = ''] = new Date().toISOString().split('T')
  for (const day of await filesIn(compiled))
    if (day !== today) await rm(join(compiled, day), { recursive: true, force: true })
  process.env.NODE_COMPILE_CACHE ??= join(compiled, today)
  return async () => {
    delete process.env[runFolderVariable]
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
