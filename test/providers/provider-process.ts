import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { foreignEnvironment } from '../support/run-program.ts'

/** How long a stack may take until it answers, in milliseconds; Rails needs two seconds when nothing else runs. */
const patience = 60_000

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) signal(child, 'SIGKILL')
})

/** How a stack is started on a port. */
export interface StartCommand {
  command: string
  args: readonly string[]
  folder: string
  environment?: Record<string, string>
}

/** Starts a process with its own group and waits until it answers HTTP at the address. */
export async function startProcess(
  name: string,
  url: string,
  start: StartCommand,
): Promise<() => Promise<void>> {
  const child = spawn(start.command, start.args, {
    cwd: start.folder,
    env: { ...foreignEnvironment(), ...start.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let output = ''
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4000)
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', keep)
  child.on('error', (error) => {
    output += error.message
  })
  try {
    await answers(child, url)
  } catch (error) {
    await endProcess(child)
    const fact = error instanceof Error ? error.message : String(error)
    throw new Error(`Failed to start ${name}: ${fact}. Its last output:\n${output.trim() || '(none)'}`)
  }
  return () => endProcess(child)
}

/**
 * A port of 127.0.0.1 that was free a moment ago.
 *
 * It lies below those that a system gives to servers on port 0, so none of them can take it before the provider
 * does and answer in its place.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const end = Date.now() + patience
  while (Date.now() < end) {
    if (child.pid === undefined) throw new Error('its command could not be run')
    if (hasEnded(child)) throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`)
    try {
      const headers = { connection: 'close' }
      const response = await fetch(url, { signal: AbortSignal.timeout(patience), headers })
      await response.arrayBuffer()
      if (!hasEnded(child)) return
    } catch {
      await wait(50)
    }
  }
  throw new Error(`it did not answer at ${url} in ${patience} ms`)
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && !hasEnded(child)) {
    const ended = once(child, 'exit')
    signal(child, 'SIGTERM')
    await Promise.race([ended, wait(3000, undefined, { ref: false })])
  }
  // The leader may be gone and have left its workers behind; they share its group.
  signal(child, 'SIGKILL')
  if (child.pid !== undefined && !hasEnded(child)) await once(child, 'exit')
  running.delete(child)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, name)
  } catch {
    // ESRCH: the whole group has ended, which is what was asked for.
  }
}
