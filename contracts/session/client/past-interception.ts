import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

type Connector = buildConnector.connector

/** What @mswjs/interceptors reads to leave its own connections alone; there from 0.45 on. */
interface InternalConnections {
  run<Result>(connect: () => Result): Result
}

/**
 * Makes connections that reach the network although something in this process answers requests: `setupPosts`, or
 * another user of MSW that intercepts sockets. Without it a provider would be "verified" by its own mock.
 *
 * There is no public way past MSW, so the private one is taken, and not trusted: a connection that has nobody at its
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
