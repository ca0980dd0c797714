import { type CleanUpResult, cleanUp, type Leftover, usualSettle } from '../session/clean-up.ts'
import { type Clock, realClock } from '../session/client/clock.ts'
import { createProviderClient, type ProviderClient, type ProviderClientOptions } from '../session/client.ts'
import { Concurrency, type OnMeasured } from '../session/concurrency.ts'
import { EndedEarly } from '../session/failure-reason-of.ts'
import { type Ledger, openLedger } from '../session/ledger.ts'
import { createPatience, noteLateness } from '../session/patience.ts'
import { watchWrites } from '../session/watch-writes.ts'
import { WriteGuard } from '../session/write-guard.ts'
import { WriteLog } from '../session/write-log.ts'
import type { Crowd } from './many-posts.ts'
import { Run, type RunOptions } from './run.ts'

/** What {@link withProviderSession} takes. */
export interface ProviderSessionOptions
  extends Pick<
    ProviderClientOptions,
    'url' | 'headers' | 'insecure' | 'timeout' | 'maxReplyBytes' | 'maxRequestsPerSecond' | 'clock'
  > {
  /** Sends GET, HEAD and OPTIONS alone. Default false. */
  readonly readOnly?: boolean
  /**
   * How long a write may take to show, in milliseconds; where it is given, reads may go back in time until then. Default 2000 for what
   * shows late.
   */
  readonly settle?: number
  /** Where the ledger of the run lies. Default the user's state folder. */
  readonly ledgerFolder?: string
  /** Ends the session early; a write that is under way comes to its end, and the posts are removed all the same. */
  readonly signal?: AbortSignal
  /**
   * How long the run may take, in milliseconds: what it did not come to by then is not judged. The removal of its posts comes
   * after that. Default as long as it takes.
   */
  readonly maxTime?: number
  /** Told early how long the provider takes to answer, and once more where writes show late how long they take to, in milliseconds. */
  readonly onMeasured?: OnMeasured
  /** Told of every step of the work once it is over. */
  readonly onProgress?: (progress: Progress) => void
  /** Told of the ledger once it is open: for whoever may end the process before the posts are removed. */
  readonly onLedger?: (ledger: Pick<Ledger, 'leftovers' | 'file'>) => void
}

/** How far a run is. */
export interface Progress {
  readonly done: number
  /** How many steps there are; of sequences, how many there may be. */
  readonly total: number
  /** What was done: the key of an example or an interaction, a choice, a sequence or a probe. */
  readonly key: string
}

/** Where reading long lists took longer, in milliseconds, a run is to end within a minute all the same. */
const slowLists = 8000

export interface ProviderSession {
  readonly run: Run
  readonly client: ProviderClient
  /** Undefined where nothing is written. */
  readonly ledger: Ledger | undefined
  /** The longest that a write has taken so far until it showed, in milliseconds; kept up to date. */
  readonly lateness: { longest: number }
  readonly settle: number
  /** Whether the user has said that writes take a while to show. */
  readonly isEventual: boolean
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly concurrency: Concurrency
  /** How long the run may still take, in milliseconds. */
  timeLeft(): number
  /** How much is done of what may be any amount: a quarter of it where long lists take their time. */
  share(amount: number): number
  /** Ends the run early. @param reason a sentence. */
  stop(reason: string): void
  /**
   * Deletes what the run still has and judges that; for a run that came to its end.
   * @param crowd how many posts the provider has before, at least. Default as many as there are.
   */
  end(crowd?: Crowd): Promise<void>
}

export interface SessionOutcome<Result> {
  readonly result: Result
  /** The provider's base address, without credentials. */
  readonly url: string
  readonly leftovers: readonly Leftover[]
  /** What is worth knowing and no verdict: redirects, waiting for writes to be readable, rate limits. */
  readonly notes: readonly string[]
  /** Requests sent, in all. */
  readonly requests: number
  /** Milliseconds. */
  readonly duration: number
}

/**
 * Works at a provider with posts of its own: the ledger is open before the first, and at the end they are removed, whatever
 * happens. What the work throws is thrown on.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `LEDGER_UNUSABLE`
 */
