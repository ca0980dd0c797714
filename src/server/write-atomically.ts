import { randomUUID } from 'node:crypto'
import { renameSync, type Stats } from 'node:fs'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isProcess } from './file-lock.ts'

/**
 * Replaces the content of a file atomically: writes a new file with the same mode and owner beside it, flushes it,
 * and renames it.
 *
 * @param last runs right before the rename; if it fails, the file is not changed.
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
 * Writes and flushes a new file.
 * @param like the source of its mode and, if permitted, its owner.
 * @throws the system's error: `EEXIST` where the path exists, also as a link.
 */
export async function writeNew(path: string, bytes: Uint8Array, like: Stats | undefined): Promise<void> {
  // Only the owner may read it until it has the final mode.
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

/** Removes the drafts of killed processes. */
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
