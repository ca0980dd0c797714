import { type Attack, dial, exchange, expectOneOf, firstStatus, head, send, type Target } from './attack.ts'

/** One request as raw bytes: its status has to be one of those. */
function raw(name: string, outcome: string, bytes: string | Buffer, ...statuses: number[]): Attack {
  const run = async (target: Target) =>
    expectOneOf('the status', await firstStatus(target, bytes), ...statuses)
  return { name, outcome, run }
}

/** One request by fetch: its status has to be this. */
function call(
  name: string,
  outcome: string,
  request: readonly [
    method: string,
    path: string,
    body?: string | undefined,
    headers?: Record<string, string>,
  ],
  ...statuses: number[]
): Attack {
  const run = async (target: Target) =>
    expectOneOf('the status', (await send(target, ...request)).status, ...statuses)
  return { name, outcome, run }
}

function chunked(body: string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
}

const control = '/_understudy'
const keys = Array.from({ length: 100_000 }, (_, number) => `"k${number}":1`).join(',')

export const attacks: readonly Attack[] = [
  {
    name: 'slow headers',
    outcome: '200 connections that send one byte at a time do not hold up other clients',
    async run(target) {
      const sockets = await Promise.all(Array.from({ length: 200 }, () => dial(target)))
      for (const byte of 'GET /v1/p') for (const socket of sockets) socket.write(byte)
      expectOneOf('the status', (await send(target, 'GET', '/v1/posts')).status, 200)
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    name: 'half-open connections',
    outcome: '1,000 connections without a request do not hold up other clients',
    async run(target) {
      const sockets = await Promise.all(Array.from({ length: 1000 }, () => dial(target)))
      expectOneOf('the status', (await send(target, 'GET', '/v1/posts')).status, 200)
      for (const socket of sockets) socket.resetAndDestroy()
    },
  },
  {
    name: 'bodies that never end',
    outcome: '100 announced bodies of 60 MiB take no memory before they come',
    async run(target) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => dial(target)))
      for (const socket of sockets) {
        socket.write(head('PUT', `${control}/snapshot`, 'Content-Length: 60000000'))
        socket.write('['.repeat(50_000))
      }
      expectOneOf('the status', (await send(target, 'GET', '/v1/posts')).status, 200)
      for (const socket of sockets) socket.destroy()
    },
  },
  raw('giant header', '431', head('GET', '/v1/posts', `X-A: ${'a'.repeat(200_000)}`), 431),
  {
    name: 'pipelining flood',
    outcome: 'answered in order, or the connection is ended',
    async run(target) {
      await exchange(target, head('GET', '/v1/posts/1').repeat(50_000), 1000)
    },
  },
  {
    name: 'pipelining while the first request hangs',
    outcome: 'Node stops reading while replies wait; other clients are answered',
    async run(target) {
      const world = 'X-Understudy-World: hangs'
      await send(target, 'POST', `${control}/faults/next?world=hangs`, '{"fault":"timeout"}')
      await exchange(target, head('GET', '/v1/posts/1', world).repeat(50_000), 2000)
      await send(target, 'DELETE', `${control}/worlds/hangs`)
    },
  },
  raw(
    'smuggling: Content-Length and Transfer-Encoding',
    '400, and the second request is not answered',
    `${head('POST', '/v1/posts', 'Content-Length: 4', 'Transfer-Encoding: chunked').trimEnd()}\r\n\r\n0\r\n\r\n${head('DELETE', '/v1/posts/1')}`,
    400,
  ),
  raw(
    'smuggling: two lengths',
    '400',
    `${head('POST', '/v1/posts', 'Content-Length: 2', 'Content-Length: 9')}{}`,
    400,
  ),
  raw(
    'absolute target with another host',
    '403 from the control API',
    head('POST', `http://attacker.test${control}/reset`),
    403,
  ),
  raw('a rebound name', '403', `POST ${control}/reset HTTP/1.1\r\nHost: attacker.test\r\n\r\n`, 403),
  call(
    'a page of another origin resets',
    '403',
    ['POST', `${control}/reset`, undefined, { origin: 'http://attacker.test', 'content-type': 'text/plain' }],
    403,
  ),
  call(
    'an image of another site asks for the state',
    '403',
    ['GET', `${control}/state`, undefined, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    403,
  ),
  raw('NUL in the path', '400 or 404', head('GET', '/v1/posts/\u0000'), 400, 404),
  raw('path traversal, plain', '404', head('GET', '/assets/../../../../etc/passwd'), 404),
  raw(
    'path traversal, escaped',
    '404',
    head('GET', '/_understudy/page/assets/..%2f..%2f..%2f..%2fetc%2fpasswd'),
    404,
  ),
  raw('malformed escapes', '400 or 404', head('GET', '/v1/posts/%E0%A4%A'), 400, 404),
  {
    name: 'prototype keys',
    outcome: 'kept out of every object: a later post has none of them',
    async run(target) {
      const poison =
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"title":"a","content":"b"}'
      await send(target, 'POST', '/v1/posts', poison)
      for (const path of ['faults', 'profile', 'seed', 'snapshot', 'more']) {
        await send(target, 'PUT', `${control}/${path}`, poison)
        await send(target, 'POST', `${control}/${path}`, poison)
      }
      const { text } = await send(target, 'POST', '/v1/posts', '{"title":"a","content":"b"}')
      expectOneOf('a post has the field', text.includes('polluted'), false)
      const profile = await send(target, 'GET', `${control}/profile`)
      expectOneOf('the profile has the field', profile.text.includes('polluted'), false)
    },
  },
  {
    name: 'calls that wait, by the hundred',
    outcome: '200: others are answered meanwhile',
    async run(target) {
      const { revision } = JSON.parse((await send(target, 'GET', `${control}/state`)).text)
      const sockets = await Promise.all(Array.from({ length: 500 }, () => dial(target)))
      for (const socket of sockets) socket.pause().write(head('GET', `${control}/state?after=${revision}`))
      expectOneOf('the status', await firstStatus(target, head('GET', `${control}/state`)), 200)
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    name: 'world flood by writing',
    outcome: '507 beyond 10,000 worlds, and no world is lost',
    async run(target) {
      const statuses = new Set<number>()
      for (let round = 0; round < 210; round++) {
        const names = Array.from({ length: 50 }, (_, n) => `w-${round}-${n}`)
        for (const { status } of await Promise.all(
          names.map((name) => send(target, 'PUT', `${control}/worlds/${name}`)),
        ))
          statuses.add(status)
      }
      expectOneOf('507 was answered', statuses.has(507), true)
      expectOneOf(
        'the first world is kept',
        (await send(target, 'DELETE', `${control}/worlds/w-0-0`)).status,
        204,
      )
    },
  },
  call('a million posts from one call', '400', ['POST', `${control}/seed`, '{"posts":1000000}'], 400),
  call(
    'a fault setting of 100,000 fields',
    '413',
    ['PATCH', `${control}/faults`, `{"latency":{${keys}}}`],
    413,
  ),
  call('nesting in the control API', '413', ['PUT', `${control}/snapshot`, '['.repeat(1_000_000)], 413),
  call(
    'a number of a million digits',
    '400 or 413',
    ['PUT', '/v1/posts/1', `{"title":"a","content":"b","id":1${'0'.repeat(1_000_000)}}`],
    200,
    400,
    413,
  ),
  raw(
    'header injection into Location',
    'the Host header is refused',
    `POST /v1/posts HTTP/1.1\r\nHost: a\tb"><script>\r\nContent-Type: application/json\r\nContent-Length: 27\r\n\r\n{"title":"a","content":"b"}`,
    400,
  ),
  call(
    'header injection by a fault',
    '400',
    ['POST', `${control}/faults/next`, '{"fault":{"status":200,"headers":{"x":"a\\r\\nset-cookie: b"}}}'],
    400,
  ),
  raw('TLS on the port', '400', Buffer.from('160301020001000001fc0303', 'hex'), 400),
  raw('CONNECT', 'the connection is ended', head('CONNECT', 'example.com:443'), 0),
  raw(
    'a compressed bomb as a body',
    '415 or 400: no body is decompressed',
    `${head('POST', '/v1/posts', 'Content-Type: application/json', 'Content-Encoding: gzip', 'Transfer-Encoding: chunked')}${chunked('\u001f\u008b')}`,
    415,
    400,
  ),
]