export async function withProviderSession<Result>(
  options: ProviderSessionOptions,
  work: (session: ProviderSession) => Promise<Result>,
): Promise<SessionOutcome<Result>> {
  const { readOnly = false, settle = 2000, ledgerFolder: folder, onLedger } = options
  const { maxTime = Number.POSITIVE_INFINITY, clock = realClock, onMeasured } = options
  const { signal: interrupted = new AbortController().signal } = options
  const started = performance.now()
  const deadline = clock.now() + maxTime
  const [ending, over] = [new AbortController(), new AbortController()]
  const stop = (reason: string) => ending.abort(new EndedEarly(reason))
  if (maxTime < Number.POSITIVE_INFINITY)
    void clock.wait(maxTime, over.signal).then(
      () => stop(`It was not over after ${maxTime / 1000} s, the time that --max-time gives.`),
      () => {},
    )
  const signal = AbortSignal.any([interrupted, ending.signal])
  const concurrency = new Concurrency(clock, onMeasured)
  const bare = createProviderClient({ ...options, signal, concurrency })
  try {
    const { url } = bare
    await using ledger = readOnly
      ? undefined
      : await openLedger({
          url,
          secrets: { urls: [options.url], headers: options.headers ?? {} },
          ...(folder === undefined ? {} : { folder }),
        })
    if (ledger) onLedger?.(ledger)
    const lateness = { longest: 0 }
    const note = noteLateness(lateness)
    const onLate = (milliseconds: number) => {
      note(milliseconds)
      concurrency.noteDelay(milliseconds)
    }
    const waiting = () => createPatience({ settle, onLate })
    const patience = waiting()
    // What the guard waits for in vain must not use up the patience of the checks.
    const watched = ledger && watchWrites(bare.writing(new WriteGuard(ledger, waiting(), stop)), ledger)
    const client = watched ?? bare
    const isEventual = (options.settle ?? 0) > 0
    const run = createRun(client, ledger, { patience, concurrency, writes: new WriteLog({ isEventual }) })
    let result: Result
    let cleaned: Pick<CleanUpResult, 'leftovers' | 'notes'> = { leftovers: [], notes: [] }
    try {
      const end = async (crowd?: Crowd) =>
        ledger ? await run.end(ledger.removed, concurrency, crowd).catch(() => {}) : undefined
      const timeLeft = () => Math.max(0, deadline - clock.now())
      const share = (amount: number) => (client.readingTime > slowLists ? Math.ceil(amount / 4) : amount)
      const limits = { timeLeft, share, stop, end }
      const session = {
        run,
        client,
        ledger,
        lateness,
        settle,
        isEventual,
        signal,
        clock,
        concurrency,
        ...limits,
      }
      result = await work(session)
    } finally {
      over.abort()
      await watched?.idle()
      // As long as a write has taken to show, a delete may take too.
      const settle = Math.max(usualSettle, lateness.longest)
      if (ledger) cleaned = await cleanUp(ledger, client, { settle, concurrency, signal: interrupted })
    }
    const { longest } = lateness
    const replicas = isEventual
      ? ''
      : ` Where a look may show an earlier state again, as at replicas, give --settle ${settle}.`
    const late = longest > 0 ? [`Writes took up to ${longest} ms until they could be read.${replicas}`] : []
    return {
      result,
      url,
      leftovers: cleaned.leftovers,
      notes: [
        ...client.notes,
        ...run.notes,
        ...cleaned.notes,
        ...late,
        ...(concurrency.reducedBecause === undefined ? [] : [concurrency.reducedBecause]),
      ],
      requests: client.requests,
      duration: Math.round(performance.now() - started),
    }
  } finally {
    await bare.close()
  }
}

/** Makes a run at a provider, with the run's ledger and the patience that it needs. */
function createRun(
  { send }: ProviderClient,
  ledger: Ledger | undefined,
  terms: Pick<RunOptions, 'patience' | 'concurrency' | 'writes'>,
): Run {
  const { marker, nextTitle } = ledger ?? { marker: 'pu-read-only', nextTitle: () => 'pu-read-only' }
  return new Run({ send, marker, nextTitle, ...terms, ...(ledger ? { cleanUpLog: ledger } : {}) })
}
