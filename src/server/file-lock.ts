import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The process that holds a lock. */
export interface LockHolder {
  readonly pid: number
  /** The process's start time in system units, because pids are reused, in containers above all. Empty where unknown. */
  readonly began: string
  readonly host: string
  /** Its address, once it serves. */
  readonly url?: string
}

/**
 * A lock on a file: its holder, in `.NAME.lock` beside it. The next process takes over the lock of a
 * process that has ended, or of one on another machine.
 */
export class FileLock {
  readonly #path: string

  private constructor(path: string) {
    this.#path = path
  }

  /**
   * Takes the lock of a file, or returns its holder.
   * @throws the system's error where the folder is not writable.
   */
  static take(file: string): FileLock | LockHolder {
    const path = lockPathOf(file)
    for (;;) {
      try {
        writeFileSync(path, textOf({}), { flag: 'wx' })
        return new FileLock(path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = holderIn(path)
      if (holder && isRunning(holder)) return holder
      rmSync(path, { force: true })
    }
  }

  /** Adds the address to the lock. */
  announce(url: string): void {
    writeFileSync(this.#path, textOf({ url }))
  }

  release(): void {
    rmSync(this.#path, { force: true })
  }
}

export function lockPathOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.lock`)
}

function textOf(address: Pick<LockHolder, 'url'>): string {
  const { pid } = process
  return `${JSON.stringify({ pid, began: beginningOf(pid), host: hostname(), ...address })}\n`
}

/** Undefined where the lock is gone, or was cut off while it was written. */
function holderIn(path: string): LockHolder | undefined {
  try {
    const { pid, began, host, url } = Object(JSON.parse(readFileSync(path, 'utf8')))
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    return { pid, began, host, ...(typeof url === 'string' && { url }) }
  } catch {
    return undefined
  }
}

function isRunning({ pid, began, host }: LockHolder): boolean {
  if (host !== hostname() || beginningOf(pid) !== began) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs for another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Field 22 of /proc/PID/stat, after the name in brackets. Empty on other systems than Linux. */
function beginningOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ')[20] ?? ''
  } catch {
    return ''
  }
}
