import {
  any,
  beginning,
  brokenOrNot,
  cannotJudge,
  creates,
  errors,
  holding,
  hostile,
  ids,
  lists,
  reads,
  replying,
  texts,
} from './hostile-provider.ts'

const mebi = 1024 * 1024
const gets = ({ method }: { method: string }) => method === 'GET'
const changingTitles = texts(gets, (json, index) => json.replaceAll('"title":"', `"title":"${index} `))

/** Lists, ids, texts, names and headers that are far too many or far too long, or not what they must be. */
export const floods = hostile({
  'ids-are-strings': ['gives every id as a text', ids(any, (id) => `"${id}"`), brokenOrNot],
  'ids-are-infinite': ['gives 1e999 for every id', ids(any, () => '1e999'), brokenOrNot],
  'ids-twice': [
    'names the id of every post twice, first that of another post',
    ids(any, (id) => `1,"id":${id}`),
  ],
  'ids-that-round': [
    'gives ids beyond 2^53 that are one number once they are rounded',
    ids(any, (id) => `90071992547409${id.padStart(2, '9')}`),
  ],
  'minus-zero': [
    'gives -0, 1e400 and 1E+2 for ids, a different one each time',
    ids(any, (_id, index) => ['-0', '1e400', '1E+2', '1.0'][index % 4] ?? ''),
  ],
  'list-of-nothing': [
    'lists a million times null beside its posts',
    beginning(lists, () => 'null,'.repeat(1_000_000)),
    brokenOrNot,
  ],
  'list-of-twenty-million-numbers': [
    'lists twenty million times 0',
    texts(lists, () => `[${'0,'.repeat(20_000_000)}0]`),
    brokenOrNot,
  ],
  'two-million-empty-objects-in-a-post': [
    'gives every post it reads a list of 1.9 million empty objects',
    beginning(reads, () => `"x":[${'{},'.repeat(1_900_000)}{}],`),
  ],
  'same-post-many-times': [
    'lists a post 100,000 times',
    beginning(lists, () => '{"id":1,"title":"a","content":"b"},'.repeat(100_000)),
    brokenOrNot,
  ],
  'many-posts': ['holds 200,000 posts of ordinary size', holding(200_000), { code: [0, 1, 3] }],
  'a-different-long-list-each-time': [
    'lists 20,000 posts that have nothing in common with those before',
    texts(lists, (json, index) => {
      const posts = Array.from(
        { length: 20_000 },
        (_, at) => `{"id":${1_000_000 + (index * 20_000 + at) * 7},"title":"${index} ${at}","content":""},`,
      )
      return `[${posts.join('')}${json.slice(1)}`
    }),
  ],
  'titles-change': ['gives every post another title each time', changingTitles, brokenOrNot],
  'titles-change-at-length': [
    'gives every post another title of 100 KB each time',
    texts(gets, (json, index) => json.replaceAll('"title":"', `"title":"${index}${'x'.repeat(100_000)}`)),
    brokenOrNot,
  ],
  'body-of-100-mb': [
    'lists a post of 100 MB',
    beginning(lists, () => `{"id":9,"title":"${'x'.repeat(100 * mebi)}","content":""},`),
    cannotJudge,
  ],
  'read-of-60-mb': [
    'answers every read of a post with a text of 60 MB',
    texts(reads, (json) => json.replace('"content":"', `"content":"${'y'.repeat(60 * mebi)}`)),
    brokenOrNot,
  ],
  'errors-of-30-mb': [
    'answers every error with 30 MB',
    texts(errors, () => `{"message":"${'e'.repeat(30 * mebi)}"}`),
  ],
  'two-byte-text-of-40-mb': [
    'lists a post of 40 MB in Chinese',
    beginning(lists, () => `{"id":900,"title":"${'帖'.repeat(13 * mebi)}","content":""},`),
  ],
  'not-utf-8': [
    'puts four megabytes of bytes that are not UTF-8 into every post it reads',
    texts(reads, (json) =>
      Buffer.concat([Buffer.from('{"x":"'), Buffer.alloc(4 * mebi, 0xc3), Buffer.from(`",${json.slice(1)}`)]),
    ),
  ],
  'a-million-fields': [
    'gives every post it reads a million fields more',
    beginning(reads, () => `${Array.from({ length: 1_000_000 }, (_, at) => `"f${at}":0`).join(',')},`),
  ],
  'one-key-a-million-times': [
    'names one key of every post 400,000 times',
    beginning(reads, () => '"title":"a",'.repeat(400_000)),
  ],
  'prototype-keys': [
    'gives every object the keys __proto__, constructor and toString',
    texts(any, (json) =>
      json.replaceAll(
        '{"',
        '{"__proto__":{"id":1,"title":"t"},"constructor":{"prototype":{"status":1}},"toString":1,"',
      ),
    ),
  ],
  'lone-surrogates': [
    'puts lone surrogates and NUL into every text and every name',
    texts(any, (json) =>
      json.replaceAll('":"', '\\ud800":"\\udfff\\u0000').replaceAll('{"', '{"\\ud83d":"\\udc00","'),
    ),
  ],
  'errors-of-many-names': [
    'answers every error with 9,000 fields of long names',
    texts(
      errors,
      (_json, index) =>
        `{${Array.from({ length: 9000 }, (_, at) => `"${'n'.repeat(500)}${at}":"${index}"`).join(',')}}`,
    ),
  ],
  'errors-that-act': [
    'answers every error with hundreds of fields of control characters',
    texts(errors, () => JSON.stringify(Array(400).fill({ '\u001b[2J': '\u202e' }))),
  ],
  'a-thousand-headers': [
    'sends 300 short headers with each reply',
    texts(
      any,
      (json) => json,
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-h${at}`, 'v'.repeat(20)])),
    ),
  ],
  'long-media-types': [
    'names another media type of 8 KB for each error',
    replying(errors, ({ reply, index }) => ({
      ...reply,
      headers: { 'content-type': `text/x-${index}${'t'.repeat(8000)}` },
    })),
  ],
  'long-locations': [
    'redirects every read to another place of 8 KB',
    replying(reads, ({ index }) => ({
      status: 302,
      headers: { location: `http://127.0.0.1:9/${index}${'l'.repeat(8000)}` },
    })),
    brokenOrNot,
  ],
  'locations-elsewhere': [
    'names every created post at another host, with credentials, a fragment and dots',
    replying(creates, ({ index }) => {
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
  ],
})
