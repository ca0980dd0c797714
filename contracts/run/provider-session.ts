import type { OperationName } from '../../handlers/endpoints.ts'
import { cleanUp, type Leftover, usualSettle } from '../custody/clean-up.ts'
import { editText, type LostPost, lossText } from '../custody/foreign-posts.ts'
import { type Ledger, openLedger } from '../custody/ledger.ts'
import type { TrackedPosts } from '../custody/tracked-posts.ts'
import { WriteGuard } from '../custody/write-guard.ts'
import { listPath } from '../scenarios/addresses.ts'
import { plainRequest } from '../scenarios/exchange.ts'
import { createProviderClient, type ProviderClient, type ProviderClientOptions } from '../wire/client.ts'
import { realClock } from '../wire/clock.ts'
import { ignoreFailure } from '../wire/failure.ts'
import { type Pace, usualMaxTime } from '../wire/pace.ts'
import { createPolling } from '../wire/retry.ts'
import { isBusy } from '../wire/status.ts'
import type { TimeSlice } from '../wire/timeline.ts'
import { readWholeList } from '../wire/whole-list.ts'
import type { RunContext } from './context.ts'
import { EndedEarly, endOf, TimeIsOver } from './failure-reason.ts'
import { RunRecord } from './run-record.ts'
import { Visibility } from './visibility.ts'

export interface ProviderSessionOptions
  extends Pick<
    ProviderClientOptions,
    'url' | 'headers' | 'insecure' | 'timeout' | 'maxRequestsPerSecond' | 'clock'
  > {
  /** How long to wait for a service that starts, in milliseconds. Default 0. */
  readonly wait?: number
  /** Sends only GET, HEAD and OPTIONS. Default false. */
  readonly readOnly?: boolean
  /** Operations that the run leaves out. Default none. */
  readonly without?: readonly OperationName[]
  /**
   * How long to wait for a write to become visible, in milliseconds. If given, reads may also show an older state for
   * that long. Default 2000.
   */
  readonly settle?: number
  /** The folder of the run's ledger. Default the user's state folder. */
  readonly ledgerFolder?: string
  /** Ends the session early; a write in progress is completed, and the run's posts are removed. */
  readonly signal?: AbortSignal
  /**
   * How long the run may take, in milliseconds, without the removal of its posts. A clause whose examples were not run
   * by then is not judged. Default 120 000, and with a rate as much more as 3000 requests take.
   */
  readonly maxTime?: number
  /** Called after every step. */
  readonly onProgress?: (progress: Progress) => void
  /** Called with the open ledger, to report what is left if the process ends early. */
  readonly onLedger?: (ledger: Pick<Ledger, 'leftovers' | 'file'>) => void
}

export interface Progress {
  readonly done: number
  /** How many steps there are, without random sequences. */
  readonly total: number
  /** What the finished step is of: an example, a choice, or sequences. */
  readonly key: string
  /** How long random sequences still take, in milliseconds; undefined where steps are counted. */
  readonly left?: number
  /** How many clauses were found broken so far. Default 0. */
  readonly broken?: number
}

export interface ProviderSession {
  readonly client: ProviderClient
  /** Undefined where the run only reads. */
  readonly ledger: Ledger | undefined
  /** Aborted when the user interrupts the run, when its time is over, or when it must stop. */
  readonly signal: AbortSignal
  /** The same client over new connections, which only reads. */
  readonly reconnect: () => ProviderClient
  readonly context: RunContext
}

export interface SessionOutcome<Result> {
  readonly result: Result
  /** The base address, without credentials. */
  readonly url: string
  /**
   * Posts that were there before the run, and are gone or changed at its end; missing where none are. Where other clients
   * were at work, a note says it.
   */
  readonly lost?: readonly LostPost[]
  readonly leftovers: readonly Leftover[]
  /** Redirects, delays of writes, rate limits. */
  readonly notes: readonly string[]
  readonly requests: number
  /** Milliseconds. */
  readonly duration: number
  /** The requests over the time of the run. */
  readonly timeline: readonly TimeSlice[]
}

const defaultSettle = 2000

/**
 * Runs work at a provider. The ledger is open before the first post, and at the end the run's posts are removed, also
 * if the work throws.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `LEDGER_UNUSABLE`
 */
