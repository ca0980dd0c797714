import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { isLoopback } from './provider-url.ts'
import { mostReplyBytes } from './received.ts'

export interface AgentOptions {
  /** The host of the provider, as a URL spells it. */
  readonly hostname: string
  /** Accepts any certificate of the provider. */
  readonly insecure: boolean
  /** Names the proxies: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, in either case. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

const limits = {
  /** More than requests are sent at the same time. */
  connections: 40,
  maxResponseSize: mostReplyBytes,
}

/**
 * How long an idle connection stays open, in milliseconds. A service that serves one connection at a time serves the
 * next only after it: development servers do, and have no https. With https a handshake takes longer than a request.
 */
const idle = { http: 2, https: 1000 } as const

/**
 * Makes the agent of requests to a provider: it uses the proxies of the environment, and bypasses mocks in this
 * process.
 *
 * @throws UnderstudyError `OPTION_INVALID` for a proxy that is not an address.
 */
export function createAgent({ hostname, insecure, environment }: AgentOptions): Dispatcher {
  const trust = { rejectUnauthorized: !insecure }
  const variable = (name: string) => environment[name.toLowerCase()] || environment[name] || ''
  return new EnvHttpProxyAgent({
    httpProxy: proxyAddress('HTTP_PROXY', variable('HTTP_PROXY')),
    httpsProxy: proxyAddress('HTTPS_PROXY', variable('HTTPS_PROXY')),
    // A proxy cannot reach this machine's loopback.
    noProxy: `${variable('NO_PROXY')},${isLoopback(hostname) ? hostname : ''}`,
    proxyTunnel: false,
    requestTls: trust,
    connect: buildConnector(trust),
    clientFactory: (origin, options) => new Pool(origin, pastInterception(options)),
    factory(origin, options) {
      const keepAliveTimeout = new URL(origin).protocol === 'https:' ? idle.https : idle.http
      const kept = { keepAliveTimeout, keepAliveMaxTimeout: keepAliveTimeout }
      return new Pool(origin, { ...pastInterception(options), ...limits, ...kept })
    },
  })
}

/** Like curl, assumes http for an address without a scheme. */
function proxyAddress(name: string, value: string): string {
  if (value === '') return ''
  const address = /^\w+:\/\//.test(value) ? value : `http://${value}`
  if (URL.canParse(address)) return address
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to use the proxy of ${name}: its value is not an address. Set one such as "http://proxy.example.com:3128", or unset ${name}.`,
  )
}

/** Excludes connections from interception, since @mswjs/interceptors 0.45. */
interface InternalConnections {
  run<Result>(connect: () => Result): Result
}

/**
 * Makes connections that bypass MSW in this process, such as `setupPosts`: otherwise the mock itself would be
 * verified. MSW has no public API for it, so this uses a private one, and closes a connection without a peer before
 * anything is sent.
 */
function pastInterception(options: object): Pool.Options {
  const given = (options as Pool.Options).connect
  const connect = typeof given === 'function' ? given : buildConnector({ ...given })
  const open: buildConnector.connector = (to, callback) =>
    connect(to, (...[error, socket]) => {
      const { code = undefined } = (error ?? {}) as { code?: string }
      // undici takes a proxy that closes the connection for a server that does, and would try again without end.
      if (code === 'UND_ERR_SOCKET')
        callback(failure('The proxy closed the connection.', 'PROXY_REFUSED'), null)
      else if (socket && socket.remoteAddress === undefined) {
        socket.destroy()
        callback(failure('The connection has no peer.', 'NO_PEER'), null)
      } else if (error) callback(error, null)
      else callback(null, socket)
    })
  return {
    ...options,
    connect(to, callback) {
      const { __MSW_INTERNAL_CONNECTION_CONTEXT: internal } = globalThis as {
        __MSW_INTERNAL_CONNECTION_CONTEXT?: InternalConnections
      }
      return internal ? internal.run(() => open(to, callback)) : open(to, callback)
    },
  }
}

function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}
