import type { Dispatcher } from 'undici'
import { isListPath } from '../scenarios/addresses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import type { Clock } from './clock.ts'
import { unreachable } from './failure.ts'
import { isRead, received, usualHeaders } from './messages.ts'
import type { Pace, Phase } from './pace.ts'
import { isRedirect } from './status.ts'

export interface TransportOptions {
  readonly base: string
  readonly agent: Dispatcher
  readonly pace: Pace
  readonly clock: Clock
  /** In milliseconds. */
  readonly timeout: number
}

/** Sends all requests of a run, each once, and again where a redirect adds a slash. */
export class Transport {
  /** How many were sent. */
  requests = 0
  /** What is worth telling, in sentences. */
  readonly notes = new Set<string>()
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** @throws ProviderUnreachable also once the provider has used up the run's time. */
  async send(request: SentRequest, phase: Phase): Promise<ReceivedReply> {
    const { base, pace } = this.#options
    const { method } = request
    const isList = isRead(method) && isListPath(request.path)
    const exchange = (path: string) =>
      pace.send(() => this.#exchange({ ...request, path }, phase), phase, isList)
    const reply = await exchange(request.path)
    if (!addsSlash(method, base + request.path, reply)) return reply
    this.notes.add('The provider redirects to paths with a slash at the end, and the run followed.')
    return await exchange(withSlash(request.path))
  }

  /** Sends a request once. A write is not aborted, because what it makes has to be removed. */
  async #exchange(request: SentRequest, phase: Phase): Promise<ReceivedReply> {
    const { method, path, body } = request
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
        headers: { ...usualHeaders, ...request.headers, ...phase.headers },
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
