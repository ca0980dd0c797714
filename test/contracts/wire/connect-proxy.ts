import { createServer, request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '../../support/listen.ts'

/** A real proxy on a free port of 127.0.0.1; it ends with the test. */
export interface ConnectProxy {
  readonly url: string
  /** What it was asked for: `CONNECT host:443`, `GET http://host/v1/posts`. */
  readonly lines: readonly string[]
}

/**
 * Starts a proxy that tunnels (CONNECT) and forwards (absolute form), wherever a request wants to go, to a port of this
 * machine: names such as `provider.example` then need no DNS.
 */
export async function startConnectProxy(port: number): Promise<ConnectProxy> {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    lines.push(`${request.method} ${request.url}`)
    const { pathname } = new URL(request.url ?? '')
    const { method, headers } = request
    const onward = send({ host: '127.0.0.1', port, path: pathname, method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(response)
    })
    request.pipe(onward)
  })
  server.on('connect', (request, socket: Socket) => {
    lines.push(`CONNECT ${request.url}`)
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => end.destroy())
    }
  })
  const { origin, close } = await listen(server)
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await close()
  })
  return { url: origin, lines }
}
