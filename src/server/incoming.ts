import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { PlainHeaders } from '../../handlers/http/plain.ts'
import type { RequestTarget } from './request-target.ts'

/* The differences between requests of node:http and the compatibility API of node:http2. */

/** The HTTP/2 stream of a request or reply; undefined for HTTP/1.1. */
function streamOf(message: object): Http2ServerRequest['stream'] | undefined {
  return (message as Partial<Http2ServerRequest>).stream
}

export function schemeOf({ socket }: IncomingMessage): 'http' | 'https' {
  return 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
}

/** The host and port of a request, if it has them. */
export function hostOf({ headers }: IncomingMessage): string | undefined {
  return headers.host ?? (headers[':authority'] as string | undefined)
}

/** The host and port that a client reached; also without Host (HTTP/1.0). */
export function authorityOf(request: IncomingMessage, target: RequestTarget): string {
  return target.authority ?? hostOf(request) ?? localAuthority(request)
}

function localAuthority({ socket: { localAddress = '', localFamily, localPort } }: IncomingMessage): string {
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`
}

/** The headers, without HTTP/2 pseudo-headers (RFC 9113, section 8.3). */
export function headersOf(request: IncomingMessage): PlainHeaders {
  const { headers } = request
  if (!streamOf(request)) return headers as PlainHeaders
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name[0] !== ':')) as PlainHeaders
}

/** Whether a request has a body (RFC 9112, section 6.3). */
export function hasBody(request: IncomingMessage): boolean {
  const stream = streamOf(request)
  if (stream) return !stream.endAfterHeaders
  return request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
}

/** Whether all of a request has arrived, even if unread. */
export function hasArrived(request: IncomingMessage): boolean {
  return request.complete || streamOf(request)?.readableEnded === true
}

/** Aborts when the client leaves. */
export function signalOfLeaving(response: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  response.on('close', () => leaving.abort())
  return leaving.signal
}

/** Destroys the connection, or the stream of HTTP/2. */
export function cutOff(response: ServerResponse): void {
  const stream = streamOf(response) as Http2ServerResponse['stream'] | undefined
  // INTERNAL_ERROR (RFC 9113, section 7): without an error the client would see a complete body.
  if (stream) stream.close(2)
  else response.req.socket.destroy()
}
