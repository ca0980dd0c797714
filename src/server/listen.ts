import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { AppEnv } from '../../handlers/app.ts'
import { refuse } from '../../handlers/http/refusal.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import { cutOff, headersOf, type Incoming, type Outgoing, peekBody, readBody, sendReply } from './incoming.ts'

/** An answered request, for a log. */
export interface AnsweredRequest {
  readonly method: string
  /** The target in the request line. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<IncomingHttpHeaders>
  /** 0 where the client got no reply. */
  readonly status: number
  /** In milliseconds. */
  readonly duration: number
}

export interface ListenOptions {
  /** The port; 0 takes a free one. Default 0 (4010 on the command line). */
  readonly port?: number
  /** The address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string
  /** Called for every answered request, for a log. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined
}

export interface Listening {
  /** For a client on this machine, with the actual port for port 0. */
  readonly origin: string
  /** Waits until the requests in progress are answered, and closes all connections. */
  close(): Promise<void>
}

/** How long closing waits for requests in progress, in milliseconds. */
const closeTimeout = 2000

/** A function of the Fetch Standard; undefined for a request that it leaves to the next middleware. */
export type NodeFetch = (request: Request, env: AppEnv) => Promise<Response | undefined>

/**
 * Answers requests of node:http with a function of the Fetch Standard; a lost connection is `Response.error()`.
 * @param next gets what is not answered, and errors. Default: an error is a 500.
 */
export function nodeListener(
  fetch: NodeFetch,
  next?: (error?: unknown) => void,
): (incoming: Incoming, outgoing: Outgoing) => Promise<void> {
  const leave = (error?: unknown) => {
    next?.(error)
    return RESPONSE_ALREADY_SENT
  }
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await fetch(request, {
        headers: headersOf(incoming),
        readBody: (maxBytes) => readBody(incoming, maxBytes),
        peekBody: () => peekBody(incoming),
        send(reply) {
          sendReply(outgoing as ServerResponse, reply)
          return RESPONSE_ALREADY_SENT
        },
      })
      if (!response) return leave()
      if (response.status !== 0) return response
      cutOff(outgoing)
      return RESPONSE_ALREADY_SENT
    },
    {
      // For HTTP/1.0 without a Host header.
      hostname: 'localhost',
      overrideGlobalObjects: false,
      // The next middleware may want the body.
      autoCleanupIncoming: next === undefined,
      errorHandler(error) {
        const isInvalid = error instanceof RequestError
        if (next) return leave(isInvalid ? undefined : error)
        if (isInvalid) return refuse(400, `The request is invalid: ${error.message}.`)
        return refuse(500, `The server failed: ${(error as Error).message.replace(/\.$/, '')}.`)
      },
    },
  )
}

/** @throws UnderstudyError `PORT_IN_USE`, `PORT_REFUSED` */
export async function listen(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  { port = 0, host = '127.0.0.1', onRequest }: ListenOptions,
): Promise<Listening> {
  let pendingReplies = 0
  let settle = () => {}
  const server = createServer((incoming, outgoing) => {
    const start = performance.now()
    pendingReplies++
    outgoing.once('close', () => {
      pendingReplies--
      if (pendingReplies === 0) settle()
      const { method = '', url: target = '', headers } = incoming
      const status = outgoing.headersSent ? outgoing.statusCode : 0
      onRequest?.({ method, target, headers, status, duration: performance.now() - start })
    })
    answer(incoming, outgoing)
  })
  // Longer than clients keep idle connections, so that clients close them first.
  server.keepAliveTimeout = 65_000
  server.listen({ port, host })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, port, host)
  }
  return {
    origin: originOf(server.address() as AddressInfo),
    async close() {
      const timer = realTimers.setTimeout(() => server.closeAllConnections(), closeTimeout)
      // Node closes a connection whose reply has ended, also if the client has not read it.
      if (pendingReplies > 0) await new Promise<void>((done) => (settle = done))
      await new Promise<void>((done) => server.close(() => done()))
      realTimers.clearTimeout(timer as never)
    },
  }
}

function originOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (address === '::') return `http://[::1]:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): UnderstudyError {
  const isTaken = error.code === 'EADDRINUSE'
  const fact = isTaken ? 'another program listens there' : (error.code ?? error.message)
  return new UnderstudyError(
    isTaken ? 'PORT_IN_USE' : 'PORT_REFUSED',
    `Failed to serve on ${host}, port ${port}: ${fact}. Pass another \`port\`, or 0 for a free one, and a \`host\` that this machine has.`,
    { cause: error },
  )
}
