import { isBusy } from '../spec/exchange.ts'
import { unanswered } from './access.ts'
import { Allowance, type AllowanceOptions } from './allowance.ts'
import type { Concurrency } from './concurrency.ts'
import type { Connections } from './connections.ts'
import { Pace, retryAfter } from './pace.ts'
import { type ProviderUnreachable, unreachable } from './provider-unreachable.ts'
import { type Destination, isRedirect, redirectedTo, shownLocation } from './redirect.ts'
import { CutReply, sendRaw, type TimedReply } from './send-raw.ts'
import { headerOf, isListPath, isRead, type RawReply, type RawRequest } from './target.ts'

export interface TransportOptions extends AllowanceOptions {
  readonly base: string
  readonly connections: Connections
  readonly maxRequestsPerSecond: number | undefined
  readonly concurrency: Concurrency
}

/** How requests of a run are sent, at its time. */
export interface Phase {
  /** Aborts requests that read; none are sent from then on. */
  readonly signal: AbortSignal | undefined
  /** Aborts when the user ends the run: timeouts and pauses are short from then on. */
  readonly stop: AbortSignal | undefined
  /** Whether the run is removing its posts: the limits of the whole run are higher then. */
  readonly isCleaning: boolean
}

/** An enforced rate limit: so many requests were answered in so many seconds. */
export interface MetLimit {
  readonly requests: number
  readonly seconds: number
}

/**
 * The retries of a read whose connection was reset, or that was answered 502, 503 or 504, each after so many
 * milliseconds.
 */
const readAgainAfter = [100, 400]
/** After so many reads in a row that were always answered so, reads are not repeated. */
const mostBusyReads = 3
/** The first wait after a 429 without Retry-After, in milliseconds: doubled until it is enough, then halved. */
const firstPause = { most: 500, least: 50 } as const
/** The most base addresses that redirects may lead through. */
const mostBases = 3
/** Once the user ended the run: the timeout, and the limit of all pauses, in milliseconds. */
const hurried = { timeout: 800, pauses: 1000 } as const
const mostNotes = 100
/** An id that no post has. */
const farId = Number.MAX_SAFE_INTEGER
/** After so many resets of the same write, the service does not answer it. */
const mostResets = 2

/** Sends all requests of a run, with redirects, retries, pauses and limits. */
export class Transport {
  readonly #options: TransportOptions
  readonly #pace: Pace
  readonly allowance: Allowance
  readonly #bases: string[]
  readonly #notes = new Set<string>()
  /** How many were sent, retries included. */
  requests = 0
  readonly limits: MetLimit[] = []
  /** The start of the rate limit's window, and the requests answered in it. */
  #window = { since: 0, requests: 0 }
  /** Whether a write was answered: from then on the base address stays. */
  #hasWritten = false
  #firstPause: number = firstPause.most
  /** The pauses after the user ended the run, in milliseconds. */
  #askedSinceStop = 0
  /** How often each write met a reset. */
  readonly #resets = new Map<string, number>()
  /** How many reads in a row were always answered 502, 503 or 504. */
  #busyReads = 0

