import { holding } from '../provider-set/changes.ts'
import { any, beginning, creates, errors, hostile, ids, lists, reads, replying, texts } from './provider.ts'

const mebi = 1024 * 1024

/** Lists, ids, texts, names and headers that are far too many or far too long, or not what they must be. */
export const floods = hostile({
  'any end': {
    'ids-twice': ids(any, (id) => `1,"id":${id}`),
    'ids-that-round': ids(any, (id) => `90071992547409${id.padStart(2, '9')}`),
    'minus-zero': ids(any, (_id, index) => ['-0', '1e400', '1E+2', '1.0'][index % 4] ?? ''),
    'two-million-empty-objects-in-a-post': beginning(reads, () => `"x":[${'{},'.repeat(1_900_000)}{}],`),
    'many-posts': holding(200_000),
    'errors-of-30-mb': texts(errors, () => `{"message":"${'e'.repeat(30 * mebi)}"}`),
    // Puts four megabytes of bytes that are not UTF-8 into every post it reads.
    'not-utf-8': texts(reads, (json) =>
      Buffer.concat([Buffer.from('{"x":"'), Buffer.alloc(4 * mebi, 0xc3), Buffer.from(`",${json.slice(1)}`)]),
    ),
    // Gives every post it reads a million fields more.
    'a-million-fields': beginning(
      reads,
      () => `${Array.from({ length: 1_000_000 }, (_, at) => `"f${at}":0`).join(',')},`,
    ),
    // Gives every object the keys __proto__, constructor and toString.
    'prototype-keys': texts(any, (json) =>
      json.replaceAll(
        '{"',
        '{"__proto__":{"id":1,"title":"t"},"constructor":{"prototype":{"status":1}},"toString":1,"',
      ),
    ),
    // Puts lone surrogates and NUL into every text and every name.
    'lone-surrogates': texts(any, (json) =>
      json.replaceAll('":"', '\\ud800":"\\udfff\\u0000').replaceAll('{"', '{"\\ud83d":"\\udc00","'),
    ),
    // Answers every error with 9,000 fields of long names.
    'errors-of-many-names': texts(
      errors,
      (_json, index) =>
        `{${Array.from({ length: 9000 }, (_, at) => `"${'n'.repeat(500)}${at}":"${index}"`).join(',')}}`,
    ),
    'errors-that-act': texts(errors, () => JSON.stringify(Array(400).fill({ '\u001b[2J': '\u202e' }))),
    // Sends 300 short headers with each reply.
    'a-thousand-headers': texts(
      any,
      (json) => json,
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-h${at}`, 'v'.repeat(20)])),
    ),
    // Names another media type of 8 KB for each error.
    'long-media-types': replying(errors, ({ reply, index }) => ({
      ...reply,
      headers: { 'content-type': `text/x-${index}${'t'.repeat(8000)}` },
    })),
    // Names every created post at another host, with credentials, a fragment and dots.
    'locations-elsewhere': replying(creates, ({ index }) => {
      const places = [
        'http://user:pw@127.0.0.1:9/v1/posts/1',
        '//127.0.0.1:9/v1/posts/1',
        '/v1/posts/../posts/1#/posts/2',
        'posts/1',
        'javascript:alert(1)',
        '/v1/posts/%31',
      ]
      return { status: 201, headers: { location: places[index % places.length] ?? '' } }
    }),
  },
  'broken or not judged': {
    'ids-are-strings': ids(any, (id) => `"${id}"`),
    'list-of-twenty-million-numbers': texts(lists, () => `[${'0,'.repeat(20_000_000)}0]`),
    'same-post-many-times': beginning(lists, () => '{"id":1,"title":"a","content":"b"},'.repeat(100_000)),
  },
  'not judged': {
    'body-of-100-mb': [
      beginning(lists, () => `{"id":9,"title":"${'x'.repeat(100 * mebi)}","content":""},`),
      /longer than\s+33,554,432/,
    ],
  },
})
