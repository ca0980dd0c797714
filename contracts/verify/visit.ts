import { createPatience } from '../patience.ts'
import { SetUpError } from '../stage.ts'
import { cleanUp } from './clean-up.ts'
import { ProviderUnreachable } from './client/provider-unreachable.ts'
import { createProviderClient, type ProviderClient } from './client.ts'
import { openLedger } from './ledger.ts'
import type { Leftover } from './result.ts'
import { Run } from './run.ts'

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

/** How often a whole run may wait in vain for a write to show: a wrong provider must not cost minutes. */
const patienceFactor = 3

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
    let longest = 0
    const patience = createPatience({
      settle,
      budget: settle * patienceFactor,
      now: () => performance.now(),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      onLate(milliseconds) {
        longest = Math.max(longest, Math.ceil(milliseconds))
      },
    })
    const { marker, nextTitle } = ledger ?? { marker: 'pu-read-only', nextTitle: () => 'pu-read-only' }
    const { send, redact } = client
    const run = new Run({ send, redact, marker, nextTitle, patience, ...(ledger ? { witness: ledger } : {}) })
    const { result, obstacle } = await attempted(() => work(run, client), signal)
    if (ledger && obstacle === undefined) await run.end(ledger.removed).catch(() => {})
    const leftovers = ledger ? (await cleanUp(ledger, client)).leftovers : []
    await ledger?.close()
    const late = longest > 0 ? [`Writes took up to ${longest} ms until they could be read.`] : []
    return {
      result,
      url: client.url,
      obstacle,
      leftovers,
      notes: [...client.notes, ...run.notes, ...late],
      requests: client.requests,
      duration: Math.round(performance.now() - started),
    }
  } finally {
    await client.close()
  }
}

/** The result of some work, or the sentence that says what a provider put in its way. */
async function attempted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<{ result?: Result; obstacle?: string }> {
  try {
    return { result: await work() }
  } catch (error) {
    if (signal.aborted) return { obstacle: 'The run was stopped.' }
    if (error instanceof ProviderUnreachable) return { obstacle: error.message }
    if (error instanceof SetUpError)
      return {
        obstacle: `Failed to set up a post: ${error.message}.${hintFor(error.exchange?.reply.status)}`,
      }
    throw error
  }
}

function hintFor(status: number | undefined): string {
  if (status === 401 || status === 403) return " Pass credentials with --header 'Authorization: …'."
  if (status === 404 || status === 405)
    return ' Check that the address is the one above /posts, such as https://api.example.com/v1.'
  return ''
}
