import type { IncomingMessage } from 'node:http'
import { decodeBody, type PlainBody } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { hasBody } from './incoming.ts'

const noBody: PlainBody = { body: undefined }
const tooLarge: PlainBody = { body: undefined, bodyFault: 'too-large' }

/** Asks whether a request says itself that its body is larger than a number of bytes. */
export function announcesMore({ headers }: IncomingMessage, maxBytes: number | 'none'): boolean {
  return maxBytes !== 'none' && Number(headers['content-length'] ?? 0) > maxBytes
}

/**
 * Reads the body of a request. As soon as one is known to be too large the promise settles, so that the refusal can go
 * out at once; the rest is still taken off the wire and dropped, as closing upon unread bytes would reset the
 * connection, and the client would lose the very reply that tells it why.
 *
 * @returns undefined where the client went away before the body was complete.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number | 'none',
): Promise<PlainBody | undefined> | PlainBody {
  if (!hasBody(request)) return noBody
  if (announcesMore(request, maxBytes)) {
    request.resume()
    return tooLarge
  }
  if (request.readableEnded) return decodeBody(bytesReadBefore(request), maxBytes)
  return new Promise((settle) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (maxBytes === 'none' || size <= maxBytes) return void chunks.push(chunk)
      chunks.length = 0
      settle(tooLarge)
    })
    request.on('end', () =>
      settle(decodeBody(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), maxBytes)),
    )
    request.on('close', () => settle(undefined))
  })
}

/** A body that a parser in the same server has read already, and put where Express and its like have it. */
function bytesReadBefore({ body }: IncomingMessage & { body?: unknown }): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : (stringifyJson(body) ?? ''))
}
