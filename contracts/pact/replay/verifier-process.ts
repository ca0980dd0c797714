import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

/** One Pact file to verify. */
export interface VerifyOrder {
  /** Path of the Pact file. */
  readonly file: string
  /** Where its requests go. */
  readonly providerUrl: string
  /** Where its provider states are set up. */
  readonly stateUrl: string
}

/** What the child process is asked to do. */
export interface VerifyRequest {
  readonly orders: readonly VerifyOrder[]
  /** How long Pact waits for one answer, in milliseconds. */
  readonly timeout: number
}

/** What the child process answers: Pact's report on each file, as JSON text, and why there are not more of them. */
export interface VerifyReports {
  readonly reports: readonly string[]
  readonly failure?: string
}

/** What makes the same verification come out differently in another shell; and what would print. */
const ambient = /^(?:pact_.*|rust_.*|log_level|node_options|node_debug|(?:https?|all|no|ftp)_proxy)$/i

// From the sources it is a .ts file, in the package a .js file, and lies beside this one in both.
const childFile = join(import.meta.dirname, `child${extname(import.meta.filename)}`)

/**
 * Runs Pact's verifier in a process of its own. Pact writes to the standard output from native code, reads its
 * environment and reports to a third party unless told not to: none of it reaches this process or leaves the child.
 *
 * @param prepare makes the request while the child loads Pact, which takes a moment.
 * @param signal aborts the run; the child is killed.
 * @returns what Pact reported; rejects only where `prepare` does.
 */
export async function runVerifier(
  prepare: () => Promise<VerifyRequest>,
  signal: AbortSignal,
): Promise<VerifyReports> {
  if (signal.aborted) return { reports: [], failure: reasonOf(signal) }
  const child = fork(childFile, {
    env: { ...environment(), PACT_DO_NOT_TRACK: 'true' },
    execArgv: [],
    silent: true,
  })
  const printed = lastLinesOf(child)
  const abort = () => child.kill('SIGKILL')
  signal.addEventListener('abort', abort)
  try {
    const answer = answerOf(child)
    child.send(await prepare(), () => {})
    const { reports, failure } = await answer
    if (failure === undefined) return { reports }
    return { reports, failure: signal.aborted ? reasonOf(signal) : `${failure}${printed()}` }
  } finally {
    signal.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  }
}

function answerOf(child: ChildProcess): Promise<VerifyReports> {
  return new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as VerifyReports))
    child.once('error', ({ message }) => resolve({ reports: [], failure: message }))
    child.once('close', (code, signal) =>
      resolve({ reports: [], failure: `Pact's process ended with ${signal ?? `exit code ${code}`}` }),
    )
  })
}

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ambient.test(name)))
}

/** What the child printed last: read all the time, or it would stand still, and told only when it failed. */
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

/** Why a signal was aborted, in words. */
export function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason)
}
