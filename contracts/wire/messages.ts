import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, unzipSync } from 'node:zlib'
import { extentOf } from '../../handlers/model/json.ts'
import { counted } from '../counted.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { ProviderUnreachable } from './failure.ts'

/** Stands for the reply to a write that may have been done: nothing says so. */
export const unanswered: ReceivedReply = { status: 0, headers: {}, body: '' }

/** Headers of every request; some gateways refuse requests without them. */
export const usualHeaders = {
  'user-agent': 'posts-understudy',
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br',
}

/** The limit of a reply's body, on the wire and decoded, in bytes: 200,000 ordinary posts have 20 MB. */
export const mostReplyBytes = 32 * 1024 * 1024
/** The limits of its JSON: how deep it nests; and its values, those of 200,000 posts of nine fields. */
const mostDepth = 1000
const mostValues = 2_000_000

/** Zlib tells gzip and deflate apart by their first bytes. */
const decoders: Readonly<Record<string, typeof unzipSync>> = {
  gzip: unzipSync,
  deflate: unzipSync,
  br: brotliDecompressSync,
  identity: (bytes) => bytes as Buffer<ArrayBuffer>,
}

/**
 * Reads a reply on the wire as text. A body that cannot be decoded stays as it is.
 * @param body the bytes, still compressed.
 * @throws ProviderUnreachable where the body exceeds a limit.
 */
export function received(status: number, headers: IncomingHttpHeaders, body: Buffer): ReceivedReply {
  // Repeated headers are joined (RFC 9110, section 5.3).
  const all = Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')])
  const texts: Record<string, string> = Object.fromEntries(all)
  const encoding = texts['content-encoding']
  const decoded = encoding === undefined || body.length === 0 ? body : decodeContent(body, encoding)
  const bytes = decoded ?? body
  // Replaces invalid bytes, keeps a byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expectParsable(text)
  return {
    status,
    headers: texts,
    body: text,
    ...(isUtf8(bytes) ? {} : { garbled: 'UTF-8' }),
    ...(decoded === undefined && encoding !== undefined ? { garbled: encoding } : {}),
  }
}

/**
 * Undoes the Content-Encoding of a body (RFC 9110, section 8.4).
 * @returns undefined where the bytes do not have this encoding, or it is unknown.
 */
function decodeContent(bytes: Buffer, encoding: string): Buffer | undefined {
  try {
    return decoders[encoding.trim().toLowerCase()]?.(bytes, { maxOutputLength: mostReplyBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return undefined
    throw tooLarge(`expands from ${counted(bytes.length)} bytes to more than ${counted(mostReplyBytes)}`)
  }
}

/** The latest body that can be parsed: a run reads the same long list again and again. */
let parsable = ''

/**
 * Refuses JSON that nests too deep to be compared, or takes too much memory to be parsed.
 * @throws ProviderUnreachable
 */
function expectParsable(body: string): void {
  if (body === parsable || !/^\s*[[{]/.test(body)) return
  const { depth, values } = extentOf(body)
  if (depth > mostDepth) throw tooLarge(`nests deeper than ${counted(mostDepth)} levels`)
  if (values > mostValues) throw tooLarge(`has more than ${counted(mostValues)} values`)
  parsable = body
}

function tooLarge(fact: string): ProviderUnreachable {
  return new ProviderUnreachable(
    'too-large',
    `A reply of the provider ${fact}. Use a provider with fewer or smaller posts.`,
  )
}
