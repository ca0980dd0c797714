import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A Pact file to verify. */
export interface VerifyOrder {
  readonly pactFile: string
  /** Where the answer is written, as JSON. */
  readonly answerFile: string
  /** Where Pact sends requests, and below it, to `/states`, what each of them needs. */
  readonly origin: string
  /** How long Pact waits for one reply, in milliseconds. */
  readonly timeout: number
}

/** Pact's report as JSON, or why there is none. */
export type VerifierAnswer = { readonly report: string } | { readonly failure: string }

/** Environment variables that would change the result. */
const ambient = /^(?:pact_.*|rust_.*|log_level|node_options|node_debug|(?:https?|all|no|ftp)_proxy)$/i

/** How long Pact waits for one reply, in milliseconds: longer than the session does. */
const timeout = 120_000

// A .ts file in the sources, a .js file in the package.
const childFile = join(import.meta.dirname, `child${extname(import.meta.filename)}`)

/**
 * Has Pact's verifier replay a Pact file.
 * @param folder for its files.
 * @param signal ends it; the process is killed.
 */
export async function runVerifier(
  pact: string,
  origin: string,
  folder: string,
  signal: AbortSignal,
): Promise<VerifierAnswer> {
  const [pactFile, answerFile] = [join(folder, 'pact.json'), join(folder, 'answer.json')]
  const order: VerifyOrder = { pactFile, answerFile, origin, timeout }
  await writeFile(pactFile, pact)
  const environment = Object.entries(process.env).filter(([name]) => !ambient.test(name))
  try {
    const child = spawn(process.execPath, [childFile, JSON.stringify(order)], {
      env: { ...Object.fromEntries(environment), PACT_DO_NOT_TRACK: 'true' },
      stdio: ['pipe', 'ignore', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
    })
    await once(child, 'close')
    return JSON.parse(await readFile(answerFile, 'utf8')) as VerifierAnswer
  } catch {
    return { failure: signal.aborted ? 'the run was over' : "Pact's process ended without an answer" }
  }
}
