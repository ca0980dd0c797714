import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** What a program printed and how it ended. */
export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Starts a program of this repository, given as the source of a module, in a process of its own. */
export function startDriver(source: string, environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Waits for the end of a program, and gives what it printed on both outputs. */
export function ended(child: ChildProcess): Promise<Ended> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