export async function withProviderSession<Result>(
  options: ProviderSessionOptions,
  work: (session: ProviderSession) => Promise<Result>,
): Promise<SessionOutcome<Result>> {
  const { readOnly = false, clock = realClock, ledgerFolder: folder, onLedger } = options
  const { maxTime = usualMaxTime(options.maxRequestsPerSecond) } = options
  const started = performance.now()
  if (options.wait) await waitForStart(options, options.wait)
  const stopped = new AbortController()
  const stop = (reason: string) => stopped.abort(new EndedEarly(reason))
  const signal = AbortSignal.any([stopped.signal, options.signal ?? stopped.signal])
  const settle = options.settle ?? defaultSettle
  const isEventual = (options.settle ?? 0) > 0
  const visibility = new Visibility({ settle, isEventual, signal, clock })
  const end = clock.now() + maxTime
  const late = () => notesOnLateness(visibility.longest, options, bare)
  const checkTime = () => {
    if (clock.now() > end) stopped.abort(new TimeIsOver(whyTooLong(maxTime, bare.pace, late())))
  }
  const terms = { ...options, signal, checkTime }
  const bare = createProviderClient(terms)
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
    // The guard's waits must not use up the time of the checks.
    const poll = createPolling({ settle, onLate: visibility.noteLate, clock })
    const writes = ledger && new WriteGuard(ledger.posts, poll, stop)
    const client = writes ? bare.writing(writes.pass) : bare
    const context: RunContext = {
      ...{ send: client.send, pace: client.pace, clock, signal, visibility, posts: ledger?.posts },
      marker: ledger?.posts.marker ?? 'pu-read-only',
      without: options.without ?? [],
      record: new RunRecord(),
    }
    let result: Result
    let leftovers: readonly Leftover[] = []
    let lost: readonly LostPost[] = []
    try {
      const reconnect = () => createProviderClient({ ...terms, cookies: bare.cookies })
      result = await work({ client, ledger, signal, reconnect, context })
    } finally {
      await writes?.idle()
      // A delete may take as long as other writes did.
      const cleaning = { settle: Math.max(usualSettle, visibility.longest), clock }
      if (ledger) leftovers = (await cleanUp(ledger.posts, client, cleaning)).leftovers
      if (ledger) lost = await lostPosts(ledger.posts, client.uninterrupted)
    }
    const edited = ledger?.posts.foreign.edited
    const isByOthers = ledger?.posts.facts.areOthersAtWork === true
    return {
      result,
      url,
      ...(lost.length > 0 && !isByOthers && { lost }),
      leftovers,
      notes: [
        ...(lost.length > 0 && isByOthers ? [`Other clients were at work. ${lossText(lost)}`] : []),
        ...(edited && edited.size > 0 ? [editText(edited)] : []),
        ...client.notes,
        ...(signal.reason instanceof TimeIsOver ? [endOf(signal)] : late()),
        ...(client.pace.reducedBecause === undefined ? [] : [client.pace.reducedBecause]),
      ],
      requests: client.requests,
      duration: Math.round(performance.now() - started),
      timeline: client.pace.timeline.slices,
    }
  } finally {
    await bare.close()
  }
}

/** Looks at the end of a run what became of the posts that were there before it. */
async function lostPosts({ foreign }: TrackedPosts, { send }: ProviderClient): Promise<readonly LostPost[]> {
  await readWholeList(send).catch(ignoreFailure())
  await foreign.confirm(send).catch(ignoreFailure())
  return foreign.lost
}

/** A shorter delay, in milliseconds or round trips, is that of requests at the same time. */
const noDelay = { milliseconds: 50, roundTrips: 5 }

function notesOnLateness(
  longest: number,
  { settle = 0 }: Pick<ProviderSessionOptions, 'settle'>,
  { pace, cache = '' }: ProviderClient,
): string[] {
  if (longest <= Math.max(noDelay.milliseconds, noDelay.roundTrips * pace.roundTrip)) return []
  const seconds = Math.ceil((3 * longest) / 1000)
  const replicas =
    settle > 0
      ? ''
      : ` If reads may show an older state again, as with replicas and caches, pass --settle ${1000 * seconds}.`
  return [`Writes took up to ${longest} ms to become visible.${cache}${replicas}`]
}

/** Why a run took too long, and the next step. @param late the note on late writes. */
function whyTooLong(maxTime: number, { costs }: Pace, [late]: readonly string[]): string {
  const [most] = [...costs].sort(([, one], [, other]) => other.total - one.total)
  const [what, { count, total }] = most ?? ['request', { count: 1, total: maxTime }]
  const isMost = late === undefined || 2 * total > maxTime
  const cause = isMost ? `${count} times a ${what} took ${Math.round(total / count)} ms.` : late
  const fewer = isMost && what.startsWith('pause') ? ', or send fewer requests with --rate' : ''
  const seconds = maxTime / 1000
  return `The run took longer than ${seconds} s (--max-time). ${cause} For a whole run pass --max-time ${Math.max(600, 2 * seconds)}${fewer}.`
}

/** Waits until a service that starts answers `GET /posts` with anything but 502, 503 or 504: for so many milliseconds. */
async function waitForStart(options: ProviderSessionOptions, settle: number): Promise<void> {
  const { clock = realClock, signal } = options
  const isUp = async () => {
    // A client gives up after some failures.
    const client = createProviderClient(options)
    const reply = await client
      .send(plainRequest('GET', listPath))
      .catch(ignoreFailure(signal))
      .finally(client.close)
    return (reply !== undefined && !isBusy(reply)) || undefined
  }
  await createPolling({ settle, clock, signal })(isUp).catch(ignoreFailure(signal))
}
