import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { CommandIo } from '../../src/cli/io.ts'
import { foreignEnvironment } from './run-program.ts'

/* Runs the command line: in this process, or in one of its own where signals, exit codes or the environment matter. */

const main = join(import.meta.dirname, '../../src/cli/main.ts')
type Stream = 'stdout' | 'stderr'

/** Keeps what is printed, and waits for it. */
function createOutput() {
  const printed = { stdout: '', stderr: '' }
  const checks = new Set<() => void>()
  return {
    printed,
    print(name: Stream, text: string) {
      printed[name] += text
      for (const check of checks) check()
    },
    /** Settles with the match once something printed matches; fails where the command ends before. */
    until(name: Stream, pattern: RegExp, ended: Promise<number | string>) {
      return new Promise<RegExpExecArray>((settle, fail) => {
        const check = () => {
          const match = pattern.exec(printed[name])
          if (!match) return
          checks.delete(check)
          settle(match)
        }
        checks.add(check)
        check()
        void ended.then((code) =>
          fail(new Error(`Ended with ${code} before ${pattern}: ${printed.stdout}${printed.stderr}`)),
        )
      })
    },
  }
}

/** Surroundings of a command in this process, which keep what it prints, and stop it when told to. */
export function createSurroundings(env: CommandIo['env'] = process.env) {
  const { printed, print, until } = createOutput()
  const { promise, resolve: stop } = Promise.withResolvers<void>()
  const stream = (name: Stream) => ({
    isTTY: false,
    columns: 100,
    write: (text: string) => print(name, text),
  })
  const io: CommandIo = { stdout: stream('stdout'), stderr: stream('stderr'), env, stopped: () => promise }
  return { io, printed, stop, until }
}

/** Runs a command line to its end. */
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
    until: (name: Stream, pattern: RegExp) => until(name, pattern, ended),
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

/** A program in a process of its own. */
export interface CliProcess extends AsyncDisposable {
  readonly printed: { readonly stdout: string; readonly stderr: string }
  until(name: Stream, pattern: RegExp): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** Settles with the exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/** Starts `posts-understudy` from its sources, under the Node that runs the tests. */
export function startCli(...given: string[]): CliProcess {
  return startNode([main, ...given])
}

/** Starts Node with these parameters, as in CI, without colours. */
export function startNode(parameters: readonly string[], cwd = process.cwd()): CliProcess {
  const { FORCE_COLOR: _colour, ...env } = foreignEnvironment()
  const child = spawn(process.execPath, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const { printed, print, until } = createOutput()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => print(name, text))
  const ended = new Promise<number | NodeJS.Signals>((settle) => {
    child.on('close', (code, signal) => settle(code ?? signal ?? 0))
  })
  return {
    printed,
    until: (name, pattern) => until(name, pattern, ended),
    signal: (name) => void child.kill(name),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export interface ServeProcess extends CliProcess {
  readonly url: string
  readonly origin: string
}

/** Starts `posts-understudy serve` on a free port, and waits for its address. */
export async function startServe(...given: string[]): Promise<ServeProcess> {
  return await startServeUnder([], ...given)
}

/** The same with options of Node, such as a heap limit. */
export async function startServeUnder(
  nodeOptions: readonly string[],
  ...given: string[]
): Promise<ServeProcess> {
  const cli = startNode([...nodeOptions, main, 'serve', '--port', '0', ...given])
  const [, origin = ''] = await cli.until('stdout', served)
  return Object.assign(cli, { origin, url: `${origin}/v1` })
}
