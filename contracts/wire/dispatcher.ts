import { isIPv6, type Socket } from 'node:net'
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { isLoopback } from './provider-url.ts'

export interface DispatcherOptions {
  /** The host of the provider, as a URL spells it. */
  readonly hostname: string
  /** Accepts any certificate of the provider. */
  readonly insecure: boolean
  /** How long connecting may take, in milliseconds. */
  readonly timeout: number
  /** The limit of a reply's body on the wire, in bytes. */
  readonly maxResponseSize: number
  /** Names the proxies: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, in either case. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The most connections. */
  readonly connections: number
}

/** Shorter than any server's, whose close could lose a write; in milliseconds. */
const keepAliveTimeout = 1000

/**
 * Makes the dispatcher of requests to a provider: it keeps connections, uses the proxies of the environment, and
 * bypasses mocks in this process.
 *
 * @throws UnderstudyError `OPTION_INVALID` for a proxy that is not an address.
 */
export function createDispatcher({
  hostname,
  insecure,
  timeout,
  maxResponseSize,
  environment,
  connections,
}: DispatcherOptions): Dispatcher {
  const trust = { rejectUnauthorized: !insecure }
  const limits = { maxResponseSize, keepAliveTimeout, headersTimeout: 0, bodyTimeout: 0 }
  const variable = (name: string) => environment[name.toLowerCase()] || environment[name] || ''
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: proxyAddress('HTTP_PROXY', variable('HTTP_PROXY')),
    httpsProxy: proxyAddress('HTTPS_PROXY', variable('HTTPS_PROXY')),
    // A proxy cannot reach this machine's loopback.
    noProxy: `${inBrackets(variable('NO_PROXY'))},${isLoopback(hostname) ? hostname : ''}`,
    proxyTunnel: false,
    requestTls: trust,
    connect: buildConnector({ ...trust, timeout }),
    clientFactory: (origin, options) => new Pool(origin, { ...withConnector(options, timeout), connections }),
    factory: (origin, options) =>
      new Pool(origin, { ...limits, connections, ...withConnector(options, timeout) }),
  })
}

function withConnector(options: object, timeout: number): Pool.Options {
  const { connect, ...rest } = options as Pool.Options
  const connector = typeof connect === 'function' ? connect : buildConnector({ ...connect, timeout })
  return { ...rest, connect: pastInterception(withProxyRefusals(connector)) }
}

/**
 * Gives a refused proxy tunnel its own error code: undici takes it for a closed connection and would retry forever.
 */
function withProxyRefusals(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) return callback(error, socket)
      const { code } = error as { code?: unknown }
      const refused = code === 'UND_ERR_SOCKET' || code === 'UND_ERR_ABORTED'
      callback(refused ? Object.assign(new Error(error.message), { code: 'PROXY_REFUSED' }) : error, null)
    })
}

/** undici compares the addresses of NO_PROXY with those of URLs, where IPv6 has brackets. */
function inBrackets(hosts: string): string {
  const each = hosts
    .split(/[,\s]+/)
    .map((host) => (isIPv6(host) ? new URL(`http://[${host}]`).hostname : host))
  return each.join()
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
        const [, socket] = result
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
