import zlib from 'node:zlib'
import { draft } from './honest-posts.ts'
import { type HostileProvider, isList, isRead } from './hostile-provider.ts'

const mebi = 1024 * 1024

/** What fits no other set: values, keys and encodings that a parser, a profile or a report may trip over. */
export const inventions: readonly HostileProvider[] = [
  {
    name: 'prototype-keys',
    about: 'gives every object the keys __proto__, constructor and toString',
    reply: (honest) => ({
      ...honest,
      body: String(honest.body).replaceAll(
        '{"',
        '{"__proto__":{"id":1,"title":"t"},"constructor":{"prototype":{"status":1}},"toString":1,"hasOwnProperty":null,"',
      ),
    }),
  },
  {
    name: 'ids-twice',
    about: 'names the id of every post twice, first that of another post',
    reply: (honest) => ({ ...honest, body: String(honest.body).replaceAll('{"id":', '{"id":1,"id":') }),
  },
  {
    name: 'ids-twice-the-other-last',
    about: 'names the id of every created post twice, that of another post last',
    reply: (honest, { method }) =>
      method === 'POST' ? { ...honest, body: String(honest.body).replace(/}$/, ',"id":1}') } : undefined,
  },
  {
    name: 'minus-zero',
    about: 'gives -0, 1e400 and 1E+2 for ids, a different one each time',
    reply: (honest, { index }) => ({
      ...honest,
      body: String(honest.body).replaceAll(/"id":\d+/g, `"id":${['-0', '1e400', '1E+2', '1.0'][index % 4]}`),
    }),
  },
  {
    name: 'ids-that-round',
    about: 'gives ids beyond 2^53 that are one number once they are rounded',
    reply: (honest, call) =>
      call.method === 'GET' || call.method === 'POST'
        ? { ...honest, body: String(honest.body).replaceAll(/"id":(\d)\b/g, '"id":900719925474099$1') }
        : undefined,
  },
  {
    name: 'lone-surrogates',
    about: 'puts lone surrogates and NUL into every text and every name',
    reply: (honest) => ({
      ...honest,
      body: String(honest.body)
        .replaceAll('":"', '\\ud800":"\\udfff\\u0000')
        .replaceAll('{"', '{"\\ud83d":"\\udc00",'),
    }),
  },
  {
    name: 'errors-of-many-names',
    about: 'answers every error with 9,000 fields of long names',
    reply: (honest, { index }) =>
      honest.status >= 400
        ? {
            ...honest,
            body: `{${Array.from({ length: 9000 }, (_, at) => `"${'n'.repeat(500)}${at}":"${index}"`).join(',')}}`,
          }
        : undefined,
  },
  {
    name: 'locations-elsewhere',
    about: 'names every created post at another host, with credentials, a fragment and dots',
    reply: (honest, { method, index }) =>
      method === 'POST'
        ? {
            ...honest,
            headers: {
              ...honest.headers,
              location: [
                'http://user:pw@127.0.0.1:9/v1/posts/1',
                '//127.0.0.1:9/v1/posts/1',
                '/v1/posts/../posts/1#/posts/2',
                'posts/1',
                'javascript:alert(1)',
                '/v1/posts/%31',
              ][index % 6] as string,
            },
            body: '',
          }
        : undefined,
  },
  {
    name: 'deletes-answer-another',
    about: 'answers a delete with the post of somebody else, and a replace with its id',
    reply: (honest, { method }, service) =>
      method === 'DELETE'
        ? draft(200, service.posts.get(1))
        : method === 'PUT' && honest.status === 200
          ? { ...honest, body: String(honest.body).replace(/"id":\d+/, '"id":1') }
          : undefined,
  },
  {
    name: 'puts-make-another',
    about: 'takes a replace for the making of another post',
    reply: (_honest, { method, body }, service) => {
      if (method !== 'PUT') return undefined
      const { title, content } = JSON.parse(body) as { title: string; content: string }
      return draft(201, service.add(String(title), String(content)))
    },
    expect: { code: [1, 3] },
  },
  {
    name: 'zstd-bomb',
    about: 'lists 250 MB of blanks in Zstandard',
    reply: (honest, call) =>
      isList(call)
        ? {
            ...honest,
            headers: { 'content-type': 'application/json', 'content-encoding': 'zstd' },
            body: zlib.zstdCompressSync(Buffer.alloc(250 * mebi, ' ')),
          }
        : undefined,
    expect: { code: [3] },
  },
  {
    name: 'encodings-that-lie',
    about: 'says Brotli, gzip, an unknown encoding and none in turn, and always sends gzip',
    reply: (honest, { index }) => ({
      ...honest,
      headers: {
        ...honest.headers,
        'content-encoding': ['br', 'gzip', 'x-unknown', 'identity'][index % 4] as string,
      },
      body: zlib.gzipSync(honest.body),
    }),
  },
  {
    name: 'hypertext-errors',
    about: 'answers every error with a compressed page of HTML, under 200',
    reply: (honest) =>
      honest.status >= 400
        ? {
            status: 200,
            headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
            body: zlib.gzipSync(`<html><script>alert(1)</script>${'<p>'.repeat(100_000)}`),
          }
        : undefined,
    expect: { code: [1, 3] },
  },
  {
    name: 'dies-and-comes-back',
    about: 'closes a hundred connections in the middle of the run, then answers again',
    raw: (response, _draft, { index }) => {
      if (index < 150 || index > 250) return false
      response.destroy()
      return true
    },
  },
  {
    name: 'two-million-empty-objects-in-a-post',
    about: 'gives every post it reads a list of 1.9 million empty objects',
    reply: (honest, call) =>
      isRead(call) && honest.status === 200
        ? { ...honest, body: `{"x":[${'{},'.repeat(950_000)}{}],${String(honest.body).slice(1)}` }
        : undefined,
  },
  {
    name: 'a-different-long-list-each-time',
    about: 'lists 20,000 posts that have nothing in common with those before',
    reply: (honest, call) =>
      isList(call)
        ? draft(200, [
            ...JSON.parse(String(honest.body)),
            ...Array.from({ length: 20_000 }, (_, at) => ({
              id: 1_000_000 + call.index * 20_000 + at,
              title: `${call.index} ${at}`,
              content: 'c'.repeat(at % 50),
            })).reverse(),
          ])
        : undefined,
  },
  {
    name: 'cookies-without-end',
    about: 'sets fifty new cookies with each reply',
    reply: (honest, { index }) => ({
      ...honest,
      headers: {
        ...honest.headers,
        'set-cookie': Array.from({ length: 50 }, (_, at) => `s${at}=${index}${'k'.repeat(100)}; Path=/`),
      },
    }),
  },
]
