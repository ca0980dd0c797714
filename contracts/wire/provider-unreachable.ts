import { UnderstudyError } from '../../handlers/model/errors.ts'

export type FailureReason =
  | 'refused'
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

const fewer = 'Use a provider with fewer or smaller posts.'
const isItRunning = 'Check that the provider is still running.'

/** Codes of Node, OpenSSL, undici and llhttp that mean the same, the fact, and the next step. */
const explanations: readonly (readonly [RegExp, FailureReason, string, string])[] = [
  [
    /TIMED_OUT|UND_ERR_(?:HEADERS|BODY)_TIMEOUT/,
    'timeout',
    'no reply within {timeout} s',
    'Raise --timeout, or check why the provider is slow.',
  ],
  [/EXCEEDED_MAX_SIZE/, 'too-large', 'the reply is longer than 33,554,432 bytes', fewer],
  [/HEADERS?_OVERFLOW/, 'too-large', 'the headers of the reply are longer than 16 KB', fewer],
  [
    /NO_PEER/,
    'intercepted',
    'the connection has no peer',
    'Run it in a process without MSW or another interceptor.',
  ],
  [
    /PROXY_REFUSED/,
    'proxy',
    'the proxy answered {status}',
    'Check HTTP_PROXY and HTTPS_PROXY, or exempt the host with NO_PROXY.',
  ],
  [
    /ECONNREFUSED/,
    'refused',
    'nothing listens at {address}',
    'Start the provider, or check host and port, and HTTP_PROXY and HTTPS_PROXY if there is a proxy.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UNREACH|CONNECT_TIMEOUT/,
    'no-route',
    '{host} cannot be reached from here ({code})',
    'Check its spelling, the network, the firewall, and HTTPS_PROXY if there is a proxy.',
  ],
  [
    /CERT|UNABLE_TO_VERIFY/,
    'certificate',
    'the certificate of {host} is not trusted ({code})',
    'Check host and dates, add its authority with NODE_EXTRA_CA_CERTS, or accept any with --insecure.',
  ],
  [
    /ERR_SSL|EPROTO/,
    'no-tls',
    'the TLS handshake failed',
    'Try the address with http:// instead of https://.',
  ],
  [
    /HPE_|HTTPParserError/,
    'not-http',
    'its reply is not HTTP',
    'Check the port, and whether it needs https://.',
  ],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, 'reset', 'the connection was closed before a reply came', isItRunning],
]

/** Turns a connection error, or an excess, into a message with the next step. */
export function unreachable(attempt: UnansweredRequest, cause: unknown): ProviderUnreachable {
  const { method, path, base, status, timeout } = attempt
  const failed = `Failed to send ${`${method} ${path}`.slice(0, 200).trimEnd()} to ${base}`
  if (cause instanceof Excess)
    return new ProviderUnreachable(cause.failureReason, `${failed}: ${cause.message}. ${cause.nextStep}`)
  const { code, message, address } = failureOf(cause)
  const [, usual, fact, nextStep] =
    explanations.find(([codes]) => codes.test(code)) ??
    ([code, 'other', 'the connection failed with {code}', isItRunning] as const)
  const isCut = status !== undefined && (usual === 'reset' || usual === 'other')
  const { host } = new URL(base)
  const values: Readonly<Record<string, string | number>> = {
    timeout: timeout / 1000,
    status: status ?? /\d{3}/.exec(message)?.[0] ?? 'nothing',
    address: address ?? host,
    host,
    code,
  }
  const filled = (isCut ? 'the reply began with {status} and broke off' : fact).replace(
    /\{(\w+)\}/g,
    (_all, name: string) => String(values[name]),
  )
  // Not the whole cause: it can contain the request's headers.
  return new ProviderUnreachable(isCut ? 'cut' : usual, `${failed}: ${filled}. ${nextStep}`, { cause: code })
}

/** @returns the address as host and port, if known. */
function failureOf(cause: unknown): { code: string; message: string; address: string | undefined } {
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
