import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { PlainHeaders } from '../../handlers/http/plain.ts'

/*
 * What HTTP/1.1 and HTTP/2 say in different ways. A server of node:http2 hands out requests that look like those of
 * node:http, but for what stands here.
 */

/** The HTTP/2 stream of a request or reply; undefined where it came by HTTP/1.1. */
function streamOf(message: object): Http2ServerRequest['stream'] | undefined {
  return (message as Partial<Http2ServerRequest>).stream
}

export function schemeOf({ socket }: IncomingMessage): 'http' | 'https' {
  return 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
}

/** The host that a client asks for, and the port, if it names them at all. */
export function hostOf({ headers }: IncomingMessage): string | undefined {
  return headers.host ?? (headers[':authority'] as string | undefined)
}

/** The headers, without the fields of HTTP/2 that take the place of the request line (RFC 9113, section 8.3). */
export function headersOf(request: IncomingMessage): PlainHeaders {
  const { headers } = request
  if (!streamOf(request)) return headers as PlainHeaders
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name[0] !== ':')) as PlainHeaders
}

/** Whether a request has a body: HTTP/1.1 announces it (RFC 9112, section 6.3), HTTP/2 need not. */
export function hasBody(request: IncomingMessage): boolean {
  const stream = streamOf(request)
  if (stream) return !stream.endAfterHeaders
  return request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
}

/** Whether all of a request has arrived, though some of it may still be unread; HTTP/2 tells of that on the stream. */
export function hasArrived(request: IncomingMessage): boolean {
  return request.complete || streamOf(request)?.readableEnded === true
}

/** Ends a connection without a word; of HTTP/2 it is the stream that ends, as others share the connection. */
export function cutOff(response: ServerResponse): void {
  const stream = streamOf(response) as Http2ServerResponse['stream'] | undefined
  // INTERNAL_ERROR (RFC 9113, section 7): a client takes the end of a stream without an error for the end of its body.
  if (stream) stream.close(2)
  else response.req.socket.destroy()
}
