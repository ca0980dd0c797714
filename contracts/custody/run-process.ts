import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** The process of a run, so that a later one can check whether it is still running. */
export interface RunProcess {
  readonly pid: number
  readonly host: string
  /** Distinguishes it from a later process with the same pid; undefined where the system does not say. */
  readonly birth?: string | undefined
}

const hour = 3_600_000

export function thisProcess(): RunProcess {
  return { pid: process.pid, host: hostname(), birth: birthOf(process.pid) }
}

/**
 * Whether the process of a run may still be running; true in doubt.
 *
 * @param idle how long ago the run wrote its last line, in milliseconds.
 */
export function mayLive({ pid, host, birth }: RunProcess, idle: number): boolean {
  // The process is on another machine; no run writes nothing for an hour.
  if (host !== hostname()) return idle < hour
  if (!exists(pid)) return false
  const now = birthOf(pid)
  // The pid may be another process's now.
  return birth === undefined || now === undefined ? idle < 24 * hour : birth === now
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** On Linux, the boot id and the start time of a process (proc(5), field 22). */
function birthOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The program's name, in brackets, may contain blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[19] && `${boot}/${fields[19]}`
  } catch {
    return undefined
  }
}
