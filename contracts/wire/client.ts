import { setMaxListeners } from 'node:events'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { ReceivedReply, Send, SentRequest } from '../spec/exchange.ts'
import { Access } from './access.ts'
import { type Clock, realClock } from './clock.ts'
import { Concurrency } from './concurrency.ts'
import { Connections } from './connections.ts'
import { acceptedEncodings } from './content-encoding.ts'
import { curlOf } from './curl.ts'
import { createDispatcher } from './dispatcher.ts'
import { givenHeaders, ofTheConnection } from './given-headers.ts'
import { readProviderUrl } from './provider-url.ts'
import { received } from './received.ts'
import { mostReplyBytes } from './reply-limits.ts'
import { WriteRefused } from './set-up-error.ts'
import { type DecodedReply, isRead, type RawReply, type RawRequest, type Target } from './target.ts'
import { type MetLimit, type Phase, Transport } from './transport.ts'

export interface ProviderClientOptions {
  /** The provider's base address. Credentials in it become an Authorization header. */
  readonly url: string
  /** Sent with every request, never printed. Default none. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long to wait for a reply, and in addition for a Retry-After, in milliseconds. Default 10 000. */
  readonly timeout?: number
  /** How long the run may take, in milliseconds: it may wait as long for replies. Default two timeouts. */
  readonly maxTime?: number
  /** Accepts any certificate. Default false. */
  readonly insecure?: boolean
  /** Default unlimited. */
  readonly maxRequestsPerSecond?: number
  /** Aborts reads but no write in progress; later requests reject with its reason. */
  readonly signal?: AbortSignal
  /** Names the proxies. Default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Default the system clock. */
  readonly clock?: Clock
  /** Measures how long replies take. */
  readonly concurrency?: Concurrency
}

export type { DecodedReply }

/** Decides which requests a client sends, and learns from the replies. */
export interface RequestGuard {
  /** Sends the request, or throws. @throws WriteRefused */
  pass(request: RawRequest, wire: Wire): Promise<DecodedReply>
}

export interface Wire {
  /** The current base address, after redirects. */
  readonly base: string
  send(): Promise<DecodedReply>
  read(path: string): Promise<ReceivedReply>
}

/**
 * Sends requests to a deployed provider, any number concurrently. Reads only; {@link ProviderClient.writing} also
 * writes.
 */
export interface ProviderClient extends Target {
  /** The base address, without credentials and trailing slash. */
  readonly url: string
  /** Sends a request with the run's headers and reads the reply as text. @throws ProviderUnreachable */
  readonly send: Send
  /**
   * Forwards a request byte for byte, with credentials added, and returns the raw reply.
   * @throws ProviderUnreachable
   */
  forward(request: RawRequest, signal?: AbortSignal): Promise<RawReply>
  /** Redirects, rate limits and reset connections. */
  readonly notes: readonly string[]
  /** Requests sent so far, retries included. */
  readonly requests: number
  /** How long reading long answers has taken so far, in milliseconds. */
  readonly readingTime: number
  /** The same client, sending the writes that the guard permits. */
  writing(guard: RequestGuard): ProviderClient
  /**
   * The same client without the signal, to clean up after Ctrl-C.
   * @param stop aborts when the user ends the run: timeouts and pauses are short from then on. Default the signal.
   */
  uninterrupted(stop?: AbortSignal): ProviderClient
  /** The same client without the user's headers and credentials. */
  readonly anonymous: ProviderClient
  /** How long the provider asked the run to wait so far, in milliseconds. */
  readonly pauses: number
  /** The rate limits that the provider enforced. */
  readonly limits: readonly MetLimit[]
  /** The curl command that repeats a request, without secrets. */
  curl(request: SentRequest, bodyFile?: string): string
  /** Closes all connections, also those in use. */
  close(): Promise<void>
}

