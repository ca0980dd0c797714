import { isUtf8 } from 'node:buffer'
import type { ReceivedReply } from '../../document/exchange.ts'
import { measureJson } from '../../document/json-size.ts'
import { isLong, type ParseBounds, readLongBytes, release, textOfBytes } from '../../document/long-body.ts'
import { headerOf, joinedHeaders, type RawReply } from '../target.ts'
import { decodeContent } from './content-encoding.ts'
import type { ReplyBounds } from './reply-bounds.ts'

const alreadyRead = new WeakMap<RawReply, ReceivedReply>()

/**
 * Reads a raw reply as text, once. A body that cannot be decoded stays as it is.
 * @throws ExcessiveReply where the body exceeds the bounds, or is too expensive to parse.
 */
export async function received(
  raw: RawReply,
  { bounds, note }: { readonly bounds?: ReplyBounds; readonly note?: (about: string) => void } = {},
): Promise<ReceivedReply> {
  const known = alreadyRead.get(raw)
  if (known) return known
  const { status, headers, body } = raw
  const encoding = headerOf(headers, 'content-encoding')
  const decoded = await decodeContent(body, encoding, bounds?.maxBytes)
  if (decoded === undefined)
    note?.(`answered a body that is not ${encoding}, although its Content-Encoding says so`)
  const bytes = decoded ?? body
  const reply = {
    status,
    headers: joinedHeaders(headers),
    body: textOf(bytes, bounds?.parse),
    ...(isUtf8(bytes) ? {} : { garbled: 'UTF-8' }),
    ...(decoded === undefined && encoding !== undefined ? { garbled: encoding } : {}),
  }
  if (bytes !== body) release(bytes)
  alreadyRead.set(raw, reply)
  return reply
}

/** @throws ExcessiveReply */
function textOf(bytes: Buffer, bounds: ParseBounds | undefined): string {
  if (isLong(bytes)) return readLongBytes(bytes, bounds).text
  bounds?.admit(measureJson(bytes, bounds.most), bytes.length, false)
  return textOfBytes(bytes)
}
