import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import { hostRefusal } from './host-refusal.ts'
import type { Transfer } from './limits.ts'
import { listen } from './listen.ts'
import { refuseMalformed, refuseTunnel } from './malformed-http.ts'
import { createServer } from './node-http.ts'
import { sendFailure, sendReply } from './send-reply.ts'

/** One request that was answered, for a log. */
export interface AnsweredRequest {
  readonly method: string
  /** As the request line has it. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<IncomingMessage['headers']>
  /** 0 where the client got no reply. */
  readonly status: number
  /** How long the reply took, in milliseconds. */
  readonly duration: number
}

export interface HttpServerOptions {
  /** Answers a request; undefined where there is nothing to send. */
  readonly reply: (request: IncomingMessage, response: ServerResponse) => Promise<PlainReply | undefined>
  /** Asks whether a client that waits for leave to send its body (`Expect: 100-continue`) shall have it. */
  readonly takesBody: (request: IncomingMessage) => boolean
  /** Counts the replies that wait for their clients. */
  readonly transfer: Transfer
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined
}

/** How long closing waits for requests that are not complete yet, in milliseconds. */
const patience = 2000
/** How many requests may wait on one connection for the reply to an earlier one. */
const mostWaiting = 10_000
/** How many connections there may be; further ones are closed at once. */
const mostConnections = 10_000
/** A reply of so many characters is sent whatever waits: it is no larger than what the system buffers. */
const alwaysSent = 65_536
/** How long a client may take no byte of a reply, in milliseconds. */
const slowest = 60_000

/** A server of node:http that answers every request and every piece of garbage, and can be closed without loss. */
export class HttpServer {
  readonly #options: HttpServerOptions
  readonly #server: Server
  readonly #latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>()
  /** Sockets that the server of node:http has handed out, and knows no longer. */
  readonly #tunnels = new Set<Duplex>()
  /** How many requests of a connection wait for the reply to an earlier one. */
  readonly #waiting = new WeakMap<Duplex, number>()
  #isClosing = false

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.maxConnections = mostConnections
    // Longer than clients keep a connection that nobody uses: they close it first, and no request meets its end.
    this.#server.keepAliveTimeout = 65_000
    this.#server.on('checkContinue', (request, response) => {
      if (options.takesBody(request)) response.writeContinue()
      // The body may or may not follow the refusal, so what follows cannot be told from another request.
      else response.shouldKeepAlive = false
      void this.#answer(request, response)
    })
    this.#server.on('connect', (_request, socket) => {
      this.#tunnels.add(socket)
      socket.on('close', () => this.#tunnels.delete(socket))
      refuseTunnel(socket)
    })
    this.#server.on('clientError', (error, socket) =>
      refuseMalformed(error, socket, this.#latest.get(socket)),
    )
  }

  /** @throws UnderstudyError `PORT_IN_USE`, `PORT_REFUSED` */
  listen(port: number, host: string): Promise<AddressInfo> {
    return listen(this.#server, port, host)
  }

  /** Takes no more connections, lets the requests under way finish, and ends the connections. */
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

  /** A reply waits in memory until its client has taken it: large ones are refused while too many do. */
  #sendWithin(response: ServerResponse, reply: PlainReply): PlainReply {
    const { transfer } = this.#options
    const size = reply.body?.length ?? 0
    if (size <= alwaysSent) {
      sendReply(response, reply)
      return reply
    }
    if (transfer.isFull) {
      const { status, message } = transfer.overflow()
      return this.#sendWithin(response, hostRefusal(status, message))
    }
    transfer.add(size)
    response.once('close', () => transfer.add(-size))
    response.setTimeout(slowest, () => response.destroy())
    sendReply(response, reply)
    return reply
  }

  /** Ends a connection that sends requests and requests while the first is still being answered. */
  #mayWait(socket: Duplex): boolean {
    const waiting = (this.#waiting.get(socket) ?? 0) + 1
    this.#waiting.set(socket, waiting)
    if (waiting > mostWaiting) socket.destroy()
    return waiting <= mostWaiting
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { reply, onRequest } = this.#options
    const start = onRequest ? performance.now() : 0
    const before = this.#latest.get(request.socket)?.response
    if (before && !before.writableEnded && !this.#mayWait(request.socket)) return
    this.#latest.set(request.socket, { request, response })
    try {
      // Requests that a client sends without waiting are done one after the other (RFC 9112, section 9.3.2).
      if (before && !before.writableEnded) {
        await once(before, 'close')
        this.#waiting.set(request.socket, (this.#waiting.get(request.socket) ?? 1) - 1)
      }
      const plain = await reply(request, response)
      if (!plain || response.destroyed) return
      if (this.#isClosing) response.shouldKeepAlive = false
      const sent = this.#sendWithin(response, plain)
      if (onRequest) onRequest(answered(request, sent, start))
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