  constructor(options: TransportOptions) {
    this.#options = options
    this.allowance = new Allowance(options)
    this.#pace = new Pace(options.maxRequestsPerSecond, options.clock)
    this.#bases = [options.base]
  }

  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** Notes a sentence once, whatever the post ids in it. */
  note(sentence: string): void {
    if (this.#notes.size < mostNotes) this.#notes.add(sentence.replace(/(\/posts\/)-?\d+/g, '$1{id}'))
  }

  /** Sends a request, with redirects and pauses. Fails once the provider has used up the run's time. */
  async make(request: RawRequest, phase: Phase): Promise<TimedReply> {
    try {
      this.allowance.expectTime(phase.isCleaning)
    } catch (error) {
      throw this.problem(request, error)
    }
    let path = request.path
    const from = this.base
    let waited = 0
    let pause = this.#firstPause
    for (let tries = 0; ; tries++) {
      // A write to a post goes to the base address where the post was read.
      const to = { base: namesPost(request) ? from : this.base, path }
      const reply = await this.#deliver(request, to, phase)
      const isBusyRead = isRead(request.method) && isBusy(reply)
      const again = isBusyRead && this.#busyReads < mostBusyReads ? readAgainAfter[tries] : undefined
      const wish = this.#wishedPause(reply, pause) ?? again
      if (wish !== undefined) {
        const isStopped = phase.stop?.aborted === true
        const isGranted = this.#grants(request, reply.status, { wish, waited, isStopped })
        if (isGranted) {
          waited += wish
          pause *= 2
          const added = this.#pace.hold(wish)
          this.allowance.addPause(added)
          if (isStopped) this.#askedSinceStop += added
        }
        // A write that answered 503 may have been done: later requests wait, and it is not sent again.
        if (reply.status === 503 && !isRead(request.method)) return this.#answeredBy(request, reply)
        if (!isGranted) return reply
      } else if (isRedirect(reply.status)) {
        const next = this.#redirected(request, to, reply)
        if (next === undefined) return reply
        path = next
      } else {
        this.#busyReads = isBusyRead ? this.#busyReads + 1 : 0
        if (waited > 0) this.#firstPause = Math.min(firstPause.most, Math.max(firstPause.least, pause / 4))
        return this.#answeredBy(request, reply)
      }
    }
  }

  /** The least requests per second that the provider accepted; undefined without a rate limit. */
  get #rate(): number | undefined {
    const rates = this.limits.map(({ requests, seconds }) => requests / seconds)
    return rates.length === 0 ? undefined : Math.max(1, Math.floor(Math.min(...rates)))
  }

  /**
   * Counts a reply that was read and parsed.
   * @param began when its headers arrived.
   * @throws ExcessiveReply SlowReplies where all replies together exceed a limit.
   */
  count(request: RawRequest, body: string, began: number, { isCleaning }: Phase): void {
    this.allowance.addBody(body, { isList: isList(request), isCleaning, began })
  }

  problem(request: RawRequest, cause: unknown, status?: number): ProviderUnreachable {
    const { method, path } = request
    const { timeout } = this.#options
    const attempt = { method, path, base: this.base, timeout, rate: this.#rate }
    return unreachable(attempt, cause, status)
  }

  #answeredBy({ method }: RawRequest, reply: TimedReply): TimedReply {
    this.#hasWritten ||= !isRead(method)
    this.allowance.addReply()
    if (this.#window.requests++ === 0) this.#window.since = this.#options.clock.now()
    return reply
  }

  /** The current base address. */
  get base(): string {
    return this.#bases.at(-1) ?? this.#options.base
  }

  /**
   * Sends a request; retries a read whose connection is reset. A write has no reply then, because it may have been
   * done, and is not aborted by the signal, because what it makes has to be removed.
   */
  async #deliver(request: RawRequest, to: Destination, { signal, stop }: Phase): Promise<TimedReply> {
    const { method } = request
    const { connections, timeout, concurrency, clock } = this.#options
    const limits = {
      timeout,
      signal: isRead(method) ? signal : undefined,
      stop,
      hurried: hurried.timeout,
      clock,
    }
    const { origin, pathname } = new URL(to.base)
    const path = pathname.replace(/\/+$/, '') + to.path
    for (let tries = 0; ; tries++) {
      await this.#pace.turn(signal, stop)
      this.requests++
      let start: number | undefined
      const sendNow = async () =>
        await connections.send(
          async (dispatcher) => {
            start = clock.now()
            return await sendRaw(dispatcher, origin, { ...request, path }, limits)
          },
          async (dispatcher) => {
            await this.#pace.turn(signal, stop)
            this.requests++
            const far = { ...readLike(request), path: `${pathname.replace(/\/+$/, '')}/posts/${farId}` }
            return await sendRaw(dispatcher, origin, far, { ...limits, signal })
          },
        )
      try {
        const send = () => concurrency.time(sendNow)
        const reply = await (isRead(method) ? send() : concurrency.pages.writing(send))
        if (reply.status === 429 || isBusy(reply)) concurrency.noteStrain(`answered ${reply.status}`)
        return reply
      } catch (error) {
        limits.signal?.throwIfAborted()
        concurrency.noteStrain('did not answer')
        const cut = error instanceof CutReply ? error : undefined
        const problem = this.problem(request, cut?.cause ?? error, cut?.status)
        const again = readAgainAfter[tries]
        const { failureReason } = problem
        if (failureReason === 'reset' && this.#isLost(request))
          return { ...unanswered.raw, began: clock.now() }
        const repeatable =
          failureReason === 'intercepted' ||
          (isRead(method) && (failureReason === 'reset' || failureReason === 'cut'))
        if (again === undefined || !repeatable) throw problem
        this.note(`${method} ${request.path} was repeated, because the connection was reset.`)
        this.allowance.addRetry(again)
        await clock.wait(again, signal)
      } finally {
        if (start !== undefined) this.allowance.addWait(start)
      }
    }
  }

  /** Whether a reset write may be sent again, once a look did not show it. */
  #isLost({ method, path, body }: RawRequest): boolean {
    if (isRead(method)) return false
    const key = `${method} ${path} ${body}`
    const count = (this.#resets.get(key) ?? 0) + 1
    this.#resets.set(key, count)
    if (count > mostResets) return false
    this.note(`The connection was reset during ${method} ${path}, so the run looked whether it was done.`)
    return true
  }

  /** The pause that the provider asks for, in milliseconds. */
  #wishedPause({ status, headers }: RawReply, otherwise: number): number | undefined {
    const wish = retryAfter(headerOf(headers, 'retry-after'), this.#options.clock.now())
    if (status === 429) return wish ?? otherwise
    return status === 503 ? wish : undefined
  }

  #grants(
    { method, path }: RawRequest,
    status: number,
    { wish, waited, isStopped }: { wish: number; waited: number; isStopped: boolean },
  ): boolean {
    const { timeout } = this.#options
    if (status === 429) this.#meetLimit(wish)
    if (isStopped) return this.#askedSinceStop + wish <= hurried.pauses
    const granted = waited + wish <= timeout
    if (granted) this.note(`The provider was busy (${status}), and the run waited.`)
    else
      this.note(
        `${method} ${path} answered ${status} for longer than the timeout of ${timeout / 1000} s. Raise --timeout${this.#rate === undefined ? '' : `, or send fewer requests with --rate ${this.#rate}`}.`,
      )
    return granted
  }

  /** Notes a rate limit once for concurrent requests. */
  #meetLimit(wish: number): void {
    const { now } = this.#options.clock
    const { since, requests } = this.#window
    if (requests > 0)
      this.limits.push({ requests, seconds: Math.max(1, Math.round((now() - since + wish) / 1000)) })
    this.#window = { since: 0, requests: 0 }
  }

