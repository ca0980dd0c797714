import type { IncomingMessage } from 'node:http'
import { decodeBody, type PlainBody } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { hasBody } from './incoming.ts'
import type { Transfer } from './limits.ts'

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
 * @param transfer counts the bytes until the body is complete.
 * @returns undefined where the client left before.
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

/** A body that a parser such as Express's already read. */
function bytesReadBefore({ body }: IncomingMessage & { body?: unknown }): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : (stringifyJson(body) ?? ''))
}
