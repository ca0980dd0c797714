import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { decodeBody, type PlainBody, type PlainHeaders, type PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'

/* The differences between requests of node:http and the compatibility API of node:http2. */

/** A request of node:http, or of node:http2. */
export type Incoming = IncomingMessage | Http2ServerRequest
export type Outgoing = ServerResponse | Http2ServerResponse

/** The HTTP/2 stream of a request or reply; undefined for HTTP/1.1. */
function streamOf(message: object): Http2ServerRequest['stream'] | undefined {
  return (message as Partial<Http2ServerRequest>).stream
}

/** The headers, without HTTP/2 pseudo-headers (RFC 9113, section 8.3). */
export function headersOf(request: Incoming): PlainHeaders {
  const { headers } = request
  if (!streamOf(request)) return headers as PlainHeaders
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name[0] !== ':')) as PlainHeaders
}

/** Whether a request has a body (RFC 9112, section 6.3). */
export function hasBody(request: Incoming): boolean {
  const stream = streamOf(request)
  if (stream) return !stream.endAfterHeaders
  return request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
}

/** Whether all of a request has arrived, even if unread. */
export function hasArrived(request: IncomingMessage): boolean {
  return request.complete || streamOf(request)?.readableEnded === true
}

/** Destroys the connection, or the stream of HTTP/2. */
export function cutOff(response: Outgoing): void {
  const stream = streamOf(response) as Http2ServerResponse['stream'] | undefined
  // INTERNAL_ERROR (RFC 9113, section 7): without an error the client would see a complete body.
  if (stream) stream.close(2)
  else response.req.socket.destroy()
}

const noBody: PlainBody = { body: undefined }
const tooLarge: PlainBody = { body: undefined, bodyFault: 'too-large' }

/**
 * Reads the body of a request. For a body that is too large it resolves at once; the rest is read and discarded,
 * because closing with unread bytes would reset the connection before the client reads the refusal.
 *
 * @returns undefined if the client left before.
 */
export function readBody(
  request: Incoming,
  maxBytes: number | 'none',
): Promise<PlainBody | undefined> | PlainBody {
  if (!hasBody(request)) return noBody
  if (maxBytes !== 'none' && Number(request.headers['content-length'] ?? 0) > maxBytes) {
    request.resume()
    return tooLarge
  }
  if (request.readableEnded) return decodeBody(bytesReadBefore(request), maxBytes)
  return new Promise((settle) => {
    let chunks: Buffer[] = []
    let size = 0
    let isWanted = true
    request.on('data', (chunk: Buffer) => {
      if (!isWanted) return
      chunks.push(chunk)
      size += chunk.length
      if (maxBytes === 'none' || size <= maxBytes) return
      isWanted = false
      chunks = []
      settle(tooLarge)
    })
    request.on('end', () => {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      if (isWanted) settle(decodeBody(bytes, maxBytes))
    })
    request.on('close', () => settle(undefined))
  })
}

/** A body that a parser such as Express's already read. */
function bytesReadBefore({ body }: Incoming & { body?: unknown }): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : (stringifyJson(body) ?? ''))
}

/** Sends a reply, with its transport faults. */
export function sendReply(response: ServerResponse, { status, headers, body, broken }: PlainReply): void {
  if (broken === 'connection' || response.destroyed) return void cutOff(response)
  if (status === 204 || status === 304) {
    // Neither has a body, and a 204 has no Content-Length (RFC 9110, section 8.6).
    const { 'content-length': _length, ...others } = headers
    if (broken) cutOff(response)
    else response.writeHead(status, others).end()
  } else if (body === undefined) {
    // The reply to a HEAD already has the length of the GET's body.
    response.writeHead(status, { 'content-length': '0', ...headers }).end()
  } else {
    const bytes = broken || body.length > long ? bytesOf(body) : body
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(bytes) })
    if (!broken) return void response.end(bytes)
    response.write(bytes.slice(0, Math.ceil(bytes.length / 2)), () => cutOff(response))
  }
}

/** Node sends a short text faster than bytes, in characters. */
const long = 4096

let latest = { text: '', bytes: Buffer.alloc(0) }

/** A text in UTF-8. The latest result is cached, because a list stays the same until the next write. */
function bytesOf(text: string): Buffer {
  if (latest.text !== text) latest = { text, bytes: Buffer.from(text) }
  return latest.bytes
}
