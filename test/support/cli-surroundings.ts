import { runCommandLine } from '../../src/cli/command-line.ts'
import type { CommandIo } from '../../src/cli/io.ts'

/** Surroundings that keep what is printed, and stop when told to. */
export function createSurroundings({
  isTTY = false,
  env = {},
}: {
  isTTY?: boolean
  env?: CommandIo['env']
} = {}) {
  const printed = { stdout: '', stderr: '' }
  const { promise, resolve: stop } = Promise.withResolvers<void>()
  const heard = new Set<() => void>()
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY,
    columns: 100,
    write(text: string) {
      printed[name] += text
      for (const check of heard) check()
    },
  })
  const io: CommandIo = { stdout: output('stdout'), stderr: output('stderr'), env, stopped: () => promise }
  /** Settles once something printed matches. */
  const until = (name: 'stdout' | 'stderr', pattern: RegExp) =>
    new Promise<RegExpExecArray>((settle) => {
      const check = () => {
        const match = pattern.exec(printed[name])
        if (!match) return
        heard.delete(check)
        settle(match)
      }
      heard.add(check)
      check()
    })
  return { io, printed, stop, until }
}

/** Serves on a free port, in this process, until `stop` is called; what a signal does is for a process: `startServe`. */
export async function serveHere(...given: string[]) {
  const { io, printed, until, stop } = createSurroundings()
  const ended = runCommandLine(['serve', '--port', '0', ...given], io)
  const early = ended.then((code) => Promise.reject(new Error(`Ended with ${code}: ${printed.stderr}`)))
  early.catch(() => {})
  const [, origin = ''] = await Promise.race([
    until('stdout', /Control: +(http:\S+)\/_understudy\/[\s\S]*curl .+\n/),
    early,
  ])
  return {
    printed,
    until,
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

/** Runs a command line to its end. */
export async function runCli(...given: string[]) {
  const { io, printed } = createSurroundings()
  const code = await runCommandLine(given, io)
  return { code, ...printed }
}
