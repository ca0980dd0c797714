import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { depthOf } from '../../handlers/model/json.ts'
import type { ReceivedReply } from '../spec/exchange.ts'
import { ProviderUnreachable } from './failure.ts'
import { headerOf, joinedHeaders, type RawReply } from './messages.ts'

/** The limit of a reply's body, on the wire and decoded, in bytes: 200,000 ordinary posts have 20 MB. */
export const mostReplyBytes = 32 * 1024 * 1024
/** The limits of its JSON: how deep it nests; and its values, those of 200,000 posts of nine fields. */
const mostDepth = 1000
const mostValues = 2_000_000

type Decode = (bytes: Buffer, limits: { readonly maxOutputLength: number }) => Promise<Buffer>

/** Zlib tells gzip and deflate apart by their first bytes. */
const unzip: Decode = promisify(zlib.unzip)
const decoders: Readonly<Record<string, Decode>> = {
  gzip: unzip,
  deflate: unzip,
  br: promisify(zlib.brotliDecompress),
  identity: async (bytes) => bytes,
}

/** The Accept-Encoding of every request. */
export const acceptedEncodings = 'gzip, deflate, br'

/**
 * Reads a raw reply as text. A body that cannot be decoded stays as it is.
 * @throws ProviderUnreachable where the body exceeds a limit.
 */
export async function received({ status, headers, body }: RawReply): Promise<ReceivedReply> {
  const encoding = headerOf(headers, 'content-encoding')
  const decoded = encoding === undefined || body.length === 0 ? body : await decodeContent(body, encoding)
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

/**
 * Undoes the Content-Encoding of a body (RFC 9110, section 8.4).
 * @returns undefined where the bytes do not have this encoding, or it is unknown.
 */
async function decodeContent(bytes: Buffer, encoding: string): Promise<Buffer | undefined> {
  try {
    return await decoders[encoding.trim().toLowerCase()]?.(bytes, { maxOutputLength: mostReplyBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return undefined
    throw tooLarge(`expands from ${inDigits(bytes.length)} bytes to more than ${inDigits(mostReplyBytes)}`)
  }
}

/**
 * Refuses JSON that nests too deep to be compared, or takes too much memory to be parsed.
 * @throws ProviderUnreachable
 */
function expectParsable(body: string): void {
  if (!/^\s*[[{]/.test(body)) return
  if (depthOf(body) > mostDepth) throw tooLarge(`nests deeper than ${inDigits(mostDepth)} levels`)
  // Marks in texts are counted too: no post has millions of them.
  let values = 0
  for (const mark of ',[{')
    for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) values++
  if (values > mostValues) throw tooLarge(`has more than ${inDigits(mostValues)} values`)
}

function tooLarge(fact: string): ProviderUnreachable {
  return new ProviderUnreachable(
    'too-large',
    `A reply of the provider ${fact}. Use a provider with fewer or smaller posts.`,
  )
}

export function inDigits(count: number): string {
  return count.toLocaleString('en')
}
