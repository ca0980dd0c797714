import { createHash } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { all, outgoing, preceded, revalidating, sendingBodies, withHeaders } from '../changes.ts'
import { varying } from '../member.ts'
import type { Change, Reply } from '../provider.ts'

function compressing(coding: string, compress: (bytes: Buffer) => Buffer): Change {
  return outgoing((reply, { headers }, json) =>
    reply.body === undefined || !String(headers['accept-encoding']).includes(coding)
      ? reply
      : { ...reply, headers: { ...reply.headers, 'content-encoding': coding }, raw: compress(json) },
  )
}

function etagOf({ body }: Reply): string | undefined {
  if (body === undefined) return undefined
  const posts = stringifyJson(body).replaceAll(/,"looks":\d+/g, '')
  return `"${createHash('sha256').update(posts).digest('base64url')}"`
}

/** Adds to each post how often posts were shown. */
const counting: Change = (_provider, correct, looks = { count: 0 }) => ({
  show: (post) => ({ ...(correct.show(post) as object), looks: ++looks.count }),
})

const fortyHeaders = Array.from({ length: 40 }, (_, index) => [`x-number-${index}`, 'x'.repeat(80)])

/** Ways to bring an answer over the wire that HTTP and JSON allow. */
export const transportVariations = varying({
  transport: {
    charset: withHeaders(() => ({ 'content-type': 'application/json; charset=utf-8' })),
    'pretty-printed': () => ({ encode: (body) => stringifyJson(body, 2) }),
    gzip: compressing('gzip', gzipSync),
    deflate: compressing('deflate', deflateSync),
    brotli: compressing('br', brotliCompressSync),
    chunked: sendingBodies((response, bytes) => {
      for (let start = 0; start < bytes.length; start += 1000)
        response.write(bytes.subarray(start, start + 1000))
      response.end()
    }),
    'connection-close': withHeaders(() => ({ connection: 'close' })),
    'many-headers': withHeaders(() => Object.fromEntries(fortyHeaders)),
    cors: withHeaders(() => ({ 'access-control-allow-origin': '*', vary: 'Origin' })),
    'no-store': withHeaders(() => ({ 'cache-control': 'no-store, no-cache', pragma: 'no-cache' })),
    etags: withHeaders((reply) => {
      const etag = etagOf(reply)
      return etag === undefined ? {} : { etag }
    }),
    // A GET with the ETag that it had.
    'not-modified': revalidating(etagOf),
    // The same where its posts have a count that changes.
    'not-modified-but-for-a-count': all(counting, revalidating(etagOf)),
    // A 103 before every answer.
    'early-hints': (_provider, correct) => ({
      send: preceded(correct.send, (_reply, response) =>
        response.writeEarlyHints({ link: '</style.css>; rel=preload' }),
      ),
    }),
    // Content-Length: 0 where HTTP lets an answer without a body say it.
    'length-of-nothing': withHeaders(({ status, body, raw }) =>
      body === undefined && raw === undefined && status !== 204 && status !== 304
        ? { 'content-length': '0' }
        : {},
    ),
  },
})
