import { cleanUp } from './clean-up.ts'
import { createProviderClient, type ProviderClient } from './client.ts'
import { createRun } from './create-run.ts'
import { openLedger } from './ledger.ts'
import { obstacleOf } from './obstacle-of.ts'
import type { Leftover } from './result.ts'
import type { Run } from './run.ts'

/** What {@link visit} takes. */
export interface VisitOptions {
  /** The provider's base address, which ends in `/v1`. */
  readonly url: string
  /** Sent with every request and shown nowhere. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends GET, HEAD and OPTIONS alone. Default false. */
  readonly readOnly?: boolean
  /** Trusts any certificate. Default false. */
  readonly insecure?: boolean
  /** How long an answer is waited for, in milliseconds. Default 10 000. */
  readonly timeout?: number
  /** How long a write may take to show, in milliseconds. Default 2000. */
  readonly settle?: number
  /** Default as many as there are. */
  readonly maxRequestsPerSecond?: number
  /** Where the ledger of the run lies. Default the user's state folder. */
  readonly ledgerFolder?: string
  /** Ends the visit early; the posts it made are removed all the same. */
  readonly signal?: AbortSignal
}

/** What a visit came to. */
export interface Visited<Result> {
  /** Undefined where an obstacle stood in the way. */
  readonly result: Result | undefined
  /** The provider's base address, without credentials. */
  readonly url: string
  /** Why the provider could not be judged. */
  readonly obstacle: string | undefined
  readonly leftovers: readonly Leftover[]
  readonly notes: readonly string[]
  readonly requests: number
  /** Milliseconds. */
  readonly duration: number
}

/**
 * Works at a provider with posts of its own: the ledger is open before the first, and at the end they are removed, whatever
 * happens.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `LEDGER_UNUSABLE`
 */
export async function visit<Result>(
  options: VisitOptions,
  work: (run: Run, client: ProviderClient) => Promise<Result>,
): Promise<Visited<Result>> {
  const { readOnly = false, settle = 2000, ledgerFolder: folder } = options
  const signal = options.signal ?? new AbortController().signal
  const started = performance.now()
  const client = createProviderClient({ ...options, signal })
  try {
    const ledger = readOnly
      ? undefined
      : await openLedger({ url: client.url, ...(folder === undefined ? {} : { folder }) })
    const lateness = { longest: 0 }
    const run = createRun({ client, ledger, settle, lateness })
    let attempt: Attempt<Result>
    let leftovers: readonly Leftover[] = []
    try {
      attempt = await attempted(() => work(run, client), signal)
      if (ledger && attempt.obstacle === undefined) await run.end(ledger.removed).catch(() => {})
    } finally {
      if (ledger) leftovers = (await cleanUp(ledger, client)).leftovers
      await ledger?.close()
    }
    const { longest } = lateness
    const late = longest > 0 ? [`Writes took up to ${longest} ms until they could be read.`] : []
    return {
      result: attempt.result,
      url: client.url,
      obstacle: attempt.obstacle,
      leftovers,
      notes: [...client.notes, ...run.notes, ...late],
      requests: client.requests,
      duration: Math.round(performance.now() - started),
    }
  } finally {
    await client.close()
  }
}

interface Attempt<Result> {
  readonly result?: Result
  readonly obstacle?: string
}

/** The result of some work, or the sentence that says what a provider put in its way. */
async function attempted<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Attempt<Result>> {
  try {
    return { result: await work() }
  } catch (error) {
    return { obstacle: obstacleOf(error, signal) }
  }
}
