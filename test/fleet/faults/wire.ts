import { gzipSync } from 'node:zlib'
import { sendingReads, succeeding, typed, writing } from '../changes.ts'
import type { Fault } from '../fault.ts'
import { created, listed, removed, replaced, titled } from '../programs.ts'

const json = { 'content-type': 'application/json' }

/** Answers that are not the JSON they should be: `wire.json`. */
export const wireFaults: readonly Fault[] = [
  {
    name: 'list-as-html',
    clause: 'wire.json',
    about: 'The list is JSON and says that it is HTML.',
    change: typed('list', 'text/html; charset=utf-8'),
    shownBy: listed,
  },
  {
    name: 'list-as-plain-text',
    clause: 'wire.json',
    about: 'The list is JSON and says that it is plain text.',
    change: typed('list', 'text/plain'),
    shownBy: listed,
  },
  {
    name: 'list-as-hal',
    clause: 'wire.json',
    about: 'The list says application/hal+json, which is another media type.',
    change: typed('list', 'application/hal+json'),
    shownBy: listed,
  },
  {
    name: 'read-as-octets',
    clause: 'wire.json',
    about: 'A single post comes as application/octet-stream.',
    change: typed('read', 'application/octet-stream'),
    shownBy: created,
  },
  {
    name: 'read-as-text-json',
    clause: 'wire.json',
    about: 'A single post comes as text/json.',
    change: typed('read', 'text/json'),
    shownBy: created,
  },
  {
    name: 'read-as-json-seq',
    clause: 'wire.json',
    about: 'The media type of a single post only begins like application/json.',
    change: typed('read', 'application/json-seq'),
    shownBy: created,
  },
  {
    name: 'no-media-type',
    clause: 'wire.json',
    about: 'Answers to GET have no Content-Type at all.',
    change: sendingReads((bytes, response) => response.writeHead(200).end(bytes)),
    shownBy: created,
  },
  {
    name: 'create-answers-html',
    clause: 'wire.json',
    about: 'A create succeeds with an HTML page.',
    change: writing('create', () => '<p>Created.</p>', { 'content-type': 'text/html' }),
    shownBy: created,
  },
  {
    name: 'create-answers-bare-word',
    clause: 'wire.json',
    about: 'A create says application/json and sends a word that is no JSON.',
    change: writing('create', () => 'Created'),
    shownBy: created,
  },
  {
    name: 'replace-answers-text',
    clause: 'wire.json',
    about: 'A replace succeeds with plain text.',
    change: writing('replace', () => 'OK', { 'content-type': 'text/plain' }),
    shownBy: replaced,
  },
  {
    name: 'delete-answers-text',
    clause: 'wire.json',
    about: 'A delete succeeds with plain text.',
    change: writing('remove', () => 'Deleted', { 'content-type': 'text/plain' }),
    shownBy: removed,
  },
  {
    name: 'delete-answers-html-as-json',
    clause: 'wire.json',
    about: 'A delete says application/json and sends HTML.',
    change: writing('remove', () => '<h1>Deleted</h1>'),
    shownBy: removed,
  },
  {
    name: 'list-as-xml',
    clause: 'wire.json',
    about: 'The list is XML, whatever the client takes.',
    change: writing('list', () => '<posts/>', { 'content-type': 'application/xml' }),
    shownBy: listed,
  },
  {
    name: 'trailing-comma',
    clause: 'wire.json',
    about: 'The list ends in a comma before its bracket.',
    change: writing('list', (body) => body.replace(/\]$/, ',]')),
    shownBy: listed,
  },
  {
    name: 'single-quotes',
    clause: 'wire.json',
    about: 'A post is written with single quotes.',
    change: writing('read', (body) => body.replaceAll('"', "'")),
    shownBy: created,
  },
  {
    name: 'unescaped-quotes',
    clause: 'wire.json',
    about: 'The JSON is put together by hand: quotes in a title stand as they are.',
    change: writing('read', (body) => body.replaceAll('\\"', '"')),
    shownBy: titled('fleet "quoted" title'),
  },
  {
    name: 'unescaped-line-ends',
    clause: 'wire.json',
    about: 'The JSON is put together by hand: line ends in a text stand as they are.',
    change: writing('read', (body) => body.replaceAll('\\n', '\n')),
    shownBy: titled('fleet two\nlines'),
  },
  {
    name: 'unescaped-backslashes',
    clause: 'wire.json',
    about: 'The JSON is put together by hand: backslashes in a text are not doubled.',
    change: writing('read', (body) => body.replaceAll('\\\\', '\\')),
    shownBy: titled('fleet C:\\posts'),
  },
  {
    name: 'prefixed-against-hijacking',
    clause: 'wire.json',
    about: "The list begins with )]}', as some services guard their JSON.",
    change: writing('list', (body) => `)]}',\n${body}`),
    shownBy: listed,
  },
  {
    name: 'padded-for-scripts',
    clause: 'wire.json',
    about: 'The list is wrapped in a call (JSONP).',
    change: writing('list', (body) => `callback(${body});`),
    shownBy: listed,
  },
  {
    name: 'lines-of-json',
    clause: 'wire.json',
    about: 'The list is a JSON text per line instead of one array.',
    change: writing('list', (body) => `${body}\n${body}`),
    shownBy: listed,
  },
  {
    name: 'byte-order-mark',
    clause: 'wire.json',
    about: 'Answers begin with a byte order mark, which RFC 8259, section 8.1, forbids.',
    arguable: 'RFC 8259 lets a reader ignore it, and fetch does.',
    change: writing('read', (body) => `\uFEFF${body}`),
    shownBy: created,
  },
  {
    name: 'latin-1',
    clause: 'wire.json',
    about: 'Answers are written in Latin-1.',
    change: writing('read', (body) => Buffer.from(body, 'latin1'), {
      'content-type': 'application/json; charset=iso-8859-1',
    }),
    shownBy: titled('fleet déjà vu'),
  },
  {
    name: 'utf-16',
    clause: 'wire.json',
    about: 'Answers are written in UTF-16; JSON between systems is UTF-8.',
    change: writing('read', (body) => Buffer.from(body, 'utf16le'), {
      'content-type': 'application/json; charset=utf-16le',
    }),
    shownBy: created,
  },
  {
    name: 'cut-in-the-middle',
    clause: 'wire.json',
    about: 'The list ends after half of its bytes, and its length says so.',
    change: writing('list', (body) => body.slice(0, body.length / 2)),
    shownBy: listed,
  },
  {
    name: 'length-too-long',
    clause: 'wire.json',
    about: 'Content-Length promises more than comes before the connection ends.',
    change: sendingReads((bytes, response) =>
      response
        .writeHead(200, { ...json, 'content-length': String(bytes.length + 9), connection: 'close' })
        .end(bytes),
    ),
    shownBy: created,
  },
  {
    name: 'length-too-short',
    clause: 'wire.json',
    about: 'Content-Length counts characters where it should count bytes.',
    change: sendingReads((bytes, response) =>
      response
        .writeHead(200, { ...json, 'content-length': String(bytes.toString().length), connection: 'close' })
        .end(bytes),
    ),
    shownBy: titled('fleet déjà vu'),
  },
  {
    name: 'connection-lost',
    clause: 'wire.json',
    about: 'The connection breaks in the middle of a chunked answer.',
    change: sendingReads((bytes, response) =>
      response.writeHead(200, json).write(bytes.subarray(0, bytes.length / 2), () => void response.destroy()),
    ),
    shownBy: created,
  },
  {
    name: 'undeclared-gzip',
    clause: 'wire.json',
    about: 'Answers are compressed and do not say so.',
    change: writing('read', (body) => gzipSync(body)),
    shownBy: created,
  },
  {
    name: 'declared-gzip-that-is-none',
    clause: 'wire.json',
    about: 'Answers say that they are compressed and are not.',
    change: writing('read', (body) => body, { 'content-encoding': 'gzip' }),
    shownBy: created,
  },
  {
    name: 'notice-before-json',
    clause: 'wire.json',
    about: 'A warning stands before the JSON, as PHP puts it there.',
    change: succeeding('list', (reply, provider) => ({
      ...reply,
      raw: `Notice: Undefined index in list.php on line 9\n${provider.encode(reply.body)}`,
    })),
    shownBy: listed,
  },
]
