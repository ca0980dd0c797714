import type { Socket } from 'node:net'
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
    clientFactory: (origin, options) => new Pool(origin, pastInterceptors(options)),
    factory(origin, options) {
      const keepAliveTimeout = new URL(origin).protocol === 'https:' ? idle.https : idle.http
      const kept = { keepAliveTimeout, keepAliveMaxTimeout: keepAliveTimeout }
      return new Pool(origin, { ...pastInterceptors(options), ...limits, ...kept })
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

function pastInterceptors(options: object): Pool.Options {
  const { connect } = options as Pool.Options
  const connector = typeof connect === 'function' ? connect : buildConnector({ ...connect })
  return { ...options, connect: pastInterception(connector) }
}

type Connector = buildConnector.connector

/** Excludes connections from interception, since @mswjs/interceptors 0.45. */
interface InternalConnections {
  run<Result>(connect: () => Result): Result
}

/**
 * Makes connections that bypass MSW in this process, such as `setupPosts`: otherwise the mock itself would be
 * verified.
 *
 * MSW has no public API for it, so this uses a private one, and closes a connection without a peer before anything is
 * sent.
 */
export function pastInterception(connect: Connector): Connector {
  return (options, callback) => {
    const { __MSW_INTERNAL_CONNECTION_CONTEXT: internal } = globalThis as {
      __MSW_INTERNAL_CONNECTION_CONTEXT?: InternalConnections
    }
    const open = () =>
      connect(options, (...result: Parameters<typeof callback>) => {
        const [error, socket] = result
        if (error) return callback(isOfProxy(error) ? closedByProxy : error, null)
        if (!socket || hasPeer(socket)) return callback(...result)
        socket.destroy()
        callback(Object.assign(new Error('The connection has no peer.'), { code: 'NO_PEER' }), null)
      })
    return internal ? internal.run(open) : open()
  }
}

function hasPeer({ remoteAddress }: Socket): boolean {
  return remoteAddress !== undefined
}

/** undici takes a proxy that closes the connection for a server that does, and would try again without end. */
const closedByProxy = Object.assign(new Error('The proxy closed the connection.'), { code: 'PROXY_REFUSED' })

function isOfProxy(error: Error & { readonly code?: unknown }): boolean {
  return error.code === 'UND_ERR_SOCKET'
}
