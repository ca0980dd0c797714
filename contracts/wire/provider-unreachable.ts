import { UnderstudyError } from '../../handlers/model/errors.ts'

export type FailureReason =
  | 'refused'
  | 'unknown-host'
  | 'no-route'
  | 'certificate'
  | 'no-tls'
  | 'proxy'
  | 'intercepted'
  | 'not-http'
  | 'timeout'
  | 'reset'
  | 'cut'
  | 'too-large'
  | 'slow'
  | 'no-access'
  | 'away'
  | 'other'

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

/** A reply that exceeds a limit, or that makes all replies exceed one. */
export class Excess extends Error {
  readonly failureReason: FailureReason
  readonly nextStep: string

  /** @param fact what follows "Failed to …:". */
  constructor(failureReason: FailureReason, fact: string, nextStep: string) {
    super(fact)
    this.failureReason = failureReason
    this.nextStep = nextStep
  }
}

/** The failed request, for the message. */
export interface UnansweredRequest {
  readonly method: string
  readonly path: string
  /** Without credentials. */
  readonly base: string
  /** In milliseconds. */
  readonly timeout: number
  /** The status of a reply that broke off. */
  readonly status?: number | undefined
}

/** Codes of Node, OpenSSL, undici and llhttp that mean the same, and what to say: the fact, and the next step. */
type Explanation = readonly [
  codes: RegExp,
  failureReason: FailureReason,
  fact: (attempt: UnansweredRequest & { readonly url: URL }, failure: Failure) => string,
  nextStep: string,
]

const fewer = 'Use a provider with fewer or smaller posts.'
const isItRunning = 'Check that the provider is still running.'
const network = 'Check the network, the firewall, and HTTPS_PROXY if there is a proxy.'

const explanations: readonly Explanation[] = [
  [
    /^(?:TIMED_OUT|UND_ERR_(?:HEADERS|BODY)_TIMEOUT)$/,
    'timeout',
    ({ timeout }) => `no reply within ${timeout / 1000} s`,
    'Raise --timeout, or check why the provider is slow.',
  ],
  [/EXCEEDED_MAX_SIZE/, 'too-large', () => 'the reply is longer than 33,554,432 bytes', fewer],
  [
    /HEADERS?_OVERFLOW/,
    'too-large',
    () => 'the headers of the reply are longer than 16 KB',
    'Check with curl -i what the provider sends.',
  ],
  [
    /^NO_PEER$/,
    'intercepted',
    () => 'the connection has no peer',
    'Run it in a process without MSW or another interceptor.',
  ],
  [
    /^PROXY_REFUSED$/,
    'proxy',
    (_attempt, { message }) => `the proxy answered ${/\d{3}/.exec(message)?.[0] ?? 'nothing'}`,
    'Check HTTP_PROXY and HTTPS_PROXY, or exempt the host with NO_PROXY.',
  ],
  [
    /^ECONNREFUSED$/,
    'refused',
    ({ url }, { address = url.host }) => `nothing listens at ${address}`,
    'Start the provider, or check host and port, and HTTP_PROXY and HTTPS_PROXY if there is a proxy.',
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)$/,
    'unknown-host',
    ({ url }) => `the host "${url.hostname}" is unknown`,
    network,
  ],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/,
    'no-route',
    ({ url }) => `${url.host} cannot be reached from here`,
    network,
  ],
  [
    /CERT|UNABLE_TO_VERIFY/,
    'certificate',
    ({ url }, { code }) => `the certificate of ${url.hostname} is not trusted (${code})`,
    'Check host and dates, add its authority with NODE_EXTRA_CA_CERTS, or accept any certificate with --insecure.',
  ],
  [
    /^(?:ERR_SSL_.*|EPROTO)$/,
    'no-tls',
    () => 'the TLS handshake failed',
    'Try the address with http:// instead of https://.',
  ],
  [
    /^HPE_|^HTTPParserError$/,
    'not-http',
    () => 'its reply is not HTTP',
    'Check the port, and whether it needs https://.',
  ],
  [
    /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'reset',
    () => 'the connection was closed before a reply came',
    isItRunning,
  ],
]

const unknown: Explanation = [
  /^/,
  'other',
  (_attempt, { code }) => `the connection failed with ${code}`,
  isItRunning,
]

/** Turns a connection error, or an excess, into a message with the next step. */
export function unreachable(attempt: UnansweredRequest, cause: unknown): ProviderUnreachable {
  const { method, path, base, status } = attempt
  const failed = `Failed to send ${`${method} ${path}`.slice(0, 200).trimEnd()} to ${base}`
  if (cause instanceof Excess)
    return new ProviderUnreachable(cause.failureReason, `${failed}: ${cause.message}. ${cause.nextStep}`)
  const failure = failureOf(cause)
  const [, reason, fact, nextStep] = explanations.find(([codes]) => codes.test(failure.code)) ?? unknown
  const isCut = status !== undefined && (reason === 'reset' || reason === 'other')
  const what = isCut
    ? `the reply began with ${status} and broke off`
    : fact({ ...attempt, url: new URL(base) }, failure)
  // Not the whole cause: it can contain the request's headers.
  return new ProviderUnreachable(isCut ? 'cut' : reason, `${failed}: ${what}. ${nextStep}`, {
    cause: failure.code,
  })
}

interface Failure {
  readonly code: string
  readonly message: string
  /** Host and port, if known. */
  readonly address: string | undefined
}

function failureOf(cause: unknown): Failure {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const fields = error as {
    code?: unknown
    address?: unknown
    port?: unknown
    errors?: unknown[]
    cause?: unknown
  }
  // A host with several addresses fails with one error for each.
  if (Array.isArray(fields.errors) && fields.errors.length > 0) return failureOf(fields.errors[0])
  if (fields.code === undefined && fields.cause instanceof Error) return failureOf(fields.cause)
  const address = typeof fields.address === 'string' ? `${fields.address}:${String(fields.port)}` : undefined
  // undici has no code for a proxy that refuses.
  const code = /^Proxy (?:response|Authentication)/.test(error.message) ? 'PROXY_REFUSED' : fields.code
  return { code: String(code ?? error.name), message: error.message, address }
}
