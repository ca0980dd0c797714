import { promisify } from 'node:util'
import zlib from 'node:zlib'

const maxOutputLength = 256 * 1024 * 1024
const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)

type Decode = (bytes: Buffer) => Promise<Buffer>

const unzip: Decode = (bytes) => gunzip(bytes, { maxOutputLength })
const decoders: Readonly<Record<string, Decode>> = {
  gzip: unzip,
  'x-gzip': unzip,
  // By RFC 9110, deflate has a zlib header; some servers leave it out, and every browser takes both.
  deflate: (bytes) => ((bytes[0] ?? 0) % 16 === 8 ? inflate : inflateRaw)(bytes, { maxOutputLength }),
  br: (bytes) => brotli(bytes, { maxOutputLength }),
  identity: async (bytes) => bytes,
  ...zstdDecoder(),
}

/** What to offer a provider as Accept-Encoding: all that this Node can decode. */
export const acceptedEncodings = ['gzip', 'deflate', 'br', 'zstd']
  .filter((name) => name in decoders)
  .join(', ')

/**
 * Undoes the Content-Encoding of a body (RFC 9110, section 8.4).
 *
 * @returns undefined where the bytes are not what the header says, or nobody knows the encoding.
 */
export async function decodeContent(
  bytes: Buffer,
  encoding: string | undefined,
): Promise<Buffer | undefined> {
  if (encoding === undefined || bytes.byteLength === 0) return bytes
  let decoded = bytes
  // The last encoding named was the last one applied.
  for (const name of encoding.toLowerCase().split(',').toReversed()) {
    const decode = decoders[name.trim()]
    if (decode === undefined) return undefined
    try {
      decoded = await decode(decoded)
    } catch {
      return undefined
    }
  }
  return decoded
}

/** Zstandard came with Node 22.15. */
function zstdDecoder(): Readonly<Record<string, Decode>> {
  const { zstdDecompress } = zlib as Partial<typeof zlib>
  if (zstdDecompress === undefined) return {}
  const decompress = promisify<Buffer, zlib.ZstdOptions, Buffer>(zstdDecompress)
  return { zstd: (bytes) => decompress(bytes, { maxOutputLength }) }
}
