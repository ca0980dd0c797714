import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'

/** The locks that this process holds. A lock with its id that is not here is of an earlier process, as in containers. */
const held = new Set<string>()

/**
 * Takes the lock of a file: the id of this process, in `.NAME.lock` beside it. The lock of a process that has ended is
 * taken over.
 *
 * @returns a function that releases it.
 * @throws UnderstudyError `DATA_FILE_IN_USE`; the system's error where the folder is not writable.
 */
export function lockFile(file: string): () => void {
  const lock = join(dirname(file), `.${basename(file)}.lock`)
  const take = () => writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' })
  try {
    take()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const pid = Number(readFileSync(lock, 'utf8'))
    if (pid === process.pid ? held.has(lock) : isRunning(pid))
      throw new UnderstudyError(
        'DATA_FILE_IN_USE',
        `Failed to open the data file ${JSON.stringify(file)}: process ${pid} serves it. Stop that process, or pass another file. If it is not a posts server, remove ${JSON.stringify(lock)}.`,
      )
    rmSync(lock, { force: true })
    take()
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    rmSync(lock, { force: true })
  }
}

function isRunning(pid: number): boolean {
  // 0 and NaN: the process was killed while it wrote its lock.
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs for another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
