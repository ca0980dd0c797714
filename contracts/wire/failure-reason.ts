import { mostReplyBytes } from './reply-limits.ts'

export type FailureReason =
  | 'refused'
  | 'unknown-host'
  | 'no-route'
  | 'certificate'
  | 'no-tls'
  | 'not-http'
  | 'timeout'
  | 'reset'
  | 'cut'
  | 'too-large'
  | 'slow'
  | 'proxy'
  | 'intercepted'
  | 'no-access'
  | 'away'
  | 'other'

/** The failed request, for the message. */
export interface UnansweredRequest {
  readonly method: string
  readonly path: string
  /** Without credentials. */
  readonly base: string
  /** In milliseconds. */
  readonly timeout: number
  /** Requests per second that the provider accepted, where it has a limit. */
  readonly rate?: number | undefined
}

export interface Failure {
  readonly code: string
  readonly message: string
  /** Host and port, if known. */
  readonly address: string | undefined
}

/** The message is "Failed to …: <fact>. <next step>". */
export interface Explanation {
  readonly failureReason: FailureReason
  readonly fact: string
  readonly nextStep: string
}

const lookAtProvider = 'Check that the provider is still running.'
const trustAny = 'or accept any certificate with --insecure.'

/** Explains a failure by its code, of this client, Node, OpenSSL, undici or llhttp. @param status of a reply that broke off. */
export function explain(
  failure: Failure,
  attempt: UnansweredRequest,
  status: number | undefined,
): Explanation {
  const { base, timeout } = attempt
  const { host, hostname } = new URL(base)
  // undici reports a proxy's 407 as an invalid argument.
  const isProxys = failure.message.startsWith('Proxy Authentication Required')
  const code = isProxys ? 'PROXY_REFUSED' : failure.code
  const as = (failureReason: FailureReason, fact: string, nextStep: string) => ({
    failureReason,
    fact,
    nextStep,
  })
  switch (code) {
    case 'TIMED_OUT':
      return as(
        'timeout',
        `no reply within ${timeout / 1000} s`,
        'Raise --timeout, or check why the provider is slow.',
      )
    case 'TOO_LARGE':
      return as('too-large', failure.message, 'Use a provider with fewer or smaller posts.')
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return as(
        'too-large',
        `the reply is longer than ${mostReplyBytes.toLocaleString('en')} bytes`,
        'Use a provider with fewer or smaller posts.',
      )
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return as(
        'too-large',
        'the headers of the reply are longer than 16 KB',
        'Check with curl -i what the provider sends.',
      )
    case 'SLOW':
      return as('slow', failure.message, 'Raise --timeout, or check why the provider is slow.')
    case 'ASKED':
      return as('slow', failure.message, `Send fewer requests with --rate ${attempt.rate ?? 1}.`)
    case 'NO_PEER':
      return as(
        'intercepted',
        'the connection has no peer',
        'Run it in a process without MSW or another interceptor.',
      )
    case 'PROXY_REFUSED': {
      const answer = /\d{3}/.exec(failure.message)?.[0]
      const fact = `the proxy ${answer === undefined ? 'closed the connection' : `answered ${answer}`}`
      return as('proxy', fact, 'Check HTTP_PROXY and HTTPS_PROXY, or exempt the host with NO_PROXY.')
    }
    case 'ECONNREFUSED': {
      const direct = failure.address === undefined || failure.address.endsWith(`:${portOf(base)}`)
      const proxy = direct ? '' : ', and the proxy of HTTP_PROXY or HTTPS_PROXY'
      return as(
        'refused',
        `nothing listens at ${failure.address ?? host}`,
        `Start the provider, or check host and port${proxy}.`,
      )
    }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return as(
        'unknown-host',
        `the host "${hostname}" is unknown`,
        'Check its spelling, the network, and HTTPS_PROXY if there is a proxy.',
      )
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return as(
        'no-route',
        `${host} cannot be reached from here`,
        'Check the network, the firewall, and HTTPS_PROXY if there is a proxy.',
      )
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return as(
        'certificate',
        'its certificate is self-signed, or of an unknown authority',
        `Add the authority with NODE_EXTRA_CA_CERTS, ${trustAny}`,
      )
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return as(
        'certificate',
        `its certificate is not valid for ${hostname} today`,
        `Check the host and the dates of the certificate, ${trustAny}`,
      )
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'EPROTO':
      return as('no-tls', 'the TLS handshake failed', 'Try the address with http:// instead of https://.')
  }
  if (code.startsWith('HPE_') || code === 'HTTPParserError')
    return as('not-http', 'its reply is not HTTP', 'Check the port, and whether it needs https://.')
  if (status !== undefined) return as('cut', `the reply began with ${status} and broke off`, lookAtProvider)
  if (['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code))
    return as('reset', 'the connection was closed before a reply came', lookAtProvider)
  return as('other', `the connection failed with ${code}`, lookAtProvider)
}

function portOf(base: string): string {
  const { protocol, port } = new URL(base)
  return port || (protocol === 'https:' ? '443' : '80')
}
