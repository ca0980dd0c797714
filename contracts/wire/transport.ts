import type { Dispatcher } from 'undici'
import { isBusy } from '../spec/exchange.ts'
import { unanswered } from './access.ts'
import { Budget, type BudgetOptions } from './budget.ts'
import type { Concurrency } from './concurrency.ts'
import { Pace, retryAfter } from './pace.ts'
import { unreachable } from './provider-unreachable.ts'
import { received } from './received.ts'
import { addsSlash, isRedirect, shownLocation, withSlash } from './redirect.ts'
import { CutReply, sendOnce } from './send-once.ts'
import { type DecodedReply, headerOf, isListPath, isRead, type RawReply, type RawRequest } from './target.ts'

export interface TransportOptions extends BudgetOptions {
  readonly base: string
  readonly agent: Dispatcher
  readonly maxRequestsPerSecond: number | undefined
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
/** After so many resets of the same write, the service does not answer it. */
const mostResets = 2
const mostNotes = 100

/** Sends all requests of a run, with redirects, retries, pauses and limits. */
export class Transport {
  /** How many were sent, retries included. */
  requests = 0
  readonly budget: Budget
  readonly pace: Pace
  readonly #options: TransportOptions
  readonly #notes = new Set<string>()
  /** How often each write met a reset. */
  readonly #resets = new Map<string, number>()

  constructor(options: TransportOptions) {
    this.#options = options
    this.budget = new Budget(options)
    this.pace = new Pace(options.maxRequestsPerSecond, options.clock)
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
    let path = request.path
    let waited = 0
    for (let pauses = 0; ; pauses++) {
      let answer = await this.#deliver({ ...request, path }, phase)
      if (this.#isFollowed(request.method, path, answer.raw)) {
        path = withSlash(path)
        answer = await this.#deliver({ ...request, path }, phase)
      }
      const pause = this.#pauseAfter(request, answer.raw, pauses)
      if (pause === undefined || phase.stop?.aborted || waited + pause > this.#options.timeout) return answer
      this.#note(`The provider was busy (${answer.raw.status}), and the run waited.`)
      waited += pause
      this.budget.addPause(this.pace.hold(pause))
    }
  }

  /**
   * Sends a request, and a read whose connection was reset again. A write may have been done then, and has no reply.
   */
  async #deliver(request: RawRequest, phase: Phase): Promise<DecodedReply> {
    const { method, path } = request
    const { base, clock, concurrency, timeout } = this.#options
    for (let tries = 0; ; tries++) {
      try {
        return await this.#attempt(request, phase)
      } catch (error) {
        if (isRead(method)) phase.signal?.throwIfAborted()
        concurrency.noteStrain('did not answer')
        const cut = error instanceof CutReply ? error : undefined
        const attempt = { method, path, base, timeout, status: cut?.status }
        const problem = unreachable(attempt, cut?.cause ?? error)
        const { failureReason: reason } = problem
        if (reason === 'reset' && !isRead(method) && this.#isLost(request)) return unanswered
        const pause = readAgainAfter[tries]
        const isRepeatable =
          reason === 'intercepted' || (isRead(method) && (reason === 'reset' || reason === 'cut'))
        if (pause === undefined || !isRepeatable || phase.stop?.aborted) throw problem
        this.#note(`${method} ${path} was repeated, because the connection was reset.`)
        this.budget.addPause(pause)
        await clock.wait(pause, phase.signal)
      }
    }
  }

  /** Sends a request once. A write is not aborted, because what it makes has to be removed. */
  async #attempt(request: RawRequest, { signal, stop, isCleaning }: Phase): Promise<DecodedReply> {
    const { base, agent, timeout, concurrency, clock } = this.#options
    const { method, path } = request
    const { origin, pathname } = new URL(base)
    const sent = { ...request, path: pathname.replace(/\/+$/, '') + path }
    const limits = { timeout, stop, signal: isRead(method) ? signal : undefined }
    this.budget.expectRest(isCleaning, this.pace.rate)
    await this.pace.turn(signal)
    this.requests++
    const start = clock.now()
    let body: string | undefined
    try {
      const raw = await concurrency.time(() => sendOnce(agent, origin, sent, limits))
      if (raw.status === 429 || isBusy(raw)) concurrency.noteStrain(`answered ${raw.status}`)
      if (raw.status !== 429) this.pace.answered()
      const reply = await received(raw)
      body = reply.body
      return { raw, reply }
    } finally {
      this.budget.add(start, body, isRead(method) && isListPath(path))
    }
  }

  /** Whether a reset write may be sent again, once a look did not show it. */
  #isLost({ method, path, body }: RawRequest): boolean {
    const key = `${method} ${path} ${body}`
    const count = (this.#resets.get(key) ?? 0) + 1
    this.#resets.set(key, count)
    if (count > mostResets) return false
    this.#note(`The connection was reset during ${method} ${path}, so the run looked whether it was done.`)
    return true
  }

  /** The pause that the provider asks for, in milliseconds. A write that answered 503 may have been done. */
  #pauseAfter({ method }: RawRequest, { status, headers }: RawReply, pauses: number): number | undefined {
    const wish = retryAfter(headerOf(headers, 'retry-after'), this.#options.clock.now())
    if (status === 503 && isRead(method)) return wish
    if (status !== 429) return undefined
    const pause = wish ?? firstPause * 2 ** pauses
    this.pace.limited(pause)
    return pause
  }

  #isFollowed(method: string, path: string, reply: RawReply): boolean {
    const { status, headers } = reply
    if (!isRedirect(status) || status === 303) return false
    const address = this.#options.base + path
    const isFollowed = addsSlash(method, address, reply)
    const to = shownLocation(headerOf(headers, 'location'), address)
    this.#note(`${method} ${path} redirects (${status}) to ${to}; ${isFollowed ? '' : 'not '}followed.`)
    return isFollowed
  }
}
