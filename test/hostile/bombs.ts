import zlib from 'node:zlib'
import type { Draft } from './honest-posts.ts'
import { type HostileProvider, isList, isRead } from './hostile-provider.ts'

const mebi = 1024 * 1024

/** A list that expands to 250 MB, made once. */
let large: Buffer | undefined
const twofold = () => {
  // In members that are equal: one is made.
  const member = () => zlib.gzipSync(Buffer.alloc(10 * mebi, ' '), { level: 9 })
  large ??= zlib.gzipSync(Buffer.concat(Array(25).fill(member())), { level: 9 })
  return large
}

function encoded(honest: Draft, encoding: string, body: Buffer): Draft {
  return {
    ...honest,
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body,
  }
}

function deep(honest: Draft, levels: number, open: string, close: string): Draft {
  return {
    ...honest,
    body: `[${open.repeat(levels)}0${close.repeat(levels)},${String(honest.body).slice(1)}`,
  }
}

/** Replies that are small on the wire, and anything but small once they are decoded or parsed. */
export const bombs: readonly HostileProvider[] = [
  {
    name: 'gzip-twice-250-mb',
    about: 'lists 250 MB of blanks, gzipped twice to some hundred bytes',
    reply: (honest, call) => (isList(call) ? encoded(honest, 'gzip, gzip', twofold()) : undefined),
    expect: { code: [3] },
  },
  {
    name: 'gzip-once-250-mb',
    about: 'reads give 250 MB of blanks, gzipped',
    reply: (honest, call) =>
      isRead(call) && honest.status === 200 ? encoded(honest, 'gzip', zlib.gunzipSync(twofold())) : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'gzip-bomb-in-errors',
    about: 'answers every 404 with 250 MB, gzipped twice',
    reply: (honest) => (honest.status === 404 ? encoded(honest, 'gzip, gzip', twofold()) : undefined),
  },
  {
    name: 'gzip-bomb-in-writes',
    about: 'answers every write with 250 MB, gzipped twice',
    reply: (honest, call) => (call.method === 'GET' ? undefined : encoded(honest, 'gzip, gzip', twofold())),
    expect: { code: [1, 3] },
  },
  {
    name: 'brotli-bomb',
    about: 'lists 250 MB of blanks in Brotli',
    reply: (honest, call) =>
      isList(call)
        ? encoded(
            honest,
            'br',
            zlib.brotliCompressSync(Buffer.alloc(250 * mebi, ' '), {
              params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
            }),
          )
        : undefined,
    expect: { code: [3] },
  },
  {
    name: 'deflate-bomb',
    about: 'lists 250 MB of blanks in deflate',
    reply: (honest, call) =>
      isList(call) ? encoded(honest, 'deflate', zlib.deflateSync(Buffer.alloc(250 * mebi, ' '))) : undefined,
    expect: { code: [3] },
  },
  {
    name: 'a-hundred-encodings',
    about: 'says that every body is gzipped a thousand times',
    reply: (honest) => ({
      ...honest,
      headers: { ...honest.headers, 'content-encoding': Array(1000).fill('gzip').join(', ') },
    }),
    expect: { code: [1, 3] },
  },
  {
    name: 'gzip-with-garbage-behind',
    about: 'sends a gzipped list with a megabyte of other bytes behind it',
    reply: (honest, call) =>
      isList(call)
        ? encoded(honest, 'gzip', Buffer.concat([zlib.gzipSync(honest.body), Buffer.alloc(mebi, 'z')]))
        : undefined,
  },
  {
    name: 'gzip-cut-off',
    about: 'sends half of a gzipped list',
    reply: (honest, call) => {
      const whole = zlib.gzipSync(honest.body)
      return isList(call) ? encoded(honest, 'gzip', whole.subarray(0, whole.length >> 1)) : undefined
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'arrays-100000-deep',
    about: 'lists an array that nests 100,000 levels',
    reply: (honest, call) => (isList(call) ? deep(honest, 100_000, '[', ']') : undefined),
    expect: { code: [1, 3] },
  },
  {
    name: 'objects-100000-deep',
    about: 'lists an object that nests 100,000 levels',
    reply: (honest, call) => (isList(call) ? deep(honest, 100_000, '{"a":', '}') : undefined),
    expect: { code: [1, 3] },
  },
  {
    name: 'arrays-20-million-deep',
    about: 'lists an array that nests 20 million levels and never closes',
    reply: (honest, call) => (isList(call) ? { ...honest, body: '['.repeat(20_000_000) } : undefined),
    expect: { code: [1, 3] },
  },
  {
    name: 'arrays-900-deep',
    about: 'lists an array that nests 900 levels',
    reply: (honest, call) => (isList(call) ? deep(honest, 900, '[', ']') : undefined),
    expect: { code: [1] },
  },
  {
    name: 'error-5000-deep',
    about: 'answers every error with an object that nests 5,000 levels',
    reply: (honest) =>
      honest.status >= 400
        ? { ...honest, body: `${'{"error":'.repeat(5000)}0${'}'.repeat(5000)}` }
        : undefined,
  },
  {
    name: 'created-5000-deep',
    about: 'gives back a created post with a field that nests 5,000 levels',
    reply: (honest, call) =>
      call.method === 'POST'
        ? { ...honest, body: `{"x":${'['.repeat(5000)}${']'.repeat(5000)},${String(honest.body).slice(1)}` }
        : undefined,
  },
  {
    name: 'id-of-a-million-digits',
    about: 'gives every post an id of a million digits when it is read',
    reply: (honest, call) =>
      isRead(call)
        ? { ...honest, body: String(honest.body).replace(/"id":\d+/, `"id":${'7'.repeat(1_000_000)}`) }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'created-id-of-a-million-digits',
    about: 'gives back a created post with an id of a million digits',
    reply: (honest, call) =>
      call.method === 'POST'
        ? { ...honest, body: String(honest.body).replace(/"id":\d+/, `"id":${'7'.repeat(1_000_000)}`) }
        : undefined,
  },
  {
    name: 'listed-ids-of-a-million-digits',
    about: 'lists ten ids of a million digits',
    reply: (honest, call) =>
      isList(call)
        ? {
            ...honest,
            body: `[${`{"id":${'3'.repeat(1_000_000)},"title":"","content":""},`.repeat(10)}${String(honest.body).slice(1)}`,
          }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'number-of-ten-million-digits',
    about: 'reads give a field of ten million digits, with a fraction and an exponent',
    reply: (honest, call) =>
      isRead(call) && honest.status === 200
        ? {
            ...honest,
            body: `{"n":${'9'.repeat(10_000_000)}.${'1'.repeat(1000)}e-${'9'.repeat(1000)},${String(honest.body).slice(1)}`,
          }
        : undefined,
  },
  {
    name: 'ids-of-1000-digits',
    about: 'lists 20,000 posts with ids of 1,000 digits',
    reply: (honest, call) =>
      isList(call)
        ? {
            ...honest,
            body: `[${Array.from({ length: 20_000 }, (_, at) => `{"id":${at + 1}${'0'.repeat(1000)},"title":"","content":""}`).join(',')}]`,
          }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'retry-after-of-a-million-digits',
    about: 'asks for a wait of many nines',
    reply: () => ({ status: 429, headers: { 'retry-after': '9'.repeat(8000) }, body: '' }),
    expect: { code: [3] },
  },
  {
    name: 'location-of-many-digits',
    about: 'names a created post by an id of 8,000 digits',
    reply: (_honest, call) =>
      call.method === 'POST'
        ? { status: 201, headers: { location: `/v1/posts/${'4'.repeat(8000)}` }, body: '' }
        : undefined,
  },
  {
    name: 'link-of-many-commas',
    about: 'sends a Link header that a slow pattern would never finish',
    reply: (honest, call) =>
      isList(call)
        ? { ...honest, headers: { ...honest.headers, link: `${'<'.repeat(4000)}${'>;'.repeat(2000)} rel=x` } }
        : undefined,
  },
]
