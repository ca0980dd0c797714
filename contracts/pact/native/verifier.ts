import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

/** A Pact file to verify. */
export interface VerifyOrder {
  readonly file: string
  readonly providerUrl: string
  readonly stateUrl: string
  /** How long Pact waits for one reply, in milliseconds. */
  readonly timeout: number
}

/** Pact's report as JSON, or why there is none. */
export type VerifierAnswer = { readonly report: string } | { readonly failure: string }

/** Environment variables that would change the result or print logs. */
const ambient = /^(?:pact_.*|rust_.*|log_level|node_options|node_debug|(?:https?|all|no|ftp)_proxy)$/i

// A .ts file in the sources, a .js file in the package.
const childFile = join(import.meta.dirname, `child${extname(import.meta.filename)}`)

/**
 * Runs Pact's verifier in a child process, because Pact writes to stdout from native code, reads its environment and
 * sends telemetry.
 * @param signal ends it; the child is killed.
 */
export async function runVerifier(order: VerifyOrder, signal: AbortSignal): Promise<VerifierAnswer> {
  if (signal.aborted) return { failure: 'the run was over' }
  const environment = Object.entries(process.env).filter(([name]) => !ambient.test(name))
  const child = fork(childFile, {
    env: { ...Object.fromEntries(environment), PACT_DO_NOT_TRACK: 'true' },
    execArgv: [],
    silent: true,
  })
  const printed = lastLinesOf(child)
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  try {
    const ended = once(child, 'close').then(([code, by]) => ({
      failure: `Pact's process ended with ${by ?? `exit code ${code}`}${printed()}`,
    }))
    const answered = once(child, 'message').then(([answer]) => answer as VerifierAnswer)
    child.send(order)
    return await Promise.race([answered, ended])
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}

/** The last lines of the child's output. Reading it always keeps the child from blocking. */
function lastLinesOf({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr] as Readable[]) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text = (text + chunk).slice(-2000)
    })
  }
  return () => {
    const lines = stripVTControlCharacters(text).trim().split('\n').slice(-5)
    return lines[0] === '' ? '' : ` (${lines.map((line) => line.trim()).join(' / ')})`
  }
}
