import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import { refuseMalformed, refuseTunnel } from './malformed-http.ts'
import { createServer } from './node-http.ts'
import { sendFailure, sendReply } from './send-reply.ts'

/** An answered request, for a log. */
export interface AnsweredRequest {
  readonly method: string
  /** The target in the request line. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<IncomingMessage['headers']>
  /** 0 where the client got no reply. */
  readonly status: number
  /** In milliseconds. */
  readonly duration: number
}

export interface HttpServerOptions {
  /** Answers a request; undefined sends nothing. */
  readonly reply: (request: IncomingMessage, response: ServerResponse) => Promise<PlainReply | undefined>
  /** Whether a client with `Expect: 100-continue` may send its body. */
  readonly takesBody: (request: IncomingMessage) => boolean
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined
}

/** How long closing waits for requests in progress, in milliseconds. */
const patience = 2000
/** The most pipelined requests of one connection. */
const mostWaiting = 10_000
/** The most connections; more are closed at once. */
const mostConnections = 10_000
interface Connection {
  latest: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined
  /** The pipelined requests that wait for the replies before theirs. */
  waiting: number
}

/** A node:http server that also answers malformed requests, and closes gracefully. */
export class HttpServer {
  readonly #options: HttpServerOptions
  readonly #server: Server
  readonly #connections = new WeakMap<Duplex, Connection>()
  /** The sockets of CONNECT requests, which node:http does not close. */
  readonly #tunnels = new Set<Duplex>()
  #isClosing = false

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.maxConnections = mostConnections
    // Longer than clients keep idle connections, so that clients close them first.
    this.#server.keepAliveTimeout = 65_000
    this.#server.on('checkContinue', (request, response) => {
      if (options.takesBody(request)) response.writeContinue()
      // The client may still send the body, which could be taken for the next request.
      else response.shouldKeepAlive = false
      void this.#answer(request, response)
    })
    this.#server.on('connect', (_request, socket) => {
      this.#tunnels.add(socket)
      socket.on('close', () => this.#tunnels.delete(socket))
      refuseTunnel(socket)
    })
    this.#server.on('clientError', (error, socket) =>
      refuseMalformed(error, socket, this.#connections.get(socket)?.latest),
    )
  }

  /**
   * @returns the origin for a client on this machine, with the actual port for port 0.
   * @throws UnderstudyError `PORT_IN_USE`, `PORT_REFUSED`
   */
  async listen(port: number, host: string): Promise<string> {
    this.#server.listen({ port, host })
    try {
      await once(this.#server, 'listening')
    } catch (error) {
      throw explain(error as NodeJS.ErrnoException, port, host)
    }
    return originOf(this.#server.address() as AddressInfo)
  }

  /** Stops accepting connections, waits for requests in progress, and closes all connections. */
  async close(): Promise<void> {
    this.#isClosing = true
    if (!this.#server.listening) return
    const closed = new Promise<void>((settle) => this.#server.close(() => settle()))
    const timer = realTimers.setTimeout(() => {
      this.#server.closeAllConnections()
      for (const socket of this.#tunnels) socket.destroy()
    }, patience)
    await closed
    realTimers.clearTimeout(timer as never)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { reply, onRequest } = this.#options
    const start = onRequest ? performance.now() : 0
    const { socket } = request
    const connection = this.#connections.get(socket) ?? { latest: undefined, waiting: 0 }
    this.#connections.set(socket, connection)
    const before = connection.latest?.response
    const mustWait = before && !before.writableEnded
    if (mustWait && connection.waiting === mostWaiting) return void socket.destroy()
    connection.latest = { request, response }
    try {
      // Pipelined requests are answered in order (RFC 9112, section 9.3.2).
      if (mustWait) {
        connection.waiting++
        // Also after an error; `once` of node:events would reject.
        await new Promise((settle) => before.once('close', settle))
        connection.waiting--
      }
      const plain = await reply(request, response)
      if (!plain || response.destroyed) return
      if (this.#isClosing) response.shouldKeepAlive = false
      sendReply(response, plain)
      if (onRequest) onRequest(answered(request, plain, start))
    } catch (error) {
      sendFailure(response, error)
    }
  }
}

function answered(
  { method = '', url = '', headers }: IncomingMessage,
  reply: PlainReply,
  start: number,
): AnsweredRequest {
  const status = reply.broken === 'connection' ? 0 : reply.status
  return { method, target: url, headers, status, duration: performance.now() - start }
}

function originOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (address === '::') return `http://[::1]:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): UnderstudyError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UnderstudyError(
        'PORT_IN_USE',
        `Failed to serve on port ${port}: another program listens there. Pass another \`port\`, or 0 for a free one.`,
        { cause: error },
      )
    case 'EACCES':
      return new UnderstudyError(
        'PORT_REFUSED',
        `Failed to serve on port ${port}: the system does not let this user have it. Pass a \`port\` from 1024.`,
        { cause: error },
      )
    default:
      return new UnderstudyError(
        'PORT_REFUSED',
        `Failed to serve on ${JSON.stringify(host)}: ${error.code ?? error.message}. Pass a \`host\` that this machine has, such as "127.0.0.1".`,
        { cause: error },
      )
  }
}
