import { gzipSync } from 'node:zlib'
import { sendingReads, typed, writing } from '../changes.ts'
import { breaking } from '../fault.ts'

const json = { 'content-type': 'application/json' }

/** Answers that are not the JSON they should be: `wire.json`. */
export const wireFaults = breaking('wire.json', {
  'list-as-html': ['The list is JSON and says that it is HTML.', typed('list', 'text/html; charset=utf-8')],
  'list-as-plain-text': ['The list is JSON and says that it is plain text.', typed('list', 'text/plain')],
  'list-as-hal': [
    'The list says application/hal+json, which is another media type.',
    typed('list', 'application/hal+json'),
  ],
  'no-media-type': [
    'Answers to GET have no Content-Type at all.',
    sendingReads((bytes, response) => response.writeHead(200).end(bytes)),
  ],
  'create-answers-html': [
    'A create succeeds with an HTML page.',
    writing('create', () => '<p>Created.</p>', { 'content-type': 'text/html' }),
  ],
  'create-answers-bare-word': [
    'A create says application/json and sends a word that is not JSON.',
    writing('create', () => 'Created'),
  ],
  'list-as-xml': [
    'The list is XML, whatever the client takes.',
    writing('list', () => '<posts/>', { 'content-type': 'application/xml' }),
  ],
  'trailing-comma': [
    'The list ends in a comma before its bracket.',
    writing('list', (body) => body.replace(/\]$/, ',]')),
  ],
  'single-quotes': [
    'A post is written with single quotes.',
    writing('read', (body) => body.replaceAll('"', "'")),
  ],
  'unescaped-line-ends': [
    'The JSON is put together by hand: line ends in a text stand as they are.',
    writing('read', (body) => body.replaceAll('\\n', '\n')),
  ],
  'byte-order-mark': [
    'Answers begin with a byte order mark, which RFC 8259, section 8.1, forbids.',
    writing('read', (body) => `\uFEFF${body}`),
    'RFC 8259 lets a reader ignore it, and fetch does.',
  ],
  'latin-1': [
    'Answers are written in Latin-1.',
    writing('read', (body) => Buffer.from(body, 'latin1'), {
      'content-type': 'application/json; charset=iso-8859-1',
    }),
  ],
  'length-too-long': [
    'Content-Length promises more than comes before the connection ends.',
    sendingReads((bytes, response) =>
      response
        .writeHead(200, { ...json, 'content-length': String(bytes.length + 9), connection: 'close' })
        .end(bytes),
    ),
  ],
  'length-too-short': [
    'Content-Length counts characters where it should count bytes.',
    sendingReads((bytes, response) =>
      response
        .writeHead(200, { ...json, 'content-length': String(bytes.toString().length), connection: 'close' })
        .end(bytes),
    ),
  ],
  'connection-lost': [
    'The connection breaks in the middle of a chunked answer.',
    sendingReads((bytes, response) =>
      response.writeHead(200, json).write(bytes.subarray(0, bytes.length / 2), () => void response.destroy()),
    ),
  ],
  'undeclared-gzip': ['Answers are compressed and do not say so.', writing('read', (body) => gzipSync(body))],
  'declared-gzip-that-is-none': [
    'Answers say that they are compressed and are not.',
    writing('read', (body) => body, { 'content-encoding': 'gzip' }),
  ],
  'surrogates-in-utf-8': [
    'Characters beyond 16 bits are written as two surrogates in UTF-8 (CESU-8), as Java once did.',
    writing('read', (body) =>
      Buffer.concat(
        [...body].map((sign) =>
          sign.length === 2 ? Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xba, 0x80]) : Buffer.from(sign),
        ),
      ),
    ),
  ],
})
