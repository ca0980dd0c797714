import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** The process of a run, so that a later one can tell whether it still lives. */
export interface RunProcess {
  readonly pid: number
  readonly host: string
  /** What tells a process from a later one with the same number; undefined where the system does not say. */
  readonly birth?: string | undefined
}

const hour = 3_600_000

/** This process. */
export function thisProcess(): RunProcess {
  return { pid: process.pid, host: hostname(), birth: birthOf(process.pid) }
}

/**
 * Asks whether the process of a run may still live. In doubt it does: what a living run needs must not be swept away.
 *
 * @param idle how long ago the run wrote its last line, in milliseconds.
 */
export function mayLive({ pid, host, birth }: RunProcess, idle: number): boolean {
  // Nothing is known of the processes of another machine, but no run is silent for an hour.
  if (host !== hostname()) return idle < hour
  if (!exists(pid)) return false
  const now = birthOf(pid)
  // The number may have gone to another process since.
  return birth === undefined || now === undefined ? idle < 24 * hour : birth === now
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of somebody else exists as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** On Linux, when the process began since which start of the machine (proc(5), field 22). */
function birthOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name of the program, in brackets, may hold anything, blanks and brackets too.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[19] && `${boot}/${fields[19]}`
  } catch {
    return undefined
  }
}
