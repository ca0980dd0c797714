import { spawn } from 'node:child_process'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../../src/cli/main.ts')

/** A program in a process of its own. */
export interface CliProcess extends AsyncDisposable {
  readonly printed: { readonly stdout: string; readonly stderr: string }
  /** Settles with the match once something printed matches; fails where the process ends before. */
  until(name: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** Settles with the exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/** Starts `posts-understudy` from its sources, under the Node that runs the tests. */
export function startCli(...given: string[]): CliProcess {
  return startNode([main, ...given])
}

/** Starts Node with these parameters, as in CI: without colours, and without what Vitest puts into the environment. */
export function startNode(parameters: readonly string[], cwd = process.cwd()): CliProcess {
  const { VITEST: _vitest, NODE_ENV: _mode, FORCE_COLOR: _colour, ...env } = process.env
  const child = spawn(process.execPath, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  const heard = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
      for (const check of heard) check()
    })
  }
  const ended = new Promise<number | NodeJS.Signals>((settle) => {
    child.on('close', (code, signal) => settle(code ?? signal ?? 0))
  })
  return {
    printed,
    until: (name, pattern) =>
      new Promise((settle, fail) => {
        const check = () => {
          const match = pattern.exec(printed[name])
          if (match) settle(match)
        }
        heard.add(check)
        check()
        void ended.then((code) =>
          fail(new Error(`Ended with ${code} before ${pattern}: ${printed.stdout}${printed.stderr}`)),
        )
      }),
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
  const [, origin = ''] = await cli.until('stdout', /Control: +(http:\S+)\/_understudy\/[\s\S]*curl .+\n/)
  return Object.assign(cli, { origin, url: `${origin}/v1` })
}
