import { isUtf8 } from 'node:buffer'
import { setMaxListeners } from 'node:events'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { ReceivedReply, Send, SentRequest } from '../document/exchange.ts'
import { measureJson } from '../document/json-size.ts'
import { isLong, type ParseBounds, readLongBytes, release, textOfBytes } from '../document/long-body.ts'
import { type Clock, realClock } from './client/clock.ts'
import { Closings } from './client/closings.ts'
import { acceptedEncodings, decodeContent } from './client/content-encoding.ts'
import { createDispatcher } from './client/dispatcher.ts'
import { givenHeaders } from './client/given-headers.ts'
import { headerOf, joinedHeaders } from './client/headers.ts'
import { readProviderUrl } from './client/provider-url.ts'
import { type ReplyBounds, usualReplyBytes } from './client/reply-bounds.ts'
import { type MetLimit, Transport } from './client/transport.ts'
import { Concurrency } from './concurrency.ts'
import { curlOf } from './curl.ts'
import { WriteRefused } from './set-up-error.ts'
import { isRead, type RawReply, type RawRequest, type Target } from './target.ts'

/** What {@link createProviderClient} takes. */
export interface ProviderClientOptions {
  /** The provider's base address; slashes at its end do not matter, credentials in it become an Authorization header. */
  readonly url: string
  /** Sent with every request and shown nowhere. Default none. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long an answer is waited for, in milliseconds; and how long, beside that, the provider may ask us to wait. Default 10 000. */
  readonly timeout?: number
  /** How long an answer may be, in bytes, on the wire and decoded: a list half of that, any other a quarter. Default 64 MiB. */
  readonly maxReplyBytes?: number
  /** Trusts any certificate, a self-signed one too. Default false. */
  readonly insecure?: boolean
  /** Default as many as there are. */
  readonly maxRequestsPerSecond?: number
  /** Ends every read that is under way, and lets a write come to its end; what follows rejects with its reason. */
  readonly signal?: AbortSignal
  /** Where proxies are named. Default the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** What waits are made with. Default the clock of this machine. */
  readonly clock?: Clock
  /** Told how long answers take. Default nobody is. */
  readonly concurrency?: Concurrency
}

/** A reply as it came, and as text. */
export interface DecodedReply {
  readonly raw: RawReply
  readonly reply: ReceivedReply
}

/** Decides which requests leave a client, and learns from their replies. */
export interface RequestGuard {
  /** Sends the request, or throws. @throws WriteRefused */
  pass(request: RawRequest, wire: Wire): Promise<DecodedReply>
}

/** What a {@link RequestGuard} sends with. */
export interface Wire {
  /** Where requests go at present: redirects may have moved it. */
  readonly base: string
  send(): Promise<DecodedReply>
  read(path: string): Promise<ReceivedReply>
}

/**
 * What carries requests to a deployed provider, with good manners. Any number may be under way at the same time.
 * It only reads: what writes is a client that {@link ProviderClient.writing} gives.
 */
export interface ProviderClient extends Target {
  /** The base address as it was given, without credentials and without a slash at its end. */
  readonly url: string
  /** Sends a request with our headers added and reads the reply as text. @throws ProviderUnreachable */
  readonly send: Send
  /** Passes a request on byte for byte, the credentials added, and gives the reply back so. @throws ProviderUnreachable */
  forward(request: RawRequest, signal?: AbortSignal): Promise<RawReply>
  /** What happened on the way and is not a verdict: redirects, rate limits, connections that were reset. */
  readonly notes: readonly string[]
  /** Requests sent so far, repeated ones included. */
  readonly requests: number
  /** How long reading long answers has taken so far, in milliseconds. */
  readonly readingTime: number
  /** The same client, which sends the writes that a guard lets pass. */
  writing(guard: RequestGuard): ProviderClient
  /** The same client, deaf to the signal: to clean up after Ctrl-C. */
  readonly uninterrupted: ProviderClient
  /** The same client, without the headers that the user gave and without credentials of the address. */
  readonly anonymous: ProviderClient
  /** The rate limits that were met: how many requests were answered, and in how many seconds, until the next ones are. */
  readonly limits: readonly MetLimit[]
  /** The command that repeats a request, without a secret in it. */
  curl(request: SentRequest, bodyFile?: string): string
  /** Ends the connections, requests under way included. */
  close(): Promise<void>
}

