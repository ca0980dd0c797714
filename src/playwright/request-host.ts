import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { APIRequestContext } from '@playwright/test'
import { rewriteRequests } from './request-rewriter.ts'
import type { GivenReply, WorldReplies } from './world-replies.ts'

/** Answers requests of API request contexts below the base URL: `request`, `page.request`, `context.request`. */
export class RequestHost {
  readonly #replies: WorldReplies
  readonly #contexts = new Map<APIRequestContext, () => void>()
  #server: Promise<AnswerServer> | undefined

  constructor(replies: WorldReplies) {
    this.#replies = replies
  }

  listen(context: APIRequestContext, baseURL: string | undefined): void {
    if (this.#contexts.has(context)) return
    const undo = rewriteRequests(context, baseURL, async (url) => {
      const running = await this.#server
      // A base URL with any origin would include our own server.
      if (url.origin === running?.origin || !this.#replies.baseUrl.split(url)) return undefined
      this.#server ??= startAnswerServer(this.#replies)
      return { url: `${(await this.#server).origin}/${url.href}` }
    })
    this.#contexts.set(context, undo)
  }

  async close(): Promise<void> {
    for (const undo of this.#contexts.values()) undo()
    this.#contexts.clear()
    await (await this.#server)?.close()
  }
}

/** A server for requests without a route: the path of a request is the complete original address. */
interface AnswerServer {
  readonly origin: string
  close(): Promise<void>
}

export async function startAnswerServer(replies: WorldReplies): Promise<AnswerServer> {
  const server = createServer((request, response) => {
    // An unhandled rejection would fail the whole test run.
    reply(request, response, replies).catch((error: unknown) => fail(response, error, replies))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Reports the error, unless the client disconnected, and closes the connection. */
function fail({ req }: ServerResponse, error: unknown, { problems }: WorldReplies): void {
  if (!req.destroyed || req.complete) problems.push(error instanceof Error ? error : new Error(String(error)))
  req.socket.destroy()
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  replies: WorldReplies,
): Promise<void> {
  const leaving = new AbortController()
  response.on('close', () => leaving.abort())
  const bytes = await buffer(request)
  const { host: _ours, ...headers } = request.headers as Record<string, string>
  const url = new URL((request.url ?? '/').slice(1))
  const body = bytes.length === 0 ? null : bytes
  const sent = { method: request.method ?? 'GET', url, headers, body }
  const given = await replies.answer(sent, leaving.signal)
  // Sends the client to the network, with the same method and body (RFC 9110, section 15.4.8).
  if (!given || given === 'passthrough') response.writeHead(307, { location: url.href }).end()
  else if (given.broken === 'connection') request.socket.destroy()
  else send(response, given)
}

function send(response: ServerResponse, { status, headers, body, broken }: GivenReply): void {
  const { 'set-cookie': cookies, ...others } = headers
  if (cookies !== undefined) response.setHeader('set-cookie', cookies.split('\n'))
  if (body === undefined) return void response.writeHead(status, others).end()
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...others, 'content-length': bytes.length })
  if (broken !== 'body') return void response.end(bytes)
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.req.socket.destroy())
}
