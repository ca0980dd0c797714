import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { stripVTControlCharacters } from 'node:util'
import { defined } from '../../../handlers/model/defined.ts'
import type { ContractKind } from '../interaction.ts'
import type { NativeResult } from './native-report.ts'

export interface VerifyOrder {
  readonly contract: ContractKind
  readonly file: string
  readonly providerUrl: string
  readonly stateUrl: string
}

/** A request to the child process. Requests run concurrently, the orders of one in sequence. */
export interface VerifyRequest {
  /** Repeated in the answer. */
  readonly number: number
  readonly orders: readonly VerifyOrder[]
  /** How long Pact waits for one reply, in milliseconds. */
  readonly timeout: number
}

/** Pact's verdicts, and why some are missing. */
export interface VerifierAnswer {
  readonly verdicts: readonly NativeResult[]
  readonly failure?: string
}

/** An answer of the child process. */
export interface NumberedAnswer extends VerifierAnswer {
  readonly number: number
}

/** Pact's verifier in a child process. */
export interface VerifierProcess extends Disposable {
  /** Verifies Pact files, one after the other. Never rejects. */
  verify(orders: readonly VerifyOrder[], timeout: number): Promise<VerifierAnswer>
}

/** How many files Pact can verify concurrently: each call blocks a thread of Node's pool. */
const threads = '16'

/** Environment variables that would change the result or print logs. */
const ambient = /^(?:pact_.*|rust_.*|log_level|node_options|node_debug|(?:https?|all|no|ftp)_proxy)$/i

// A .ts file in the sources, a .js file in the package.
const childFile = join(import.meta.dirname, `child${extname(import.meta.filename)}`)

/**
 * Starts Pact's verifier in a child process, because Pact writes to stdout from native code, reads its environment
 * and sends telemetry.
 *
 * @param signal ends all work; the child is killed.
 */
export function startVerifier(signal: AbortSignal): VerifierProcess {
  const waiting = new Map<number, (answer: VerifierAnswer) => void>()
  let count = 0
  let ended: string | undefined = signal.aborted ? reasonOf(signal) : undefined
  const certificates = ended === undefined ? oneCertificate() : undefined
  const child =
    certificates &&
    fork(childFile, {
      env: {
        ...environment(),
        ...certificates.env,
        PACT_DO_NOT_TRACK: 'true',
        UV_THREADPOOL_SIZE: threads,
        // Otherwise glibc keeps a separate heap for each thread, and does not give it back.
        MALLOC_ARENA_MAX: '2',
      },
      execArgv: [],
      silent: true,
    })
  const printed = child ? lastLinesOf(child) : () => ''
  const told = (failure: string) => (signal.aborted ? reasonOf(signal) : `${failure}${printed()}`)
  const end = (failure: string) => {
    ended ??= told(failure)
    for (const resolve of waiting.values()) resolve({ verdicts: [], failure: ended })
    waiting.clear()
  }
  const abort = () => child?.kill('SIGKILL')
  signal.addEventListener('abort', abort)
  child?.on('message', (answer) => {
    const { number, verdicts, failure } = answer as NumberedAnswer
    waiting.get(number)?.({ verdicts, ...defined({ failure: failure && told(failure) }) })
    waiting.delete(number)
  })
  child?.once('error', ({ message }) => end(message))
  child?.once('close', (code, signal) => end(`Pact's process ended with ${signal ?? `exit code ${code}`}`))
  return {
    async verify(orders, timeout) {
      if (ended !== undefined) return { verdicts: [], failure: ended }
      const number = ++count
      const answer = new Promise<VerifierAnswer>((resolve) => waiting.set(number, resolve))
      child?.send({ number, orders, timeout } satisfies VerifyRequest, () => {})
      return await answer
    },
    [Symbol.dispose]() {
      signal.removeEventListener('abort', abort)
      child?.kill('SIGKILL')
      certificates?.remove()
    },
  }
}

/**
 * Replaces the machine's certificates with a single one: Pact loads all of them for each request, which is half of
 * its work, and fails without any. It only calls loopback.
 */
function oneCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'posts-understudy-'))
  const file = join(folder, 'one.pem')
  writeFileSync(file, rootCertificates[0] ?? '')
  return {
    env: { SSL_CERT_FILE: file, SSL_CERT_DIR: folder },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ambient.test(name)))
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

export function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason)
}
