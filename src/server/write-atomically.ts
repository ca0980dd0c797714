import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

let drafts = 0

/**
 * Replaces the content of a file in one step: whoever opens it, also after a crash at any moment, sees the old content
 * or the new one, whole. The text goes into a file of its own beside it, onto the disk, and then takes its name.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}-${++drafts}.draft`)
  const mode = await stat(path).then(
    (found) => found.mode & 0o777,
    () => 0o666,
  )
  try {
    const file = await open(draft, 'w', mode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Removes the drafts that processes left beside a file when they were killed. */
export async function removeDrafts(path: string): Promise<void> {
  const prefix = `.${basename(path)}.`
  const names = await readdir(dirname(path))
  const left = names.filter((name) => {
    const [, owner] =
      /^(\d+)-\d+\.draft$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? []
    return owner !== undefined && !isRunning(Number(owner))
  })
  await Promise.all(left.map((name) => rm(join(dirname(path), name), { force: true })))
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // EPERM: it runs, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