const perConnection =
  /^(?:connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/**
 * Makes a client for a deployed provider. It waits where the provider asks for it (429, and 503 on a read, with
 * Retry-After), repeats a read whose connection is reset, and never repeats a write that may have been done; follows
 * the redirects that lead to the same resource, and reports them; takes proxies from the environment.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`
 * @example
 * const client = createProviderClient({ url: 'https://staging.example.com/v1', headers: { Authorization: `Bearer ${token}` } })
 * const { status } = await client.send({ method: 'GET', path: '/posts', headers: {} })
 * await client.close()
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const {
    headers = {},
    timeout = 10_000,
    maxReplyBytes = usualReplyBytes,
    insecure = false,
    environment = process.env,
  } = options
  const { base, origin, authorization } = readProviderUrl(options.url)
  const given = givenHeaders(headers, authorization)
  const maxRequestsPerSecond = positive('maxRequestsPerSecond', options.maxRequestsPerSecond)
  positive('timeout', timeout)
  positive('maxReplyBytes', maxReplyBytes)
  const { hostname } = new URL(origin)
  // Every request under way listens; Node 22 warns from the eleventh on.
  if (options.signal) setMaxListeners(0, options.signal)
  const clock = options.clock ?? realClock
  const closings = new Closings(clock)
  const dispatcher = createDispatcher({
    hostname,
    insecure,
    timeout,
    maxResponseSize: maxReplyBytes,
    environment,
    onClosed: () => closings.note(),
  })
  const transport = new Transport({
    base,
    dispatcher,
    timeout,
    maxReplyBytes,
    stop: options.signal,
    maxRequestsPerSecond,
    clock,
    closings,
    concurrency: options.concurrency ?? new Concurrency(options.clock),
  })

  const viewFor = (
    guard: RequestGuard,
    signal: AbortSignal | undefined,
    isCleaning: boolean,
    secrets: Readonly<Record<string, string>> = given,
  ): ProviderClient => {
    /** Everything that comes in comes through here, and is bounded. */
    const make = async (request: RawRequest, ended: AbortSignal | undefined): Promise<DecodedReply> => {
      const sent = { ...request, headers: merged(request.headers, secrets) }
      const raw = await transport.make(sent, ended, isCleaning)
      try {
        const reply = await received(raw, {
          bounds: transport.boundsFor(request),
          note: (about) => transport.note(`${request.method} ${request.path} ${about}`),
        })
        transport.count(request, reply.body, raw.began, isCleaning)
        release(raw.body)
        return { raw, reply }
      } catch (error) {
        throw transport.problem(request, error, raw.status)
      }
    }
    /** Everything that goes out goes through here, and has to pass the guard. */
    const deliver = (request: RawRequest, ended: AbortSignal | undefined) =>
      guard.pass(request, {
        get base() {
          return transport.base
        },
        send: () => make(request, ended),
        read: async (path) => (await make(rawOf({ method: 'GET', path, headers: {} }), ended)).reply,
      })
    return {
      url: base,
      send: async (request) => (await deliver(rawOf(request), signal)).reply,
      async forward({ headers, ...request }, ended) {
        const either = signal && ended ? AbortSignal.any([signal, ended]) : (signal ?? ended)
        const passed = Object.entries(headers).filter(([name]) => !perConnection.test(name))
        return (await deliver({ ...request, headers: Object.fromEntries(passed) }, either)).raw
      },
      get notes() {
        return transport.notes
      },
      get requests() {
        return transport.requests
      },
      get readingTime() {
        return transport.readingTime
      },
      get limits() {
        return transport.limits
      },
      writing: (other) => viewFor(other, signal, isCleaning, secrets),
      get uninterrupted() {
        return viewFor(guard, undefined, true, secrets)
      },
      get anonymous() {
        return viewFor(guard, signal, isCleaning, {})
      },
      curl: (request, bodyFile) =>
        curlOf(base, request, { secretHeaderNames: Object.keys(secrets), insecure, bodyFile }),
      close: () => dispatcher.destroy(),
    }
  }
  return viewFor(onlyReads, options.signal, false)
}

const onlyReads: RequestGuard = {
  async pass({ method, path }, wire) {
    if (!isRead(method)) throw new WriteRefused(method, path, 'this client only reads')
    return await wire.send()
  },
}

/** Gateways refuse requests that do not say who sends them, and what they take. */
export const usualHeaders = { 'user-agent': 'posts-understudy', accept: 'application/json' }

/** A request of ours on the wire. It asks for nothing that curl would not ask for, so a curl line repeats it. */
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

const alreadyRead = new WeakMap<RawReply, ReceivedReply>()

/**
 * Reads a raw reply as text, once. A body that cannot be decoded stays as it came; it is then not JSON.
 *
 * @throws ExcessiveReply where there is a bound, and the body exceeds it or costs too much to parse.
 */
export async function received(
  raw: RawReply,
  { bounds, note }: { readonly bounds?: ReplyBounds; readonly note?: (about: string) => void } = {},
): Promise<ReceivedReply> {
  const known = alreadyRead.get(raw)
  if (known) return known
  const { status, headers, body } = raw
  const encoding = headerOf(headers, 'content-encoding')
  const decoded = await decodeContent(body, encoding, bounds?.maxBytes)
  if (decoded === undefined)
    note?.(`answers a body that is not ${encoding}, as its Content-Encoding says it is`)
  const bytes = decoded ?? body
  const reply = {
    status,
    headers: joinedHeaders(headers),
    body: textOf(bytes, bounds?.parse),
    ...(isUtf8(bytes) ? {} : { garbled: 'UTF-8' }),
    ...(decoded === undefined && encoding !== undefined ? { garbled: encoding } : {}),
  }
  if (bytes !== body) release(bytes)
  alreadyRead.set(raw, reply)
  return reply
}

/** Parsing is a part of reading, and what was read of a long body is remembered. @throws ExcessiveReply */
function textOf(bytes: Buffer, bounds: ParseBounds | undefined): string {
  if (isLong(bytes)) return readLongBytes(bytes, bounds).text
  bounds?.admit(measureJson(bytes, bounds.most), bytes.length)
  return textOfBytes(bytes)
}

function positive(option: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return value
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to make a client: "${option}" is ${value}. Give a number above 0.`,
  )
}