  /** The path to follow; undefined where the redirect is the reply. */
  #redirected(request: RawRequest, from: Destination, { status, headers }: RawReply): string | undefined {
    const { method } = request
    const location = headerOf(headers, 'location')
    const follow = redirectedTo(method, from, status, location)
    const about = `${method} ${from.path} redirects (${status}) to ${shownLocation(location, from)}`
    if (follow === undefined) {
      if (status !== 303) this.note(`${about}; not followed.`)
      return undefined
    }
    const moves = follow.base !== from.base
    if (moves && (this.#hasWritten || namesPost(request))) {
      this.note(`${about}; not followed, because another post may have the id there.`)
      return undefined
    }
    if (moves && !this.#moveTo(follow.base)) {
      this.note(`${about}; not followed, because it is a redirect loop.`)
      return undefined
    }
    this.note(`${about}; followed${moves ? ', and so is every request from then on' : ''}.`)
    return follow.path
  }

  /** Changes the base address for all later requests; false where that is a loop. */
  #moveTo(base: string): boolean {
    if (base === this.base) return true
    if (this.#bases.includes(base) || this.#bases.length === mostBases) return false
    this.#bases.push(base)
    return true
  }
}

/** A read with the credentials of a request. */
function readLike({ headers }: RawRequest): Omit<RawRequest, 'path'> {
  const others = Object.entries(headers).filter(([name]) => !/^content-|^if-/i.test(name))
  return { method: 'GET', headers: Object.fromEntries(others), body: undefined }
}

function isList({ method, path }: Pick<RawRequest, 'method' | 'path'>): boolean {
  return isRead(method) && isListPath(path)
}

/** Whether a request writes to the post in its path. */
function namesPost({ method }: RawRequest): boolean {
  return !isRead(method) && method !== 'POST'
}
