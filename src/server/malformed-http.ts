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
 * Answers a malformed request, after all complete requests before it on the same connection.
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

/** Answers CONNECT on its raw socket. */
export function refuseTunnel(socket: Duplex): void {
  refuseOnSocket(socket, 501, 'CONNECT is for proxies; this server is not a proxy.')
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
  // Unread bytes would keep the socket open after the client left.
  socket.resume()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
