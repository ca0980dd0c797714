import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { deflateSync, gzipSync } from 'node:zlib'
import { stringify } from '../exact-json.ts'
import type { Change, Reply } from '../provider.ts'
import { varying } from '../variation.ts'

/** Changes the headers of every answer that has a body. */
function withHeaders(headers: (reply: Reply) => Readonly<Record<string, string>>): Change {
  return (_provider, correct) => ({
    send: (reply, response, call) =>
      correct.send({ ...reply, headers: { ...headers(reply), ...reply.headers } }, response, call),
  })
}

/** Compresses answers for clients that take it. */
function compressing(coding: string, compress: (bytes: Buffer) => Buffer): Change {
  return (provider, correct) => ({
    send: (reply, response, call) => {
      if (reply.body === undefined || !String(call.headers['accept-encoding']).includes(coding))
        return correct.send(reply, response, call)
      const raw = compress(Buffer.from(provider.encode(reply.body)))
      correct.send(
        { ...reply, headers: { ...reply.headers, 'content-encoding': coding }, raw },
        response,
        call,
      )
    },
  })
}

/** Sends the body of each answer in pieces, without saying how long it is. */
function inPieces(size: number): Change {
  return (provider, correct) => ({
    send: (reply, response, call) => {
      if (reply.body === undefined) return correct.send(reply, response, call)
      const bytes = Buffer.from(provider.encode(reply.body))
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      for (let start = 0; start < bytes.length; start += size)
        response.write(bytes.subarray(start, start + size))
      response.end()
    },
  })
}

/** Writes bodies in another way that is JSON just as well. */
function writingJson(write: (body: unknown) => string): Change {
  return () => ({ encode: write })
}

function tagged({ body }: Reply): Readonly<Record<string, string>> {
  return body === undefined
    ? {}
    : { etag: `"${createHash('sha256').update(stringify(body)).digest('base64url')}"` }
}

/** Ways to bring an answer over the wire that HTTP and JSON allow. */
export const transportVariations = varying('transport', {
  charset: [
    'The media type names its charset.',
    withHeaders(() => ({ 'content-type': 'application/json; charset=utf-8' })),
  ],
  'pretty-printed': ['Bodies are indented.', writingJson((body) => stringify(body, 2))],
  gzip: ['Answers are compressed with gzip.', compressing('gzip', gzipSync)],
  deflate: ['Answers are compressed with deflate.', compressing('deflate', deflateSync)],
  chunked: ['Answers are chunked.', inPieces(1000)],
  'connection-close': ['Every answer ends its connection.', withHeaders(() => ({ connection: 'close' }))],
  'many-headers': [
    'Answers have forty headers more.',
    withHeaders(() =>
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-number-${index}`, 'x'.repeat(80)])),
    ),
  ],
  cors: [
    'Answers may be read by any page.',
    withHeaders(() => ({ 'access-control-allow-origin': '*', vary: 'Origin' })),
  ],
  'no-store': [
    'Answers are not to be cached.',
    withHeaders(() => ({ 'cache-control': 'no-store, no-cache', pragma: 'no-cache' })),
  ],
  etags: ['Answers have an ETag.', withHeaders(tagged)],
  'not-modified': [
    'A GET with the ETag that it had is answered with 304.',
    (_provider, correct) => ({
      send: (reply, response, call) => {
        const headers = tagged(reply)
        if (call.method === 'GET' && headers.etag && call.headers['if-none-match'] === headers.etag)
          return void response.writeHead(304, headers).end()
        correct.send({ ...reply, headers: { ...headers, ...reply.headers } }, response, call)
      },
    }),
  ],
  'early-hints': [
    'A 103 comes before every answer.',
    (_provider, correct) => ({
      send: (reply, response: ServerResponse, call) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' })
        correct.send(reply, response, call)
      },
    }),
  ],
  'length-of-nothing': [
    'Answers without a body say Content-Length: 0 where HTTP lets them.',
    withHeaders(({ status, body, raw }) =>
      body === undefined && raw === undefined && status !== 204 && status !== 304
        ? { 'content-length': '0' }
        : {},
    ),
  ],
})
