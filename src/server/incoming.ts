import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { decodeBody, type PlainBody, type PlainHeaders, type PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'

/** A request of node:http, or of the compatibility API of node:http2. */
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

/** Whether all of a request has arrived, even if unread. */
function hasArrived(request: Incoming): boolean {
  return request.complete || streamOf(request)?.readableEnded === true
}

/** Destroys the connection, or the stream of HTTP/2. */
export function cutOff(response: Outgoing): void {
  const stream = streamOf(response) as Http2ServerResponse['stream'] | undefined
  // INTERNAL_ERROR (RFC 9113, section 7): without an error the client would see a complete body.
  if (stream) stream.close(2)
  else response.req.socket.destroy()
}

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
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length === undefined && coding === undefined && !streamOf(request)) return { body: undefined }
  if (request.readableEnded) return decodeBody(bytesReadBefore(request), maxBytes)
  const most = maxBytes === 'none' ? Number.POSITIVE_INFINITY : maxBytes
  return new Promise((settle) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > most) settle(tooLarge)
      else chunks.push(chunk)
    }
    if (Number(length) > most) settle(tooLarge)
    // After the end it is settled; to settle it twice is expensive.
    const leave = () => (request.readableEnded ? undefined : settle(undefined))
    if (request.destroyed) leave()
    request.on('data', take).on('error', leave).on('close', leave)
    request.on('end', () => settle(decodeBody(Buffer.concat(chunks), maxBytes)))
  })
}

/** Reads the body of a request and puts it back, for the next middleware. Rejects if the client leaves. */
export async function peekBody(request: Incoming): Promise<Uint8Array<ArrayBuffer>> {
  if (request.readableEnded) return new Uint8Array(bytesReadBefore(request))
  const chunks: Buffer[] = []
  for (;;) {
    for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk as Buffer)
    if (hasArrived(request)) break
    await once(request, 'readable')
  }
  const bytes = Buffer.concat(chunks)
  // After the `end` event nothing can be put back.
  if (bytes.length > 0) request.unshift(bytes)
  return bytes
}

const tooLarge: PlainBody = { body: undefined, bodyProblem: 'too-large' }

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

/** A text in UTF-8. The latest result is cached, because a list stays the same until the next write: twice the throughput. */
function bytesOf(text: string): Buffer {
  if (latest.text !== text) latest = { text, bytes: Buffer.from(text) }
  return latest.bytes
}
