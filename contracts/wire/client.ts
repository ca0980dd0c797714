import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { CookieJar } from 'tough-cookie'
import { isSafe } from '../../handlers/http/plain.ts'
import type { ReceivedReply, Send, SentRequest } from '../scenarios/exchange.ts'
import { createAgent } from './agent.ts'
import { realClock } from './clock.ts'
import { curlOf } from './curl.ts'
import { ProviderUnreachable, WriteRefused } from './failure.ts'
import { Gateway } from './gateway.ts'
import { Pace, type PaceOptions, type Phase, usualMaxTime } from './pace.ts'
import { givenHeaders, readProviderUrl } from './provider-url.ts'

export interface ProviderClientOptions extends PaceOptions {
  /** The provider's base address. Credentials in it become an Authorization header. */
  readonly url: string
  /** Sent with every request, never printed; an Idempotency-Key gets another end each time. Default none. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long to wait for a reply, and in addition for a Retry-After, in milliseconds. Default 10 000. */
  readonly timeout?: number
  /** Accepts any certificate. Default false. */
  readonly insecure?: boolean
  /** The cookies of another client, which go on. Default none. */
  readonly cookies?: CookieJar
  /** Aborts reads but no write in progress; later requests reject with its reason. */
  readonly signal?: AbortSignal
  /** Called before each request: throws, or aborts the signal, where the time is over. Default never. */
  readonly checkTime?: () => void
}

/** Decides whether a request is sent, for which it may send others first. @throws WriteRefused */
export type RequestGuard = (request: SentRequest, send: Send) => Promise<ReceivedReply>

/**
 * Sends requests to a deployed provider, any number concurrently. Reads only; {@link ProviderClient.writing} also
 * writes.
 */
export interface ProviderClient {
  /** The base address, without credentials and trailing slash. */
  readonly url: string
  readonly pace: Pace
  readonly cookies: CookieJar
  /** Sends a request with the run's headers and reads the reply as text. @throws ProviderUnreachable */
  readonly send: Send
  /** Redirects, rate limits and reset connections, in sentences. */
  readonly notes: ReadonlySet<string>
  /** That replies come from a cache, as a sentence after a space. Undefined where none said so. */
  readonly cache: string | undefined
  /** Requests sent so far, retries included. */
  readonly requests: number
  /** The same client, sending the writes that the guard permits. */
  writing(guard: RequestGuard): ProviderClient
  /** The same client without the signal, and with another limit of time, to clean up after Ctrl-C. */
  readonly uninterrupted: ProviderClient
  /** The user's headers and credentials; names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The same client with these headers in place of the user's, and without the cookies of the service. */
  withHeaders(headers: Readonly<Record<string, string>>): ProviderClient
  /** The curl command that repeats a request, without secrets. @param base default the base address. */
  curl(request: SentRequest, base?: string): string
  /** Closes all connections, also those in use. */
  close(): Promise<void>
}

/**
 * Makes a client for a deployed provider. It obeys Retry-After (429, and 503 on a read), retries a read whose
 * connection is reset, keeps cookies, never repeats a write that may have been done, follows a redirect that adds a slash,
 * and uses the proxies of the environment.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`
 * @example
 * const client = createProviderClient({ url: 'https://staging.example.com/v1', headers: { Authorization: `Bearer ${token}` } })
 * const { status } = await client.send({ method: 'GET', path: '/posts', headers: {} })
 * await client.close()
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { headers = {}, timeout = 10_000, insecure = false, signal, checkTime } = options
  const { base, authorization } = readProviderUrl(options.url)
  const given = givenHeaders(headers, authorization)
  const all = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
  // Less than for a reply, so that a connection that takes too long is told as one.
  const agent = createAgent(insecure, timeout / 2)
  const pace = new Pace(options)
  const { clock = realClock, cookies = cookiesIn(all.cookie, base) } = options
  const gateway = new Gateway({ base, agent, pace, clock, timeout })
  const viewFor = (guard: RequestGuard, phase: Phase): ProviderClient => {
    // Every request adds a listener; Node 22 warns from the eleventh on.
    if (phase.signal) setMaxListeners(0, phase.signal)
    return {
      url: base,
      pace,
      cookies,
      notes: gateway.notes,
      send: (request) => guard(request, (each) => gateway.send(each, withNewKey(phase))),
      get cache() {
        return gateway.cache
      },
      get requests() {
        return gateway.requests
      },
      writing: (other) => viewFor(other, phase),
      get uninterrupted() {
        // A slow service must not keep the posts.
        const end = clock.now() + 2.5 * usualMaxTime(options.maxRequestsPerSecond)
        const checkTime = () => {
          if (clock.now() > end) throw new ProviderUnreachable('slow', 'The removal of posts took too long.')
        }
        return viewFor(guard, { ...phase, signal: undefined, checkTime, isCleaning: true, takesAny: true })
      },
      headers: phase.headers,
      withHeaders: (headers) => viewFor(guard, { ...phase, headers, cookies: undefined, takesAny: true }),
      curl: (request, at = base) => curlOf(request, { base: at, secrets: Object.keys(given), insecure }),
      close: () => agent.destroy(),
    }
  }
  return viewFor(onlyReads, { headers: all, cookies, signal, checkTime, isCleaning: false, takesAny: false })
}

/** The cookies of a header: the service may replace each of them, such as that of a session. */
function cookiesIn(header: string | undefined, base: string): CookieJar {
  // A browser takes a name such as __Host-sid only over https; here the user has chosen it.
  const cookies = new CookieJar(undefined, { prefixSecurity: 'unsafe-disabled' })
  for (const pair of header?.split(';') ?? [])
    cookies.setCookieSync(`${pair}; Path=/`, base, { loose: true, ignoreError: true })
  return cookies
}

/** With one Idempotency-Key for all creates, a service would answer each of them as the first (draft-ietf-httpapi-idempotency-key-header). */
function withNewKey(phase: Phase): Phase {
  const { 'idempotency-key': key, ...others } = phase.headers
  if (key === undefined) return phase
  return { ...phase, headers: { ...others, 'idempotency-key': `${key}-${randomUUID()}` } }
}

const onlyReads: RequestGuard = async (request, send) => {
  const { method, path } = request
  if (!isSafe(method)) throw new WriteRefused(method, path, 'this client only reads')
  return await send(request)
}
