import zlib from 'node:zlib'
import {
  any,
  beginning,
  brokenOrNot,
  cannotJudge,
  creates,
  errors,
  hostile,
  ids,
  lists,
  reads,
  replying,
  texts,
  type Which,
} from './hostile-provider.ts'

const mebi = 1024 * 1024

/** Packs blanks once, when they are first asked for, and sends them in place of some replies. */
function packed(which: Which, encoding: string, pack: () => Buffer) {
  let made: Buffer | undefined
  return texts(which, () => (made ??= pack()), { 'content-encoding': encoding })
}

const blanks = () => Buffer.alloc(250 * mebi, ' ')
const digits = (digit: string) => digit.repeat(1_000_000)

/** Replies that are small on the wire, and anything but small once they are decoded or parsed. */
export const bombs = hostile({
  'gzip-bomb': [
    'lists 250 MB of blanks, gzipped',
    packed(lists, 'gzip', () => zlib.gzipSync(blanks())),
    cannotJudge,
  ],
  'gzip-bomb-in-errors': [
    'answers every error with 250 MB, gzipped',
    packed(errors, 'gzip', () => zlib.gzipSync(blanks())),
  ],
  'zstd-bomb': [
    'lists 250 MB of blanks in Zstandard, for which nobody asked',
    packed(lists, 'zstd', () => zlib.zstdCompressSync(blanks())),
    brokenOrNot,
  ],
  'a-hundred-encodings': [
    'says that every body is gzipped a thousand times',
    texts(any, (json) => json, { 'content-encoding': Array(1000).fill('gzip').join(', ') }),
    brokenOrNot,
  ],
  'gzip-with-garbage-behind': [
    'sends a gzipped list with a megabyte of other bytes behind it',
    texts(lists, (json) => Buffer.concat([zlib.gzipSync(json), Buffer.alloc(mebi, 'z')]), {
      'content-encoding': 'gzip',
    }),
  ],
  'gzip-cut-off': [
    'sends half of a gzipped list',
    texts(lists, (json) => zlib.gzipSync(json).subarray(0, 20), { 'content-encoding': 'gzip' }),
    brokenOrNot,
  ],
  'encodings-that-lie': [
    'says Brotli, gzip, an unknown encoding and none in turn, and always sends gzip',
    replying(any, ({ reply, index }) => ({
      ...reply,
      headers: { 'content-encoding': ['br', 'gzip', 'x-unknown', 'identity'][index % 4] ?? '' },
      raw: zlib.gzipSync('{}'),
    })),
  ],
  'arrays-100000-deep': [
    'lists an array that nests 100,000 levels',
    beginning(lists, `${'['.repeat(100_000)}${']'.repeat(100_000)},`),
    brokenOrNot,
  ],
  'objects-100000-deep': [
    'lists an object that nests 100,000 levels',
    beginning(lists, `${'{"a":'.repeat(100_000)}0${'}'.repeat(100_000)},`),
    brokenOrNot,
  ],
  'arrays-20-million-deep': [
    'lists an array that nests 20 million levels and never closes',
    texts(lists, () => '['.repeat(20_000_000)),
    brokenOrNot,
  ],
  'error-5000-deep': [
    'answers every error with an object that nests 5,000 levels',
    texts(errors, () => `${'{"error":'.repeat(5000)}0${'}'.repeat(5000)}`),
  ],
  'created-5000-deep': [
    'gives back a created post with a field that nests 5,000 levels',
    beginning(creates, `"x":${'['.repeat(5000)}${']'.repeat(5000)},`),
  ],
  'id-of-a-million-digits': [
    'gives every post an id of a million digits when it is read',
    ids(reads, () => digits('7')),
    brokenOrNot,
  ],
  'listed-ids-of-a-million-digits': [
    'lists ten ids of a million digits',
    beginning(lists, () => `{"id":${digits('3')},"title":"","content":""},`.repeat(10)),
    brokenOrNot,
  ],
  'number-of-ten-million-digits': [
    'reads give a field of ten million digits, with a fraction and an exponent',
    beginning(reads, () => `"n":${'9'.repeat(10_000_000)}.1e-${'9'.repeat(1000)},`),
  ],
  'ids-of-1000-digits': [
    'lists 20,000 posts with ids of 1,000 digits',
    beginning(lists, () => `{"id":1${'0'.repeat(1000)},"title":"","content":""},`.repeat(20_000)),
    brokenOrNot,
  ],
  exponents: [
    'gives every id with an exponent of a thousand digits, up or down',
    ids(any, (id, index) => `${id}e${index % 2 ? '-' : ''}${'4'.repeat(1000)}`),
    brokenOrNot,
  ],
  'retry-after-of-8000-digits': [
    'asks for a wait of many nines',
    replying(any, () => ({ status: 429, headers: { 'retry-after': '9'.repeat(8000) } })),
    cannotJudge,
  ],
  'location-of-many-digits': [
    'names a created post by an id of 8,000 digits',
    replying(creates, () => ({ status: 201, headers: { location: `/v1/posts/${'4'.repeat(8000)}` } })),
  ],
  'link-of-many-commas': [
    'sends a Link header that a slow pattern would never finish',
    texts(lists, (json) => json, { link: `${'<'.repeat(4000)}${'>;'.repeat(2000)} rel=x` }),
  ],
})
