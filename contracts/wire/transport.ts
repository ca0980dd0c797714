import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { isSafe } from '../../handlers/http/plain.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import type { Clock } from './clock.ts'
import { type Outcome, unreachable } from './failure.ts'
import { received, usualHeaders } from './messages.ts'
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

/**
 * Sends a request once, and reads its reply. A write is not aborted, because what it makes has to be removed.
 * @returns a failure where the reply is missing or incomplete.
 * @throws ProviderUnreachable where it exceeds a limit.
 */
export async function exchange(
  request: SentRequest,
  phase: Phase,
  options: TransportOptions,
): Promise<Outcome> {
  const { method, path, body } = request
  const { 'transfer-encoding': coding, ...headers } = request.headers
  const { agent, base, timeout, clock } = options
  const address = base + path
  const { origin, pathname } = new URL(base)
  // A load balancer may know a client by a cookie.
  const cookie = phase.cookies ? phase.cookies.getCookieStringSync(address) : phase.headers.cookie
  const late = AbortSignal.timeout(timeout)
  const signal = isSafe(method) ? phase.signal : undefined
  let reply: Dispatcher.ResponseData | undefined
  let bytes: Buffer
  const call = clock.now()
  try {
    reply = await agent.request({
      origin,
      path: pathname.replace(/\/+$/, '') + path,
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...usualHeaders,
        ...headers,
        ...phase.headers,
        ...(cookie ? { cookie } : {}),
      },
      body: body !== undefined && coding === 'chunked' ? inChunks(body) : (body ?? null),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    })
    for (const cookie of [reply.headers['set-cookie'] ?? []].flat())
      phase.cookies?.setCookieSync(cookie, address, { ignoreError: true })
    bytes = Buffer.from(await reply.body.bytes())
  } catch (error) {
    signal?.throwIfAborted()
    return unreachable(late.aborted ? late.reason : error, request, options, reply?.statusCode)
  }
  const at = { call, return: clock.now() }
  return { ...received(reply.statusCode, reply.headers, bytes), at }
}

/** A body in two chunks. */
function inChunks(body: string): Readable {
  const bytes = Buffer.from(body)
  return Readable.from([bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)])
}

/**
 * The request that a redirect (RFC 9110, section 15.4) asks for, if it only adds a slash at the end of the path. Another
 * path may be another post, and another host must not get credentials or writes. Of a write only 307 and 308 are
 * followed: clients turn it into a GET after the others.
 */
export function withSlash(request: SentRequest, base: string, reply: ReceivedReply): SentRequest | undefined {
  const { location } = reply.headers
  const address = base + request.path
  if (!isRedirect(reply) || (!isSafe(request.method) && reply.status < 307)) return undefined
  if (location === undefined || !URL.canParse(location, address)) return undefined
  const path = request.path.replace(/\/?(?=\?|$)/, '/')
  const isMeant = path !== request.path && new URL(location, address).href === new URL(base + path).href
  return isMeant ? { ...request, path } : undefined
}
