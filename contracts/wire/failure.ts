import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { Exchange, ReceivedReply, SentRequest } from '../scenarios/exchange.ts'

/** What follows the name of a service that asks for a client certificate. */
export const needsCertificate =
  'asks for a client certificate, and a run has none. Pass an address that needs none, such as that of a local proxy which presents it.'

/** Why a request has no complete reply: by codes of Node, OpenSSL, undici and llhttp, with the next step. */
const causes = {
  // Before a timeout: undici has a ConnectTimeoutError.
  'no-connection': [
    /CONNECT_TIMEOUT|ETIMEDOUT/,
    '{host} did not accept a connection in time ({code}). Check host and port, whether a firewall drops what it gets, and HTTPS_PROXY if there is a proxy.',
  ],
  'no-route': [
    /ENOTFOUND|EAI_AGAIN|UNREACH/,
    '{host} cannot be reached from here ({code}). Check its spelling, the network, the firewall, and HTTPS_PROXY if there is a proxy.',
  ],
  timeout: [
    /TimeoutError/,
    'no reply within {timeout} s. Raise --timeout, or check why the provider is slow.',
  ],
  'too-large': [
    /EXCEEDED_MAX_SIZE|HEADERS?_OVERFLOW/,
    'the reply is longer than 33,554,432 bytes, or its headers than 16 KB. Use a provider with fewer or smaller posts.',
  ],
  intercepted: [
    /NO_PEER/,
    'the connection has no peer. Run it in a process without MSW or another interceptor.',
  ],
  proxy: [
    /Proxy (?:response|Authentication)/,
    'the proxy refuses it. Check HTTP_PROXY and HTTPS_PROXY, which may hold credentials, or exempt the host with NO_PROXY.',
  ],
  refused: [
    /ECONNREFUSED/,
    'nothing listens at {host}. Start the provider, wait for it with --wait 30, or check host and port, and HTTP_PROXY and HTTPS_PROXY if there is a proxy.',
  ],
  'client-certificate': [/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/, `{host} ${needsCertificate}`],
  'http-2': [
    /NO_APPLICATION_PROTOCOL/,
    '{host} speaks only HTTP/2, and a run sends HTTP/1.1. Allow HTTP/1.1 there too, or pass an address behind its gateway.',
  ],
  certificate: [
    /CERT|UNABLE_TO_VERIFY/,
    'the certificate of {host} is not trusted ({code}). Check host and dates, add its authority with NODE_EXTRA_CA_CERTS, or accept any with --insecure.',
  ],
  'no-tls': [/ERR_SSL|EPROTO/, 'the TLS handshake failed. Try the address with http:// instead of https://.'],
  'not-http': [
    /HPE_|HTTPParserError/,
    'its reply is not HTTP/1.1. Check the port, and whether it needs https://, or speaks only HTTP/2.',
  ],
  reset: [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET/,
    'the connection was closed before a reply came{tls}. Check that the provider is still running, and speaks HTTP/1.1. If it closes connections under load, send fewer requests with --rate 5.',
  ],
  other: [/^/, 'the connection failed with {code}. Check that the provider is still running.'],
} satisfies Readonly<Record<string, readonly [codes: RegExp, sentence: string]>>

export type FailureReason = keyof typeof causes | 'cut' | 'slow' | 'no-decision'

/**
 * A request without a complete reply, or one that ends a run. Code `PROVIDER_UNREACHABLE`.
 *
 * @example
 * try { await send(request) }
 * catch (error) { if (error instanceof ProviderUnreachable && error.failureReason === 'refused') wait() }
 */
export class ProviderUnreachable extends UnderstudyError {
  readonly failureReason: FailureReason

  constructor(failureReason: FailureReason, message: string, options?: ErrorOptions) {
    super('PROVIDER_UNREACHABLE', message, options)
    this.failureReason = failureReason
  }
}

/** What a request comes to. */
export type Outcome = ReceivedReply | ProviderUnreachable

/** Turns the error of a connection into a message with the next step. @param status of a reply that broke off. */
export function unreachable(
  error: unknown,
  { method, path }: Pick<SentRequest, 'method' | 'path'>,
  { base, timeout }: { readonly base: string; readonly timeout: number },
  status?: number,
): ProviderUnreachable {
  const { code, text } = causeOf(error)
  const reasons = Object.keys(causes) as (keyof typeof causes)[]
  const reason = reasons.find((each) => causes[each][0].test(text)) ?? 'other'
  const isCut = status !== undefined && (reason === 'reset' || reason === 'other')
  const values: Readonly<Record<string, string>> = {
    timeout: String(timeout / 1000),
    host: new URL(base).host,
    code,
    // The refusal in TLS 1.3 comes after the handshake, and looks like this.
    tls: base.startsWith('https:') ? ', as by a service that asks for a client certificate' : '',
  }
  const sentence = isCut
    ? `the reply began with ${status} and broke off. Check that the provider is still running.`
    : causes[reason][1].replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
  const failed = `Failed to send ${`${method} ${path}`.slice(0, 200).trimEnd()} to ${base}`
  // Not the whole error: it can contain the request's headers.
  return new ProviderUnreachable(isCut ? 'cut' : reason, `${failed}: ${sentence}`, { cause: code })
}

function causeOf(error: unknown): { readonly code: string; readonly text: string } {
  const { name, code, message, cause } = error as Error & { code?: unknown }
  if (code === undefined && cause instanceof Error) return causeOf(cause)
  // undici has no code for a proxy that refuses, and that of a timeout is a number.
  return { code: typeof code === 'string' ? code : name, text: `${name} ${String(code)} ${message}` }
}

/** A provider state that could not be set up, with the exchange that failed. */
export class SetUpError extends Error {
  override readonly name: string = 'SetUpError'
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

export const foreignPost = 'the post with this id is not one of this run'

/** A write that was not sent, because it might have changed a foreign post. */
export class WriteRefused extends SetUpError {
  override readonly name = 'WriteRefused'
  /** A clause that follows "because". */
  readonly reason: string

  constructor(method: string, path: string, reason: string) {
    super(`${method} ${path.slice(0, 100)} was not sent, because ${reason}`)
    this.reason = reason
  }

  /** Whether the post is certainly foreign. */
  get isForeign(): boolean {
    return this.reason === foreignPost
  }
}

/** For `catch`: ignores that the provider failed or refused, or that the run was aborted. @throws any other error. */
export function ignoreFailure(signal?: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    const isOfProvider = error instanceof ProviderUnreachable || error instanceof SetUpError
    if (!isOfProvider && !signal?.aborted) throw error
  }
}
