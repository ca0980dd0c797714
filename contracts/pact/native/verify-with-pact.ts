import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type ForwarderOptions, startForwarder } from './forwarder.ts'

/** The verdict of Pact's own verifier on a contract. Plain data. */
export interface PactVerdict {
  /** How many interactions it sent and accepted. */
  readonly accepted: number
  /** What it did not accept: the key of the interaction, and Pact's words. */
  readonly refused: readonly { readonly key: string; readonly message: string }[]
  /** Why it did not judge all. */
  readonly failure?: string
}

export interface PactReplay extends ForwarderOptions {
  /** Writes the Pact file, with the key of each interaction as a parameter of its states. @returns its path. */
  write(folder: string): string
  readonly signal: AbortSignal
}

/**
 * Has Pact's own verifier replay interactions at a provider. Its requests go through the session of the run, so that
 * nothing is written to posts of others. Never rejects for a provider's failure.
 */
export async function verifyWithPact({ write, signal, ...options }: PactReplay): Promise<PactVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  await using forwarder = await startForwarder(options)
  try {
    const { origin, unsent } = forwarder
    const answer = await runVerifier(write(folder), origin, signal)
    if ('failure' in answer) return { accepted: 0, refused: [], failure: answer.failure }
    const { interactionResults = [] } = JSON.parse(answer.report) as PactReport
    const judged = interactionResults.filter((each) => !unsent.has(keyOf(each)))
    const refused = judged
      .filter(({ result }) => result !== 'OK')
      .map((each) => ({ key: keyOf(each), message: messageOf(each) }))
    const [failure] = unsent.values()
    return {
      accepted: judged.length - refused.length,
      refused,
      ...(failure === undefined ? {} : { failure }),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Pact's report as JSON, or why there is none. */
export type VerifierAnswer = { readonly report: string } | { readonly failure: string }

/** Environment variables that would change the result. */
const ambient = /^(?:pact_.*|rust_.*|log_level|node_options|node_debug|(?:https?|all|no|ftp)_proxy)$/i

// A .ts file in the sources, a .js file in the package.
const childFile = join(import.meta.dirname, `child${extname(import.meta.filename)}`)

/** Has Pact's verifier replay a Pact file at an address. @param signal ends it; the process is killed. */
async function runVerifier(pactFile: string, origin: string, signal: AbortSignal): Promise<VerifierAnswer> {
  const environment = Object.entries(process.env).filter(([name]) => !ambient.test(name))
  let answer: VerifierAnswer = { failure: "Pact's process ended without an answer" }
  try {
    const child = fork(childFile, [pactFile, origin], {
      env: { ...Object.fromEntries(environment), PACT_DO_NOT_TRACK: 'true' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
    })
    child.on('message', (message) => {
      answer = message as VerifierAnswer
    })
    await once(child, 'close')
    return answer
  } catch {
    return signal.aborted ? { failure: 'the run was over' } : answer
  }
}

interface PactReport {
  readonly interactionResults?: readonly InteractionResult[]
}

interface InteractionResult {
  /** Missing in version 3. */
  readonly interactionKey?: string
  readonly description: string
  readonly result: string
  readonly mismatch?: {
    readonly mismatches?: readonly { readonly mismatch: string; readonly path?: string }[]
    readonly message?: string
  }
}

function keyOf({ interactionKey, description }: InteractionResult): string {
  return interactionKey ?? description
}

/** A mismatch quotes the reply: it is cut. */
function messageOf({ mismatch }: InteractionResult): string {
  const [first] = mismatch?.mismatches ?? []
  const place = first?.path === undefined ? '' : `${first.path}: `
  const message = first ? `${place}${first.mismatch}` : mismatch?.message
  return (message ?? 'Pact gave no reason').slice(0, 300)
}
