import { gzipSync } from 'node:zlib'
import { outgoing, sendingReads, typed, writing } from '../changes.ts'
import { breaking } from '../member.ts'
import type { Change } from '../provider.ts'

const json = { 'content-type': 'application/json' }

/** Says another length than the body has, and ends the connection. */
function saying(length: (json: Buffer) => number): Change {
  return sendingReads((response, bytes) =>
    response
      .writeHead(200, { ...json, 'content-length': String(length(bytes)), connection: 'close' })
      .end(bytes),
  )
}

/** Answers that are not the JSON they should be. */
export const wireFaults = breaking({
  'wire.json': {
    // It is JSON, and the header says something else.
    'list-as-html': typed('list', 'text/html; charset=utf-8'),
    'list-as-plain-text': typed('list', 'text/plain'),
    'list-as-hal': typed('list', 'application/hal+json'),
    'no-media-type': sendingReads((response, bytes) => response.writeHead(200).end(bytes)),
    'create-answers-html': writing('create', () => '<p>Created.</p>', { 'content-type': 'text/html' }),
    'create-answers-bare-word': writing('create', () => 'Created'),
    'list-as-xml': writing('list', () => '<posts/>', { 'content-type': 'application/xml' }),
    'trailing-comma': writing('list', (body) => body.replace(/\]$/, ',]')),
    'single-quotes': writing('read', (body) => body.replaceAll('"', "'")),
    'unescaped-line-ends': writing('read', (body) => body.replaceAll('\\n', '\n')),
    // RFC 8259, section 8.1, forbids it.
    'byte-order-mark': [
      writing('read', (body) => `\uFEFF${body}`),
      { arguable: 'RFC 8259 lets a reader ignore it, and fetch does.' },
    ],
    'latin-1': writing('read', (body) => Buffer.from(body, 'latin1'), {
      'content-type': 'application/json; charset=iso-8859-1',
    }),
    'length-too-long': saying((bytes) => bytes.length + 9),
    // Characters are counted where bytes should be.
    'length-too-short': saying((bytes) => bytes.toString().length),
    'connection-lost': sendingReads((response, bytes) =>
      response.writeHead(200, json).write(bytes.subarray(0, bytes.length / 2), () => void response.destroy()),
    ),
    // Of a long answer only the beginning is compressed.
    'long-gzip-cut': outgoing((reply, _call, json) => {
      if (json.length < 20_000) return reply
      const headers = { ...reply.headers, 'content-encoding': 'gzip' }
      return { ...reply, headers, raw: gzipSync(json.subarray(0, 20_000)) }
    }),
    'undeclared-gzip': writing('read', (body) => gzipSync(body)),
    'declared-gzip-that-is-none': writing('read', (body) => body, { 'content-encoding': 'gzip' }),
    // Characters beyond 16 bits are two surrogates in UTF-8 (CESU-8), as Java once wrote them.
    'surrogates-in-utf-8': writing('read', (body) =>
      Buffer.concat(
        [...body].map((sign) =>
          sign.length === 2 ? Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xba, 0x80]) : Buffer.from(sign),
        ),
      ),
    ),
  },
})
