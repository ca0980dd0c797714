import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { foreignEnvironment } from '../providers/install.ts'

/** A server under measurement, in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  /** From the start of the process to its first whole answer, in milliseconds. */
  readonly startUp: number
  /** Memory that the process holds (RSS), in bytes; undefined where the system does not tell. */
  memory(): Promise<number | undefined>
  /** Processor time that the process has used, in seconds; undefined where the system does not tell. */
  processorTime(): Promise<number | undefined>
  /** Asks the process for a line on stderr, by SIGUSR2. */
  ask(): Promise<string>
}

/** How long a server may take to start, in milliseconds. */
const patience = 30_000

/**
 * Starts `node` with parameters and waits until the address answers with 200.
 *
 * @throws Error with what it wrote to stderr, where it never does.
 */
export async function startServer(
  args: readonly string[],
  folder: string,
  url: string,
): Promise<ServerProcess> {
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...foreignEnvironment(), HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2000)
  })
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  while (!(await answers(url))) {
    if (child.exitCode === null && performance.now() - start < patience) await wait(2)
    else {
      await end()
      throw new Error(`Failed to start "node ${args.join(' ')}": no answer at ${url}.\n${complaints}`)
    }
  }
  return {
    startUp: performance.now() - start,
    memory: () => residentBytes(child.pid ?? 0),
    processorTime: () => usedSeconds(child.pid ?? 0),
    async ask() {
      const line = once(child.stderr, 'data')
      child.kill('SIGUSR2')
      return String((await line)[0])
    },
    [Symbol.asyncDispose]: end,
  }
}

function answers(url: string): Promise<boolean> {
  return new Promise((settle) => {
    const sent = request(url, { agent: false }, (response) => {
      response.resume().on('end', () => settle(response.statusCode === 200))
    })
    sent.on('error', () => settle(false)).end()
  })
}

async function residentBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** Linux counts in hundredths of a second, whatever the machine (proc(5), `utime` and `stime`). */
async function usedSeconds(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name of the program stands in parentheses before the fields, and may hold blanks.
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13) ?? []
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) / 100
}