/**
 * Makes a client for a deployed provider. It obeys Retry-After (429, and 503 on a read), retries a read whose
 * connection is reset, never repeats a write that may have been done, follows redirects to the same resource, and
 * uses the proxies of the environment.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`
 * @example
 * const client = createProviderClient({ url: 'https://staging.example.com/v1', headers: { Authorization: `Bearer ${token}` } })
 * const { status } = await client.send({ method: 'GET', path: '/posts', headers: {} })
 * await client.close()
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { headers = {}, timeout = 10_000, insecure = false, environment = process.env } = options
  const { base, origin, authorization } = readProviderUrl(options.url)
  const given = givenHeaders(headers, authorization)
  const maxRequestsPerSecond = positive('maxRequestsPerSecond', options.maxRequestsPerSecond)
  positive('timeout', timeout)
  const { hostname } = new URL(origin)
  // Every request adds a listener; Node 22 warns from the eleventh on.
  if (options.signal) setMaxListeners(0, options.signal)
  const clock = options.clock ?? realClock
  const concurrency = options.concurrency ?? new Concurrency(options.clock)
  const connections = new Connections(
    (count) =>
      createDispatcher({
        hostname,
        insecure,
        timeout,
        maxResponseSize: mostReplyBytes,
        environment,
        connections: count,
      }),
    () => concurrency.reduceToOne('The provider serves one connection at a time, so the run used one.'),
  )
  const transport = new Transport({
    base,
    connections,
    timeout,
    maxTime: options.maxTime,
    maxRequestsPerSecond,
    clock,
    concurrency,
  })

  const access = new Access({
    clock,
    timeout,
    onWait: (milliseconds) => transport.allowance.addRetry(milliseconds),
    requests: () => transport.requests,
  })
  const viewFor = (
    guard: RequestGuard,
    phase: Phase,
    secrets: Readonly<Record<string, string>> = given,
  ): ProviderClient => {
    /** Reads every reply, within the bounds. */
    const make = async (request: RawRequest, signal: AbortSignal | undefined): Promise<DecodedReply> => {
      const sent = { ...request, headers: merged(request.headers, secrets) }
      const raw = await transport.make(sent, { ...phase, signal })
      try {
        const reply = await received(raw, (about) =>
          transport.note(`${request.method} ${request.path} ${about}`),
        )
        transport.count(request, reply.body, raw.began, phase)
        return { raw, reply }
      } catch (error) {
        throw transport.problem(request, error, raw.status)
      }
    }
    /** Sends a request, and takes only a reply that counts. The clean-up takes any, and so does who has no credentials. */
    const decide = async (request: RawRequest, ended: AbortSignal | undefined): Promise<DecodedReply> => {
      if (phase.isCleaning || secrets !== given) return await make(request, ended)
      access.expect()
      return await access.take(request, await make(request, ended), {
        again: () => make(request, ended),
        read: (path) => make(rawOf({ method: 'GET', path, headers: {} }), ended),
      })
    }
    /** Sends every request through the guard. */
    const deliver = (request: RawRequest, ended: AbortSignal | undefined) =>
      guard.pass(request, {
        get base() {
          return transport.base
        },
        send: () => decide(request, ended),
        read: async (path) => (await decide(rawOf({ method: 'GET', path, headers: {} }), ended)).reply,
      })
    const { signal } = phase
    return {
      url: base,
      send: async (request) => (await deliver(rawOf(request), signal)).reply,
      async forward({ headers, ...request }, ended) {
        const either = signal && ended ? AbortSignal.any([signal, ended]) : (signal ?? ended)
        const passed = Object.entries(headers).filter(
          ([name]) => !ofTheConnection.test(name) && !/^host$/i.test(name),
        )
        return (await deliver({ ...request, headers: Object.fromEntries(passed) }, either)).raw
      },
      get notes() {
        return transport.notes
      },
      get requests() {
        return transport.requests
      },
      get readingTime() {
        return transport.allowance.readingTime
      },
      get pauses() {
        return transport.allowance.pauses
      },
      get limits() {
        return transport.limits
      },
      writing: (other) => viewFor(other, phase, secrets),
      uninterrupted(stop = phase.stop) {
        if (stop) setMaxListeners(0, stop)
        return viewFor(guard, { signal: undefined, stop, isCleaning: true }, secrets)
      },
      get anonymous() {
        return viewFor(guard, phase, {})
      },
      curl: (request, bodyFile) =>
        curlOf(base, request, { secretHeaderNames: Object.keys(secrets), insecure, bodyFile }),
      close: () => connections.close(),
    }
  }
  return viewFor(onlyReads, { signal: options.signal, stop: options.signal, isCleaning: false })
}

const onlyReads: RequestGuard = {
  async pass({ method, path }, wire) {
    if (!isRead(method)) throw new WriteRefused(method, path, 'this client only reads')
    return await wire.send()
  },
}

/** Some gateways refuse requests without them. */
export const usualHeaders = { 'user-agent': 'posts-understudy', accept: 'application/json' }

function rawOf({ method, path, headers, body, sending }: SentRequest): RawRequest {
  return {
    method,
    path,
    headers: { ...usualHeaders, 'accept-encoding': acceptedEncodings, ...headers },
    body: body === undefined ? undefined : Buffer.from(body),
    sending,
  }
}

function merged(own: RawRequest['headers'], secret: RawRequest['headers']): Record<string, string> {
  const names = new Set(Object.keys(secret).map((name) => name.toLowerCase()))
  const others = Object.entries(own).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...secret }
}

function positive(option: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return value
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to make a client: "${option}" is ${value}. Give a number above 0.`,
  )
}
