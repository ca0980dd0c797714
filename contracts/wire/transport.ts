import type { Dispatcher } from 'undici'
import { isListPath } from '../scenarios/addresses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import type { Clock } from './clock.ts'
import { ProviderUnreachable, unreachable } from './failure.ts'
import { isRead, received, unanswered } from './messages.ts'
import type { Pace, Phase } from './pace.ts'
import { isLimited, isRedirect } from './status.ts'

export interface TransportOptions {
  readonly base: string
  readonly agent: Dispatcher
  readonly pace: Pace
  readonly clock: Clock
  /** In milliseconds. */
  readonly timeout: number
}

/** The retries of a read whose connection was reset, each after so many milliseconds. */
const readAgainAfter = [100, 400]
/** The first wait after a 429 without Retry-After, in milliseconds: doubled until it is enough. */
const firstPause = 500
/** From the second wait of a request on, each is longer by as much, whatever the service asks for. */
const shortestPause = 100
/** After so many resets of the same write, the service does not answer it. */
const mostResets = 2

/** Sends all requests of a run, with redirects, retries, pauses and limits. */
export class Transport {
  /** How many were sent, retries included. */
  requests = 0
  /** What is worth telling, in sentences. */
  readonly notes = new Set<string>()
  readonly #options: TransportOptions
  /** How often each write met a reset. */
  readonly #resets = new Map<string, number>()

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /**
   * Sends a request, with redirects, pauses and retries. A write whose connection was reset may have been done, and has
   * no reply.
   * @throws ProviderUnreachable also once the provider has used up the run's time.
   */
  async make(request: SentRequest, phase: Phase): Promise<ReceivedReply> {
    const { pace, timeout } = this.#options
    let waited = 0
    for (let tries = 0; ; tries++) {
      const outcome = await this.#follow(request, phase).catch(asUnreachable)
      const pause = this.#pauseAfter(request, outcome, tries)
      if (pause === undefined || waited + pause > timeout) return this.#end(request, outcome)
      const what = 'status' in outcome ? `was busy (${outcome.status})` : 'closed connections'
      this.notes.add(`The provider ${what}, and the run waited.`)
      waited += pause
      pace.hold(pause)
    }
  }

  /** How long to wait before a request is sent again; undefined where it is not. */
  #pauseAfter({ method }: SentRequest, outcome: Outcome, tries: number): number | undefined {
    if (outcome instanceof ProviderUnreachable) {
      const { failureReason: reason } = outcome
      const isRepeatable =
        reason === 'intercepted' || (isRead(method) && (reason === 'reset' || reason === 'cut'))
      return isRepeatable ? readAgainAfter[tries] : undefined
    }
    const { status, headers } = outcome
    const wish = retryAfter(headers['retry-after'])
    // A write that answered 503 may have been done.
    if (!isLimited(outcome) && !(status === 503 && isRead(method) && wish !== undefined)) return undefined
    // A service that asks for no pause each time would be asked without end.
    return Math.max(wish ?? firstPause * 2 ** tries, tries * shortestPause)
  }

  /** The reply to a request that is not sent again. @throws ProviderUnreachable */
  #end({ method, path, body }: SentRequest, outcome: Outcome): ReceivedReply {
    if (!(outcome instanceof ProviderUnreachable)) return outcome
    if (outcome.failureReason !== 'reset' || isRead(method)) throw outcome
    const write = `${method} ${path} ${body}`
    const count = (this.#resets.get(write) ?? 0) + 1
    this.#resets.set(write, count)
    if (count > mostResets) throw outcome
    this.notes.add('Connections were reset during writes, so the run looked whether these were done.')
    return unanswered
  }

  /** Sends a request, and again where a redirect adds a slash. */
  async #follow(request: SentRequest, phase: Phase): Promise<ReceivedReply> {
    const answer = await this.#attempt(request, phase)
    const { method, path } = request
    if (!addsSlash(method, this.#options.base + path, answer)) return answer
    this.notes.add('The provider redirects to paths with a slash at the end, and the run followed.')
    return await this.#attempt({ ...request, path: withSlash(path) }, phase)
  }

  async #attempt(request: SentRequest, phase: Phase): Promise<ReceivedReply> {
    const isList = isRead(request.method) && isListPath(request.path)
    return await this.#options.pace.send(() => this.#exchange(request, phase), phase, isList)
  }

  /** Sends a request once. A write is not aborted, because what it makes has to be removed. */
  async #exchange(request: SentRequest, phase: Phase): Promise<ReceivedReply> {
    const { method, path, headers, body } = request
    const { agent, base, timeout } = this.#options
    const { origin, pathname } = new URL(base)
    const late = AbortSignal.timeout(timeout)
    const signal = isRead(method) ? phase.signal : undefined
    let reply: Dispatcher.ResponseData | undefined
    let bytes: Buffer
    this.requests++
    try {
      reply = await agent.request({
        origin,
        path: pathname.replace(/\/+$/, '') + path,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        signal: signal ? AbortSignal.any([signal, late]) : late,
      })
      bytes = Buffer.from(await reply.body.bytes())
    } catch (error) {
      signal?.throwIfAborted()
      throw unreachable(late.aborted ? late.reason : error, request, this.#options, reply?.statusCode)
    }
    return received(reply.statusCode, reply.headers, bytes)
  }
}

type Outcome = ReceivedReply | ProviderUnreachable

/** For `catch`: returns the failure of a request without a reply. @throws any other error. */
function asUnreachable(error: unknown): ProviderUnreachable {
  if (error instanceof ProviderUnreachable) return error
  throw error
}

/** A path with a slash at its end, before the query. */
function withSlash(path: string): string {
  return path.replace(/\/?(?=\?|$)/, '/')
}

/**
 * Whether a redirect (RFC 9110, section 15.4) only adds a slash at the end of the path: it is followed. Another path
 * may be another post, and another host must not get credentials or writes. Of a write only 307 and 308 are followed:
 * clients turn it into a GET after the others.
 */
function addsSlash(method: string, address: string, reply: ReceivedReply): boolean {
  const { location } = reply.headers
  if (
    !isRedirect(reply) ||
    (!isRead(method) && reply.status < 307) ||
    location === undefined ||
    !URL.canParse(location, address)
  )
    return false
  const followed = new URL(location, address).href
  return followed !== new URL(address).href && followed === new URL(withSlash(address)).href
}

/** A Retry-After in milliseconds (RFC 9110, section 10.2.3); undefined where it is missing, invalid or a date. */
function retryAfter(value = ''): number | undefined {
  return /^\d+$/.test(value) ? Number(value) * 1000 : undefined
}
