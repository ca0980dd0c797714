import type { Dispatcher } from 'undici'
import { isLong } from '../../document/long-body.ts'
import type { Concurrency } from '../concurrency.ts'
import { isRead, type RawReply, type RawRequest } from '../target.ts'
import type { Clock } from './clock.ts'
import type { Closings } from './closings.ts'
import { headerOf } from './headers.ts'
import { Pace, retryAfter } from './pace.ts'
import { type ProviderUnreachable, unreachable } from './provider-unreachable.ts'
import { type Destination, isRedirect, redirectionOf, shownLocation } from './redirect.ts'
import { ExcessiveReply, type ReplyBounds, replyBounds } from './reply-bounds.ts'
import { CutReply, sendRaw, type TimedReply } from './send-raw.ts'

export interface TransportOptions {
  readonly base: string
  readonly dispatcher: Dispatcher
  /** How long one answer is waited for, and how long the provider may ask us to wait, in milliseconds. */
  readonly timeout: number
  /** How many bytes the body of a list may have; of any other answer a quarter. */
  readonly maxReplyBytes: number
  /** Aborts when the user wants the run to end: nothing is waited for long from then on. */
  readonly stop?: AbortSignal | undefined
  readonly maxRequestsPerSecond: number | undefined
  readonly clock: Clock
  /** Told how long answers take. */
  readonly concurrency: Concurrency
  /** Told how they are answered; knows when a write may leave. */
  readonly closings: Closings
}

/** A rate limit as it was met: so many requests were answered in a window, after which the next ones are. */
export interface MetLimit {
  readonly requests: number
  readonly seconds: number
}

/** How often a read whose connection is reset is sent again, and after how long, in milliseconds. */
const readAgainAfter = [100, 400]
/** How long to wait after a 429 that does not say it, in milliseconds; doubled each time. */
const firstPause = 500
/** Base addresses that may lead on to the next: http, https, www. */
const mostBases = 3
/** How long an answer is waited for once the user wants the run to end, in milliseconds. */
const hurried = 800
/** How many times the time limit of one answer reading the long ones may take in all. */
const mostReading = 4
/** How many times the longest answer all answers but lists may have in all. */
const mostVolume = 6
/** How many different notes are kept. */
const mostNotes = 100
/** An answer that takes longer keeps us waiting, in milliseconds. */
const prompt = 1000
/** How many times the time limit of one answer all may keep us waiting in all; and how many more to clean up after that. */
const patience = { usual: 2, cleaning: 1 } as const
/** Which part of that time limit a provider may ask us to wait, beside, for each answer that it gives. */
const worth = 1 / 40

/** The way of all requests of a run to the provider and back: what they learn on it counts for those that follow. */
export class Transport {
  readonly #options: TransportOptions
  readonly #pace: Pace
  readonly #bases: string[]
  readonly #notes = new Set<string>()
  #requests = 0
  readonly limits: MetLimit[] = []
  /** When the window of a rate limit seems to have begun, and how many requests were answered in it. */
  #window = { since: 0, requests: 0 }
  /** Whether a write was answered: what the run has made lies at this base address, and nothing else does. */
  #hasWritten = false
  /** How long answers have kept us waiting so far, in milliseconds. */
  #waited = 0
  #waitedUntil = 0
  /** How long the provider has asked us to wait so far, in milliseconds, and how many answers it gave. */
  #asked = 0
  #answered = 0
  /** How long reading long answers has taken so far, and until when that was counted, in milliseconds. */
  #reading = 0
  #countedUntil = 0
  /** How long the bodies of all answers but lists were so far, in characters. */
  #volume = 0

  constructor(options: TransportOptions) {
    this.#options = options
    this.#pace = new Pace(options.maxRequestsPerSecond, options.clock)
    this.#bases = [options.base]
  }

  get requests(): number {
    return this.#requests
  }

