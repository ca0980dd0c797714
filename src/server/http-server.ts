import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { realTimers } from '../../handlers/model/timers.ts'
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
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined
}

/** How long closing waits for requests that are not complete yet, in milliseconds. */
const patience = 2000

/** A server of node:http that answers every request and every piece of garbage, and can be closed without loss. */
export class HttpServer {
  readonly #options: HttpServerOptions
  readonly #server: Server
  readonly #latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>()
  /** Sockets that the server of node:http has handed out, and knows no longer. */
  readonly #tunnels = new Set<Duplex>()
  #isClosing = false

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#server = createServer((request, response) => void this.#answer(request, response))
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { reply, onRequest } = this.#options
    const start = onRequest ? performance.now() : 0
    const before = this.#latest.get(request.socket)?.response
    this.#latest.set(request.socket, { request, response })
    try {
      // Requests that a client sends without waiting are done one after the other (RFC 9112, section 9.3.2).
      if (before && !before.writableEnded) await once(before, 'close')
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
