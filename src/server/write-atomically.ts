import { randomUUID } from 'node:crypto'
import { renameSync, type Stats } from 'node:fs'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isProcess } from './file-lock.ts'

/**
 * Replaces the content of a file in one step: whoever opens it, also after a crash at any moment, sees the old content
 * or the new one, whole. The text goes into a new file beside it, with the mode and the owner of the old, onto the disk,
 * and then takes its name.
 *
 * @param last runs right before the step; where it fails, the file stays as it is.
 */
export async function writeAtomically(path: string, text: string, last = async () => {}): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}-${randomUUID()}.draft`)
  const before = await lstat(path).catch(() => undefined)
  await writeNew(draft, Buffer.from(text), before)
  try {
    await last()
    renameSync(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Writes a file that is not there yet, onto the disk.
 * @param like gives it its mode and, where the system allows it, its owner.
 * @throws what the system says: `EEXIST` where there is anything at the path, also a link.
 */
export async function writeNew(path: string, bytes: Uint8Array, like: Stats | undefined): Promise<void> {
  // Until it has the mode of the other file only its owner may read it.
  const file = await open(path, 'wx', like ? 0o600 : 0o666)
  try {
    if (like) {
      await file.chown(like.uid, like.gid).catch(() => {})
      await file.chmod(like.mode & 0o777)
    }
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Removes the drafts that processes left beside a file when they were killed. */
export async function removeDrafts(path: string): Promise<void> {
  const prefix = `.${basename(path)}.`
  const names = await readdir(dirname(path))
  const left = names.filter((name) => {
    const [, owner] =
      /^(\d+)-[\w-]+\.draft$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? []
    return owner !== undefined && !isProcess(Number(owner))
  })
  await Promise.all(left.map((name) => rm(join(dirname(path), name), { force: true })))
}
