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
  | 'other'

/** What was tried, for the sentence about its failure. */
export interface Attempt {
  readonly method: string
  readonly path: string
  /** The base address, without credentials. */
  readonly base: string
  /** How long an answer was waited for, in milliseconds. */
  readonly timeout: number
  /** How many bytes the body of an answer may have. */
  readonly maxReplyBytes: number
  /** How many requests a second it has let through, where it met a limit. */
  readonly rate?: number | undefined
}

/** What a connection failed with. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** Where it was to lead, if that is known: host and port. */
  readonly address: string | undefined
}

/** A failure in words: "Failed to …: <fact>. <next step>". */
export interface Explanation {
  readonly failureReason: FailureReason
  readonly fact: string
  readonly nextStep: string
}

const lookAtProvider = 'Look at the provider, and whether it still runs.'
const trustAny = 'or trust any certificate with --insecure.'

/** Says what stood in the way. @param status of the reply, where it had begun to come. */
export function explain(failure: Failure, attempt: Attempt, status: number | undefined): Explanation {
  const { base, timeout } = attempt
  const { host, hostname } = new URL(base)
  const code = codeOf(failure)
  const as = (failureReason: FailureReason, fact: string, nextStep: string) => ({
    failureReason,
    fact,
    nextStep,
  })
  switch (code) {
    case 'TIMED_OUT':
      return as(
        'timeout',
        `no answer within ${timeout / 1000} s`,
        'Give it longer with --timeout, or look at why the provider is slow.',
      )
    case 'TOO_LARGE':
      return as(
        'too-large',
        failure.message,
        'Run against a provider that holds less, or raise --max-reply-bytes where the size is the reason.',
      )
    case 'LONG_BODY':
      return as(
        'too-large',
        `the answer is longer than ${attempt.maxReplyBytes.toLocaleString('en')} bytes`,
        'Run against a provider that holds fewer posts, or raise --max-reply-bytes.',
      )
    case 'LONG_HEADERS':
      return as(
        'too-large',
        'the headers of the answer are longer than 16 KB',
        'Look at what the provider sends, with curl -i.',
      )
    case 'SLOW':
      return as(
        'slow',
        failure.message,
        'Give it longer with --timeout, or look at why the provider is slow.',
      )
    case 'ASKED':
      return as('slow', failure.message, `Send fewer requests with --rate ${attempt.rate ?? 1}.`)
    case 'NO_PEER':
      return as(
        'intercepted',
        'the connection has no peer',
        'Verify in a process in which nothing, such as MSW, answers requests.',
      )
    case 'PROXY_REFUSED': {
      const answer = /\d{3}/.exec(failure.message)?.[0]
      const fact = `the proxy ${answer === undefined ? 'closes the connection' : `answers ${answer}`}`
      return as('proxy', fact, 'Check HTTP_PROXY and HTTPS_PROXY, or exempt the host with NO_PROXY.')
    }
    case 'REFUSED': {
      const direct = failure.address === undefined || failure.address.endsWith(`:${portOf(base)}`)
      const proxy = direct ? '' : ', and the proxy of HTTP_PROXY or HTTPS_PROXY'
      return as(
        'refused',
        `nothing listens at ${failure.address ?? host}`,
        `Start the provider, or check host and port${proxy}.`,
      )
    }
    case 'UNKNOWN_HOST':
      return as(
        'unknown-host',
        `the name of the host "${hostname}" leads nowhere`,
        'Check its spelling, the network, and HTTPS_PROXY if there is a proxy.',
      )
    case 'NO_ROUTE':
      return as(
        'no-route',
        `${host} cannot be reached from here`,
        'Check the network, the firewall, and HTTPS_PROXY if there is a proxy.',
      )
    case 'UNTRUSTED':
      return as(
        'certificate',
        'its certificate is self-signed, or of an authority that is not known here',
        `Name the authority in NODE_EXTRA_CA_CERTS, ${trustAny}`,
      )
    case 'INVALID':
      return as(
        'certificate',
        `its certificate is not valid for ${hostname} today`,
        `Check the host and the dates of the certificate, ${trustAny}`,
      )
    case 'NO_TLS':
      return as('no-tls', 'the TLS handshake failed', 'Try the address with http:// instead of https://.')
    case 'NOT_HTTP':
      return as('not-http', 'its answer is not HTTP', 'Check the port, and whether it wants https://.')
  }
  if (status !== undefined) return as('cut', `the answer began with ${status} and broke off`, lookAtProvider)
  if (code === 'RESET') return as('reset', 'the connection was closed before an answer came', lookAtProvider)
  return as('other', `the connection failed with ${code}`, lookAtProvider)
}

const families: Readonly<Record<string, readonly string[]>> = {
  REFUSED: ['ECONNREFUSED'],
  UNKNOWN_HOST: ['ENOTFOUND', 'EAI_AGAIN'],
  NO_ROUTE: ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  UNTRUSTED: [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ],
  INVALID: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  NO_TLS: ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'],
  LONG_BODY: ['UND_ERR_RES_EXCEEDED_MAX_SIZE'],
  LONG_HEADERS: ['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'],
  RESET: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
}

/** What an error of Node, OpenSSL, undici or llhttp comes down to. */
function codeOf({ code, message }: Failure): string {
  // Where a proxy asks for a password, undici finds fault with the arguments.
  if (message.startsWith('Proxy Authentication Required')) return 'PROXY_REFUSED'
  const family = Object.keys(families).find((each) => families[each]?.includes(code))
  if (family !== undefined) return family
  return code.startsWith('HPE_') || code === 'HTTPParserError' ? 'NOT_HTTP' : code
}

function portOf(base: string): string {
  const { protocol, port } = new URL(base)
  return port || (protocol === 'https:' ? '443' : '80')
}
