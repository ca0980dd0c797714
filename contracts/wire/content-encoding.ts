import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { ExcessiveReply, mostReplyBytes } from './reply-limits.ts'

/** More than any server applies. */
const mostEncodings = 3

type Decode = (bytes: Buffer, limits: { readonly maxOutputLength: number }) => Promise<Buffer>

const gunzip: Decode = promisify(zlib.gunzip)
const inflate: Decode = promisify(zlib.inflate)
const inflateRaw: Decode = promisify(zlib.inflateRaw)
/** Zstandard came with Node 22.15. */
const { zstdDecompress } = zlib as Partial<typeof zlib>

const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  // By RFC 9110, deflate has a zlib header; some servers leave it out, and every browser takes both.
  deflate: (bytes, limits) => ((bytes[0] ?? 0) % 16 === 8 ? inflate : inflateRaw)(bytes, limits),
  br: promisify(zlib.brotliDecompress),
  identity: async (bytes) => bytes,
  ...(zstdDecompress ? { zstd: promisify(zstdDecompress) } : {}),
}

/** The Accept-Encoding: all that this Node can decode. */
export const acceptedEncodings = ['gzip', 'deflate', 'br', 'zstd']
  .filter((name) => name in decoders)
  .join(', ')

/**
 * Undoes the Content-Encoding of a body (RFC 9110, section 8.4).
 * @returns undefined where the bytes do not have this encoding, or it is unknown.
 * @throws ExcessiveReply
 */
export async function decodeContent(
  bytes: Buffer,
  encoding: string | undefined,
): Promise<Buffer | undefined> {
  if (encoding === undefined || bytes.byteLength === 0) return bytes
  // The last encoding named was the last one applied.
  const names = encoding.toLowerCase().split(',').toReversed()
  if (names.length > mostEncodings)
    throw new ExcessiveReply(`the reply has ${names.length} content encodings, more than ${mostEncodings}`)
  let decoded = bytes
  for (const name of names) {
    const decode = decoders[name.trim()]
    if (decode === undefined) return undefined
    try {
      decoded = await decode(decoded, { maxOutputLength: mostReplyBytes })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return undefined
      throw new ExcessiveReply(
        `the reply expands from ${bytes.byteLength.toLocaleString('en')} bytes to more than ${mostReplyBytes.toLocaleString('en')}`,
      )
    }
  }
  return decoded
}
