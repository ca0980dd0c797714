import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { readRegularFile } from './regular-file.ts'

/** The process that holds a lock. */
export interface LockHolder {
  readonly pid: number
  /** The process's start time in system units, because pids are reused. Empty where unknown. */
  readonly began: string
  readonly host: string
  /** Its address, once it serves. */
  readonly url?: string
}

const maxBytes = 4096

/**
 * A lock on a file, in `.NAME.lock` beside it. The next process takes over the lock of a killed process, or of one on
 * another machine.
 */
export class FileLock {
  readonly #path: string
  #text: string
  readonly #holder: LockHolder

  private constructor(path: string, holder: LockHolder) {
    this.#path = path
    this.#holder = holder
    this.#text = textOf(holder)
  }

  /**
   * Takes the lock of a file, or returns its holder.
   * @throws the system's error where the folder is not writable.
   */
  static take(file: string): FileLock | LockHolder {
    const path = lockPathOf(file)
    const { pid } = process
    const lock = new FileLock(path, { pid, began: beginningOf(pid), host: hostname() })
    for (;;) {
      if (create(path, lock.#text)) return lock
      const found = read(path)
      if (found === undefined) continue
      const holder = holderIn(found)
      if (holder && isRunning(holder)) return holder
      remove(path, found)
    }
  }

  /** Adds the address to the lock. */
  announce(url: string): void {
    if (read(this.#path) !== this.#text) return
    const text = textOf({ ...this.#holder, url })
    const draft = `${this.#path}.${randomUUID()}`
    writeFileSync(draft, text, { flag: 'wx' })
    renameSync(draft, this.#path)
    this.#text = text
  }

  release(): void {
    remove(this.#path, this.#text)
  }
}

export function lockPathOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.lock`)
}

function textOf(holder: LockHolder): string {
  // The id distinguishes the locks of one process.
  return `${JSON.stringify({ ...holder, id: randomUUID() })}\n`
}

function holderIn(text: string): LockHolder | undefined {
  try {
    const { pid, began, host, url } = Object(JSON.parse(text))
    const isHolder = Number.isSafeInteger(pid) && pid > 0 && typeof began === 'string'
    return isHolder ? { pid, began, host, ...(typeof url === 'string' && { url }) } : undefined
  } catch {
    return undefined
  }
}

function isRunning({ pid, began, host }: LockHolder): boolean {
  return host === hostname() && isProcess(pid) && beginningOf(pid) === began
}

export function isProcess(pid: number): boolean {
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

function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): string | undefined {
  try {
    return readRegularFile(path, maxBytes)?.bytes.toString()
  } catch (error) {
    throw new Error(`its lock ${JSON.stringify(path)} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Removes a lock that still has this text. It is renamed first, because another process may take it over
 * concurrently.
 */
function remove(path: string, text: string): void {
  if (read(path) !== text) return
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = read(aside)
  if (moved !== undefined && moved !== text) create(path, moved)
  rmSync(aside, { force: true })
}
