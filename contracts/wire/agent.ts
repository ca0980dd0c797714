import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { mostReplyBytes } from './messages.ts'

/**
 * How long an idle connection stays open, in milliseconds. A service that serves one connection at a time serves the
 * next only after it: development servers do, and have no https. With https a handshake takes longer than a request.
 */
const idle = { http: 2, https: 1000 } as const

/**
 * Makes the agent of requests to a provider: it uses the proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, in
 * either case, and bypasses mocks in this process.
 *
 * @param insecure accepts any certificate of the provider.
 * @param timeout how long a connection may take, in milliseconds. Default 10 000.
 * @throws UnderstudyError `OPTION_INVALID` for a proxy that is not an address.
 */
export function createAgent(insecure: boolean, timeout = 10_000): Dispatcher {
  const trust = { rejectUnauthorized: !insecure, timeout }
  const { no_proxy, NO_PROXY = '' } = process.env
  try {
    return new EnvHttpProxyAgent({
      // A proxy cannot reach this machine's loopback.
      noProxy: `${no_proxy ?? NO_PROXY},localhost,127.0.0.1,[::1]`,
      proxyTunnel: false,
      requestTls: trust,
      connect: buildConnector(trust),
      clientFactory: (origin, options) => new Pool(origin, pastInterception(options)),
      factory(origin, options) {
        const keepAliveTimeout = new URL(origin).protocol === 'https:' ? idle.https : idle.http
        const limits = {
          keepAliveTimeout,
          keepAliveMaxTimeout: keepAliveTimeout,
          maxResponseSize: mostReplyBytes,
        }
        return new Pool(origin, { ...pastInterception(options), ...limits })
      },
    })
  } catch {
    throw new UnderstudyError(
      'OPTION_INVALID',
      'Failed to use the proxy of HTTP_PROXY or HTTPS_PROXY: it is not an address. Set one such as "http://proxy.example.com:3128", or unset it.',
    )
  }
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
    connect(to, (...result) => {
      const [error, socket] = result
      // undici takes a proxy that closes the connection for a server that does, and would try again without end.
      if (error && 'code' in error && error.code === 'UND_ERR_SOCKET')
        return callback(new Error('Proxy response is missing.'), null)
      if (!socket || socket.remoteAddress !== undefined) return callback(...result)
      socket.destroy()
      callback(new Error('NO_PEER'), null)
    })
  return {
    ...options,
    connect(to, callback) {
      // Since @mswjs/interceptors 0.45.
      const { __MSW_INTERNAL_CONNECTION_CONTEXT: internal } = globalThis as {
        __MSW_INTERNAL_CONNECTION_CONTEXT?: { run<Result>(connect: () => Result): Result }
      }
      return internal ? internal.run(() => open(to, callback)) : open(to, callback)
    },
  }
}
