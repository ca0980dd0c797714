import type { Dispatcher } from 'undici'
import { isBusy } from '../spec/exchange.ts'
import type { Concurrency } from './concurrency.ts'
import {
  type DecodedReply,
  headerOf,
  isListPath,
  isRead,
  type RawReply,
  type RawRequest,
  unanswered,
} from './messages.ts'
import { Pace, type PaceOptions, retryAfter } from './pace.ts'
import { unreachable } from './provider-unreachable.ts'
import { received } from './received.ts'
import { addsSlash, isRedirect, shownLocation, withSlash } from './redirect.ts'

export interface TransportOptions extends PaceOptions {
  readonly base: string
  readonly agent: Dispatcher
  readonly concurrency: Concurrency
}

/** How requests of a run are sent, at its time. */
export interface Phase {
  /** Aborts requests that read; none are sent from then on. */
  readonly signal: AbortSignal | undefined
  /** Aborts when the user ends the run: from then on timeouts are short, and nothing is waited for or repeated. */
  readonly stop: AbortSignal | undefined
  /** Whether the run is removing its posts: the limits of the whole run are higher then. */
  readonly isCleaning: boolean
}

/** The retries of a read whose connection was reset, each after so many milliseconds. */
const readAgainAfter = [100, 400]
/** The first wait after a 429 without Retry-After, in milliseconds: doubled until it is enough. */
const firstPause = 500
/** From the second wait of a request on, each is longer by as much, whatever the service asks for. */
const shortestPause = 100
/** After so many resets of the same write, the service does not answer it. */
const mostResets = 2
/** The timeout once the user ended the run, in milliseconds. */
const hurried = 800
const mostNotes = 100

/** Sends all requests of a run, with redirects, retries, pauses and limits. */
export class Transport {
  /** How many were sent, retries included. */
  requests = 0
  readonly pace: Pace
  readonly #options: TransportOptions
  readonly #notes = new Set<string>()
  /** How often each write met a reset. */
  readonly #resets = new Map<string, number>()

  constructor(options: TransportOptions) {
    this.#options = options
    this.pace = new Pace(options)
  }

  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** Notes a sentence once, whatever the post ids in it. */
  #note(sentence: string): void {
    if (this.#notes.size < mostNotes) this.#notes.add(sentence.replace(/(\/posts\/)-?\d+/g, '$1{id}'))
  }

  /**
   * Sends a request, with redirects, pauses and retries.
   * @throws ProviderUnreachable also once the provider has used up the run's time.
   */
  async make(request: RawRequest, phase: Phase): Promise<DecodedReply> {
    const { clock, timeout } = this.#options
    let waited = 0
    for (let pauses = 0; ; pauses++) {
      const answer = await this.#follow(request, phase)
      const { status, headers } = answer.raw
      const wish = retryAfter(headerOf(headers, 'retry-after'), clock.now())
      // A write that answered 503 may have been done.
      const isAsked = status === 429 || (status === 503 && isRead(request.method) && wish !== undefined)
      // A service that asks for no pause each time would be asked without end.
      const pause = Math.max(wish ?? firstPause * 2 ** pauses, pauses * shortestPause)
      if (!isAsked || phase.stop?.aborted || waited + pause > timeout) return answer
      this.#note(`The provider was busy (${status}), and the run waited.`)
      waited += pause
      this.pace.hold(pause)
    }
  }

  /** Sends a request, and again where a redirect adds a slash. */
  async #follow(request: RawRequest, phase: Phase): Promise<DecodedReply> {
    const answer = await this.#deliver(request, phase)
    const { method, path } = request
    const { status, headers } = answer.raw
    if (!isRedirect(status) || status === 303) return answer
    const address = this.#options.base + path
    const isFollowed = addsSlash(method, address, answer.raw)
    const to = shownLocation(headerOf(headers, 'location'), address)
    this.#note(`${method} ${path} redirects (${status}) to ${to}; ${isFollowed ? '' : 'not '}followed.`)
    return isFollowed ? await this.#deliver({ ...request, path: withSlash(path) }, phase) : answer
  }

  /**
   * Sends a request, and a read whose connection was reset again. A write may have been done then, and has no reply.
   */
  async #deliver(request: RawRequest, phase: Phase): Promise<DecodedReply> {
    const { method, path, body } = request
    for (let tries = 0; ; tries++) {
      try {
        return await this.#attempt(request, phase)
      } catch (error) {
        if (isRead(method)) phase.signal?.throwIfAborted()
        const problem = unreachable({ ...this.#options, method, path }, error)
        const { failureReason: reason } = problem
        this.#options.concurrency.noteStrain('did not answer')
        if (reason === 'reset' && !isRead(method) && this.#isLost(`${method} ${path} ${body}`)) {
          this.#note(
            `The connection was reset during ${method} ${path}, so the run looked whether it was done.`,
          )
          return unanswered
        }
        const pause = readAgainAfter[tries]
        const isRepeatable =
          reason === 'intercepted' || (isRead(method) && (reason === 'reset' || reason === 'cut'))
        if (pause === undefined || !isRepeatable || phase.stop?.aborted) throw problem
        this.#note(`${method} ${path} was repeated, because the connection was reset.`)
        await this.pace.pause(pause, phase.signal)
      }
    }
  }

  /** Sends a request once. A write is not aborted, because what it makes has to be removed. */
  async #attempt(request: RawRequest, { signal, stop, isCleaning }: Phase): Promise<DecodedReply> {
    const { timeout, concurrency, clock } = this.#options
    this.pace.expectRest(isCleaning)
    await this.pace.turn(signal)
    this.requests++
    const start = clock.now()
    const late = AbortSignal.timeout(stop?.aborted ? Math.min(timeout, hurried) : timeout)
    const end = signal && isRead(request.method) ? AbortSignal.any([signal, late]) : late
    let body: string | undefined
    try {
      const raw = await concurrency.time(() => this.#exchange(request, end))
      if (raw.status === 429 || isBusy(raw)) concurrency.noteStrain(`answered ${raw.status}`)
      const reply = await received(raw)
      body = reply.body
      return { raw, reply }
    } finally {
      this.pace.ended(start, body, isRead(request.method) && isListPath(request.path))
    }
  }

  async #exchange(request: RawRequest, signal: AbortSignal): Promise<RawReply> {
    const { method, path, headers, body } = request
    const { agent, base, timeout } = this.#options
    const { origin, pathname } = new URL(base)
    let status: number | undefined
    try {
      const reply = await agent.request({
        origin,
        path: pathname.replace(/\/+$/, '') + path,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        signal,
      })
      status = reply.statusCode
      return { status, headers: reply.headers, body: Buffer.from(await reply.body.bytes()) }
    } catch (error) {
      throw unreachable({ method, path, base, timeout, status }, signal.aborted ? signal.reason : error)
    }
  }

  /** Whether a reset write may be sent again, once a look did not show it. */
  #isLost(write: string): boolean {
    const count = (this.#resets.get(write) ?? 0) + 1
    this.#resets.set(write, count)
    return count <= mostResets
  }
}
