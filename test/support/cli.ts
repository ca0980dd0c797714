import { join } from 'node:path'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { CommandIo } from '../../src/cli/io.ts'
import { createOutput, type RunningProgram, startProgram } from './run-program.ts'

/* Runs the command line: in this process, or in one of its own where signals, exit codes or the environment matter. */

export const main = join(import.meta.dirname, '../../src/cli/main.ts')

/** Surroundings of a command in this process, which keep what it prints, and stop it when told to. */
export function createSurroundings(env: CommandIo['env'] = process.env) {
  const { printed, print, until } = createOutput()
  const { promise, resolve: stop } = Promise.withResolvers<void>()
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY: false,
    columns: 100,
    write: (text: string) => print(name, text),
  })
  const io: CommandIo = { stdout: stream('stdout'), stderr: stream('stderr'), env, stopped: () => promise }
  return { io, printed, stop, until }
}

export async function runCli(...given: string[]) {
  const { io, printed } = createSurroundings()
  const code = await runCommandLine(given, io)
  return { code, ...printed }
}

/** The control address that `serve` prints, once all is printed. */
const served = /Control: +(http:\S+)\/_understudy\/[\s\S]*curl .+\n/

/** Serves on a free port, in this process, until `stop` is called. */
export async function serveHere(...given: string[]) {
  const { io, printed, until, stop } = createSurroundings()
  const ended = runCommandLine(['serve', '--port', '0', ...given], io)
  const [, origin = ''] = await until('stdout', served, ended)
  return {
    printed,
    until: (...what: Parameters<RunningProgram['until']>) => until(...what, ended),
    stop,
    ended,
    origin,
    url: `${origin}/v1`,
    async [Symbol.asyncDispose]() {
      stop()
      await ended
    },
  }
}

/** Starts `posts-understudy` from its sources in a process of its own, under the Node that runs the tests. */
export function startCli(...given: string[]): RunningProgram {
  return startProgram(process.execPath, [main, ...given])
}

/** Starts `posts-understudy serve` on a free port, and waits for its address. @param nodeOptions such as a heap limit. */
export async function startServe(given: readonly string[], nodeOptions: readonly string[] = []) {
  const cli = startProgram(process.execPath, [...nodeOptions, main, 'serve', '--port', '0', ...given])
  const [, origin = ''] = await cli.until('stdout', served)
  return Object.assign(cli, { origin, url: `${origin}/v1` })
}
