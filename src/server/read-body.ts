import type { IncomingMessage } from 'node:http'
import { decodeBody, type PlainBody } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { hasBody } from './incoming.ts'
import type { Transfer } from './limits.ts'

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
 * @param transfer counts the bytes until all are there.
 * @returns undefined where the client went away before the body was complete.
 * @throws OverLimit where too many bytes wait.
 */
export function readRequestBody(
  request: IncomingMessage,
  maxBytes: number | 'none',
  transfer: Transfer,
): Promise<PlainBody | undefined> | PlainBody {
  if (!hasBody(request)) return noBody
  if (announcesMore(request, maxBytes)) {
    request.resume()
    return tooLarge
  }
  if (request.readableEnded) return decodeBody(bytesReadBefore(request), maxBytes)
  return new Promise((settle, fail) => {
    let chunks: Buffer[] = []
    let size = 0
    let isWanted = true
    const drop = () => {
      transfer.add(-size)
      isWanted = false
      chunks = []
    }
    request.on('data', (chunk: Buffer) => {
      if (!isWanted) return
      chunks.push(chunk)
      size += chunk.length
      transfer.add(chunk.length)
      const isTooLarge = maxBytes !== 'none' && size > maxBytes
      if (!isTooLarge && !transfer.isFull) return
      drop()
      if (isTooLarge) settle(tooLarge)
      else fail(transfer.overflow())
    })
    request.on('end', () => {
      if (!isWanted) return
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      drop()
      settle(decodeBody(bytes, maxBytes))
    })
    request.on('close', () => {
      if (isWanted) drop()
      settle(undefined)
    })
  })
}

/** A body that a parser in the same server has read already, and put where Express and its like have it. */
function bytesReadBefore({ body }: IncomingMessage & { body?: unknown }): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : (stringifyJson(body) ?? ''))
}