  get readingTime(): number {
    return this.#reading
  }

  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** Notes something once, however often and on how many posts it happens; a provider may name another place each time. */
  note(sentence: string): void {
    if (this.#notes.size < mostNotes) this.#notes.add(sentence.replace(/(\/posts\/)-?\d+/g, '$1{id}'))
  }

  /**
   * Brings a request to the provider and its answer back, by way of redirects and waits. A provider that keeps us waiting
   * for most of its answers is given up: a run must come to an end.
   *
   * @param isCleaning whether what the run has made is being removed.
   */
  async make(request: RawRequest, signal: AbortSignal | undefined, isCleaning = false): Promise<TimedReply> {
    const { timeout } = this.#options
    const most = timeout * (patience.usual + (isCleaning ? patience.cleaning : 0))
    if (this.#waited > most)
      throw this.problem(
        request,
        new SlowAnswers(`its answers have kept us waiting for ${most / 1000} s in all`),
      )
    if (this.#asked > most + this.#answered * timeout * worth)
      throw this.problem(request, new TooManyPauses(this.#asked))
    return await this.#make(request, signal)
  }

  /** Counts how long an answer took. Of several that keep us waiting at the same time, each minute counts once. */
  #noteWait(start: number): void {
    const now = this.#options.clock.now()
    this.#waited += Math.max(0, now - Math.max(start + prompt, this.#waitedUntil))
    this.#waitedUntil = Math.max(this.#waitedUntil, now)
  }

  /** How many requests a second the provider has let through, at the least; undefined where it met no limit. */
  get #rate(): number | undefined {
    const rates = this.limits.map(({ requests, seconds }) => requests / seconds)
    return rates.length === 0 ? undefined : Math.max(1, Math.floor(Math.min(...rates)))
  }

  boundsFor(request: Pick<RawRequest, 'method' | 'path'>): ReplyBounds {
    return replyBounds(isList(request), this.#options.maxReplyBytes)
  }

  /**
   * Counts an answer that was read to the end, and parsed.
   * @param began when its head had come.
   * @param isCleaning whether what the run has made is being removed.
   * @throws ExcessiveReply SlowAnswers where all of them are too much; a list may be long each time.
   */
  count(request: RawRequest, body: string, began: number, isCleaning: boolean): void {
    const { clock, timeout } = this.#options
    if (isLong(body)) {
      const now = clock.now()
      this.#reading += Math.max(0, now - Math.max(began, this.#countedUntil))
      this.#countedUntil = now
      const most = timeout * (mostReading + (isCleaning ? patience.cleaning : 0))
      if (this.#reading > most)
        throw new SlowAnswers(`its long answers have taken ${most / 1000} s to read in all`)
    }
    if (isList(request)) return
    this.#volume += body.length
    const most = mostVolume * this.#options.maxReplyBytes
    if (this.#volume > most)
      throw new ExcessiveReply(
        `its answers beside the list have more than ${most.toLocaleString('en')} characters in all`,
      )
  }

  /** What keeps an answer from being one. */
  problem(request: RawRequest, cause: unknown, status?: number): ProviderUnreachable {
    const { method, path } = request
    const { timeout } = this.#options
    const { maxBytes: maxReplyBytes } = this.boundsFor(request)
    const attempt = { method, path, base: this.base, timeout, maxReplyBytes, rate: this.#rate }
    return unreachable(attempt, cause, status)
  }

  async #make(request: RawRequest, signal: AbortSignal | undefined): Promise<TimedReply> {
    let path = request.path
    const from = this.base
    let waited = 0
    let pause = firstPause
    for (;;) {
      // A write that names a post goes where that post was read, even if others have moved on meanwhile.
      const to = { base: namesPost(request) ? from : this.base, path }
      const reply = await this.#deliver(request, to, signal)
      const wish = this.#wishedPause(request.method, reply, pause)
      if (wish !== undefined) {
        if (!this.#grants(request, reply.status, wish, waited)) return reply
        waited += wish
        pause *= 2
        this.#asked += this.#pace.hold(wish)
      } else if (isRedirect(reply.status)) {
        const next = this.#redirected(request, to, reply)
        if (next === undefined) return reply
        path = next
      } else {
        this.#hasWritten ||= !isRead(request.method)
        this.#answered++
        if (this.#window.requests++ === 0) this.#window.since = this.#options.clock.now()
        return reply
      }
    }
  }

  /** Where requests go at present. */
  get base(): string {
    return this.#bases.at(-1) ?? this.#options.base
  }

  /**
   * Sends a request, again if it is a read and its connection is reset: nobody can tell whether a write was done. For the
   * same reason the signal ends no write that has left: what it makes has to be known to be removed.
   */
  async #deliver(request: RawRequest, to: Destination, signal: AbortSignal | undefined): Promise<TimedReply> {
    const { method } = request
    const { dispatcher, timeout, stop, concurrency, clock, closings } = this.#options
    const limits = { timeout, signal: isRead(method) ? signal : undefined, stop, hurried, clock }
    const { maxBytes } = this.boundsFor(request)
    const { origin, pathname } = new URL(to.base)
    const path = pathname.replace(/\/+$/, '') + to.path
    for (let tries = 0; ; tries++) {
      await this.#pace.turn(signal)
      if (!isRead(method)) await closings.over()
      this.#requests++
      const start = clock.now()
      try {
        const send = () =>
          concurrency.time(() => sendRaw(dispatcher, origin, { ...request, path }, { ...limits, maxBytes }))
        const reply = await (isRead(method) ? send() : concurrency.pages.writing(send))
        closings.noteAnswer(reply.status)
        return reply
      } catch (error) {
        limits.signal?.throwIfAborted()
        const cut = error instanceof CutReply ? error : undefined
        const problem = this.problem(request, cut?.cause ?? error, cut?.status)
        const again = readAgainAfter[tries]
        const { failureReason } = problem
        const repeatable =
          failureReason === 'intercepted' ||
          (isRead(method) && (failureReason === 'reset' || failureReason === 'cut'))
        if (again === undefined || !repeatable) throw problem
        this.note(`${method} ${request.path}: the connection was reset, and the request sent again.`)
        this.#waited += again
        await clock.wait(again, signal)
      } finally {
        this.#noteWait(start)
      }
    }
  }

  /** How long the provider asks us to wait, in milliseconds. A 429 was not done; of a 503 that is known for a read only. */
  #wishedPause(method: string, { status, headers }: RawReply, otherwise: number): number | undefined {
    const wish = retryAfter(headerOf(headers, 'retry-after'), this.#options.clock.now())
    if (status === 429) return wish ?? otherwise
    return status === 503 && isRead(method) ? wish : undefined
  }

  #grants({ method, path }: RawRequest, status: number, wish: number, waited: number): boolean {
    const { timeout } = this.#options
    const granted = waited + wish <= timeout
    if (status === 429) this.#meetLimit(wish)
    if (granted) this.note(`The provider asked us to wait (${status}), and we did.`)
    else
      this.note(
        `${method} ${path} answers ${status} for longer than the time limit of ${timeout / 1000} s; a longer --timeout waits for it${this.#rate === undefined ? '' : `, and --rate ${this.#rate} stays below what it takes`}.`,
      )
    return granted
  }

  /** Notes a limit, unless requests that were under way with the one that met it meet it too. */
  #meetLimit(wish: number): void {
    const { now } = this.#options.clock
    const { since, requests } = this.#window
    if (requests > 0)
      this.limits.push({ requests, seconds: Math.max(1, Math.round((now() - since + wish) / 1000)) })
    this.#window = { since: 0, requests: 0 }
  }

  /** The path to go on with; undefined where the redirect is the answer. */
  #redirected(request: RawRequest, from: Destination, { status, headers }: RawReply): string | undefined {
    const { method } = request
    const location = headerOf(headers, 'location')
    const { follow } = redirectionOf(method, from, status, location)
    const about = `${method} ${from.path} answers ${status} to ${shownLocation(location, from)}`
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
      this.note(`${about}; not followed, because that leads round in a circle.`)
      return undefined
    }
    this.note(`${about}; followed${moves ? ', and so is every request from then on' : ''}.`)
    return follow.path
  }

  /** Makes a base address the one for all requests from now on; false where it was before, or there were too many. */
  #moveTo(base: string): boolean {
    if (base === this.base) return true
    if (this.#bases.includes(base) || this.#bases.length === mostBases) return false
    this.#bases.push(base)
    return true
  }
}

/** All answers together take too long. */
class SlowAnswers extends Error {
  readonly code = 'SLOW'
}

/** The provider asks for more pauses than its answers are worth. */
class TooManyPauses extends Error {
  readonly code = 'ASKED'

  constructor(milliseconds: number) {
    super(
      `it has asked us to wait for ${Math.round(milliseconds / 1000)} s in all, which is too long for its answers`,
    )
  }
}

function isList({ method, path }: Pick<RawRequest, 'method' | 'path'>): boolean {
  return isRead(method) && /^\/posts(?:\?|$)/.test(path)
}

/** Asks whether a request writes to the post that its path names. */
function namesPost({ method }: RawRequest): boolean {
  return !isRead(method) && method !== 'POST'
}
