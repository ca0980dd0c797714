import type { IncomingMessage } from 'node:http'
import { decodeBody, type PlainBody } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { hasBody } from './incoming.ts'

const noBody: PlainBody = { body: undefined }
const tooLarge: PlainBody = { body: undefined, bodyFault: 'too-large' }

/** Whether a request's Content-Length exceeds a limit. */
export function announcesMore({ headers }: IncomingMessage, maxBytes: number | 'none'): boolean {
  return maxBytes !== 'none' && Number(headers['content-length'] ?? 0) > maxBytes
}

/**
 * Reads the body of a request. For a body that is too large it resolves at once; the rest is read and discarded,
 * because closing with unread bytes would reset the connection before the client reads the refusal.
 *
 * @returns undefined where the client left before.
 */
export function readRequestBody(
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
function bytesReadBefore({ body }: IncomingMessage & { body?: unknown }): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : (stringifyJson(body) ?? ''))
}
