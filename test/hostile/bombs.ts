import zlib from 'node:zlib'
import { any, beginning, creates, errors, hostile, ids, lists, reads, replying, texts } from './provider.ts'

const mebi = 1024 * 1024

/** Packs blanks once, when they are first asked for, and sends them in place of the list. */
function packed(encoding: string, pack: () => Buffer) {
  let made: Buffer | undefined
  return texts(lists, () => (made ??= pack()), { 'content-encoding': encoding })
}

const blanks = () => Buffer.alloc(250 * mebi, ' ')
const digits = (digit: string) => digit.repeat(1_000_000)

/** Replies that are small on the wire, and anything but small once they are decoded or parsed. */
export const bombs = hostile({
  'any end': {
    // Sends a gzipped list with a megabyte of other bytes behind it.
    'gzip-with-garbage-behind': texts(
      lists,
      (json) => Buffer.concat([zlib.gzipSync(json), Buffer.alloc(mebi, 'z')]),
      { 'content-encoding': 'gzip' },
    ),
    // Says Brotli, gzip, an unknown encoding and none in turn, and always sends gzip.
    'encodings-that-lie': replying(any, ({ reply, index }) => ({
      ...reply,
      headers: { 'content-encoding': ['br', 'gzip', 'x-unknown', 'identity'][index % 4] ?? '' },
      raw: zlib.gzipSync('{}'),
    })),
    'error-5000-deep': texts(errors, () => `${'{"error":'.repeat(5000)}0${'}'.repeat(5000)}`),
    'number-of-ten-million-digits': beginning(
      reads,
      () => `"n":${'9'.repeat(10_000_000)}.1e-${'9'.repeat(1000)},`,
    ),
    // Names a created post by an id of 8,000 digits.
    'location-of-many-digits': replying(creates, () => ({
      status: 201,
      headers: { location: `/v1/posts/${'4'.repeat(8000)}` },
    })),
    'link-of-many-commas': texts(lists, (json) => json, {
      link: `${'<'.repeat(4000)}${'>;'.repeat(2000)} rel=x`,
    }),
  },
  'broken or not judged': {
    'zstd-bomb': packed('zstd', () => zlib.zstdCompressSync(blanks())),
    'a-hundred-encodings': texts(any, (json) => json, {
      'content-encoding': Array(1000).fill('gzip').join(', '),
    }),
    // Sends half of a gzipped list.
    'gzip-cut-off': texts(lists, (json) => zlib.gzipSync(json).subarray(0, 20), {
      'content-encoding': 'gzip',
    }),
    'arrays-100000-deep': [beginning(lists, `${'['.repeat(100_000)}${']'.repeat(100_000)},`), /1,000 levels/],
    'id-of-a-million-digits': ids(reads, () => digits('7')),
    // Lists 20,000 posts with ids of 1,000 digits.
    'ids-of-1000-digits': beginning(lists, () =>
      `{"id":1${'0'.repeat(1000)},"title":"","content":""},`.repeat(20_000),
    ),
    exponents: ids(any, (id, index) => `${id}e${index % 2 ? '-' : ''}${'4'.repeat(1000)}`),
  },
  'not judged': {
    'gzip-bomb': [packed('gzip', () => zlib.gzipSync(blanks())), /more than\s+33,554,432/],
    'retry-after-of-8000-digits': replying(any, () => ({
      status: 429,
      headers: { 'retry-after': '9'.repeat(8000) },
    })),
  },
})
