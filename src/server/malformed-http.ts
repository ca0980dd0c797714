import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { hostRefusal } from './host-refusal.ts'
import { STATUS_CODES } from './node-http.ts'

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers what is not HTTP with a reply that is. Requests that came whole on the same connection before it are answered
 * first: a client that sends without waiting takes replies in the order of its requests.
 *
 * @param latest the reply to the latest request on this connection.
 */
export function refuseMalformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  latest: { request: IncomingMessage; response: ServerResponse } | undefined,
): void {
  const isUnderWay = latest !== undefined && !latest.response.writableFinished && !socket.destroyed
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else if (isUnderWay && latest.request.complete) latest.response.on('finish', refuse)
  else if (isUnderWay && latest.response.headersSent) socket.destroy()
  else refuse()

  function refuse(): void {
    const status = statuses[error.code ?? ''] ?? 400
    const detail = status === 400 ? `The request is not HTTP: ${error.message}.` : `${error.message}.`
    refuseOnSocket(socket, status, detail)
  }
}

/** Answers CONNECT, for which Node hands out the bare socket: this is not a proxy. */
export function refuseTunnel(socket: Duplex): void {
  refuseOnSocket(socket, 501, 'CONNECT asks for a proxy, and this is none.')
}

function refuseOnSocket(socket: Duplex, status: number, detail: string): void {
  if (!socket.writable) return
  const { headers, body = '' } = hostRefusal(status, detail)
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  // Nobody reads this socket any more; unread bytes would hide that the client has left, and keep it open for ever.
  socket.resume()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
