import { isUtf8 } from 'node:buffer'
import type { ReceivedReply } from '../spec/exchange.ts'
import { decodeContent } from './content-encoding.ts'
import { expectParsable } from './reply-limits.ts'
import { headerOf, joinedHeaders, type RawReply } from './target.ts'

/**
 * Reads a raw reply as text. A body that cannot be decoded stays as it is.
 * @param note receives what is wrong with the encoding.
 * @throws ExcessiveReply where the body exceeds a limit.
 */
export async function received(raw: RawReply, note?: (about: string) => void): Promise<ReceivedReply> {
  const { status, headers, body } = raw
  const encoding = headerOf(headers, 'content-encoding')
  const decoded = await decodeContent(body, encoding)
  if (decoded === undefined)
    note?.(`answered a body that is not ${encoding}, although its Content-Encoding says so`)
  const bytes = decoded ?? body
  // Replaces invalid bytes, keeps a byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expectParsable(text)
  return {
    status,
    headers: joinedHeaders(headers),
    body: text,
    ...(isUtf8(bytes) ? {} : { garbled: 'UTF-8' }),
    ...(decoded === undefined && encoding !== undefined ? { garbled: encoding } : {}),
  }
}
