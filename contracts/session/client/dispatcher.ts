import type { Socket } from 'node:net'
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { UnderstudyError } from '../../../handlers/model/errors.ts'
import { isLoopback } from './is-loopback.ts'

export interface DispatcherOptions {
  /** The host of the provider, as a URL spells it. */
  readonly hostname: string
  /** Trusts any certificate of the provider. */
  readonly insecure: boolean
  /** How long a connection may take to come up, in milliseconds. */
  readonly timeout: number
  /** How many bytes the body of a reply may have on the wire. */
  readonly maxResponseSize: number
  /** Where the proxies are named: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, in either case. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Called when a connection ends, from either side. */
  readonly onClosed: () => void
}

/** Connections at the same time, so many steps of a sequence do not look like an attack. */
const connections = 16
/** How long an unused connection is kept, in milliseconds: less than any server, whose close would lose a write. */
const keepAliveTimeout = 1000

/**
 * Makes what carries requests to a provider: connections that are kept, through the proxies that the environment
 * names, past whatever answers requests in this process.
 *
 * @throws UnderstudyError `OPTION_INVALID` for a proxy that is not an address.
 */
export function createDispatcher({
  hostname,
  insecure,
  timeout,
  maxResponseSize,
  environment,
  onClosed,
}: DispatcherOptions): Dispatcher {
  const trust = { rejectUnauthorized: !insecure }
  const limits = { maxResponseSize, keepAliveTimeout, headersTimeout: 0, bodyTimeout: 0 }
  const variable = (name: string) => environment[name.toLowerCase()] || environment[name] || ''
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: proxyAddress('HTTP_PROXY', variable('HTTP_PROXY')),
    httpsProxy: proxyAddress('HTTPS_PROXY', variable('HTTPS_PROXY')),
    // A proxy cannot reach what listens on this machine only.
    noProxy: isLoopback(hostname)
      ? `${variable('NO_PROXY')},${hostname.replace(/^\[|\]$/g, '')}`
      : variable('NO_PROXY'),
    proxyTunnel: false,
    requestTls: trust,
    connect: buildConnector({ ...trust, timeout }),
    clientFactory: (origin, options) => new Pool(origin, withConnector(options, timeout, onClosed)),
    factory: (origin, options) =>
      new Pool(origin, { ...limits, connections, ...withConnector(options, timeout, onClosed) }),
  })
}

function withConnector(options: object, timeout: number, onClosed: () => void): Pool.Options {
  const { connect, ...rest } = options as Pool.Options
  const connector = typeof connect === 'function' ? connect : buildConnector({ ...connect, timeout })
  return { ...rest, connect: pastInterception(withProxyRefusals(watched(connector, onClosed))) }
}

function watched(connect: buildConnector.connector, onClosed: () => void): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      result[1]?.once('close', onClosed)
      callback(...result)
    })
}

/**
 * A tunnel that does not come up is an error of its own: undici takes a socket that a proxy closes for one that was in
 * use, and would ask the proxy again without end.
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

/** As curl does, takes an address without a scheme for one of http. */
function proxyAddress(name: string, value: string): string {
  if (value === '') return ''
  const address = /^\w+:\/\//.test(value) ? value : `http://${value}`
  if (URL.canParse(address)) return address
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to use the proxy of ${name}: its value is not an address. Give one such as "http://proxy.example.com:3128", or unset ${name}.`,
  )
}

type Connector = buildConnector.connector

/** What @mswjs/interceptors reads to leave its own connections alone; there from 0.45 on. */
interface InternalConnections {
  run<Result>(connect: () => Result): Result
}

/**
 * Makes connections that reach the network although something in this process answers requests: `setupPosts`, or
 * another user of MSW that intercepts sockets. Without it a provider would be "verified" by its own mock.
 *
 * There is no public way past MSW, so the private one is taken, and not trusted: a connection that has no peer at its
 * other end is given up before anything is sent.
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
