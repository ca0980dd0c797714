import { type Attack, dial, expectOneOf, firstStatus, flood, head, send, type Target } from './attack.ts'

/** One request as raw bytes: its status has to be one of those. */
function raw(bytes: string | Buffer, ...statuses: number[]): Attack {
  return async (target) => expectOneOf('the status', await firstStatus(target, bytes), ...statuses)
}

/** One request by fetch: its status has to be one of those. */
function call(request: Request, ...statuses: number[]): Attack {
  return async (target) => expectOneOf('the status', (await send(target, ...request)).status, ...statuses)
}

type Request = readonly [
  method: string,
  path: string,
  body?: string | undefined,
  headers?: Record<string, string>,
]

/** Other clients are answered. */
async function expectAnswers(target: Target): Promise<void> {
  expectOneOf('the status', (await send(target, 'GET', '/v1/posts')).status, 200)
}

const dialMany = (target: Target, count: number) =>
  Promise.all(Array.from({ length: count }, () => dial(target)))

function chunked(body: string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
}

const control = '/_understudy'
const keys = Array.from({ length: 100_000 }, (_, number) => `"k${number}":1`).join(',')

/** What hostile clients send to `serve`, each with the statuses that it may get. */
export const attacks: Readonly<Record<string, Attack>> = {
  // Connections that send one byte at a time.
  'slow headers': async (target) => {
    const sockets = await dialMany(target, 200)
    for (const byte of 'GET /v1/p') for (const socket of sockets) socket.write(byte)
    await expectAnswers(target)
    for (const socket of sockets) socket.destroy()
  },
  'half-open connections': async (target) => {
    const sockets = await dialMany(target, 1000)
    await expectAnswers(target)
    for (const socket of sockets) socket.resetAndDestroy()
  },
  // Announced bodies of 60 MiB take no memory before they come.
  'bodies that never end': async (target) => {
    const sockets = await dialMany(target, 100)
    for (const socket of sockets) {
      socket.write(head('PUT', `${control}/snapshot`, 'Content-Length: 60000000'))
      socket.write('['.repeat(50_000))
    }
    await expectAnswers(target)
    for (const socket of sockets) socket.destroy()
  },
  'giant header': raw(head('GET', '/v1/posts', `X-A: ${'a'.repeat(200_000)}`), 431),
  // Answered in order, or the connection is ended.
  'pipelining flood': async (target) => {
    await flood(target, head('GET', '/v1/posts/1').repeat(50_000), 1000)
  },
  // Node stops reading while replies wait.
  'pipelining while the first request hangs': async (target) => {
    const world = 'X-Understudy-World: hangs'
    await send(target, 'POST', `${control}/faults/next?world=hangs`, '{"fault":"timeout"}')
    await flood(target, head('GET', '/v1/posts/1', world).repeat(50_000), 2000)
    await send(target, 'DELETE', `${control}/worlds/hangs`)
  },
  // The second request is not answered.
  'smuggling: Content-Length and Transfer-Encoding': raw(
    `${head('POST', '/v1/posts', 'Content-Length: 4', 'Transfer-Encoding: chunked').trimEnd()}\r\n\r\n0\r\n\r\n${head('DELETE', '/v1/posts/1')}`,
    400,
  ),
  'smuggling: two lengths': raw(
    `${head('POST', '/v1/posts', 'Content-Length: 2', 'Content-Length: 9')}{}`,
    400,
  ),
  'absolute target with another host': raw(head('POST', `http://attacker.test${control}/reset`), 403),
  'an image of another site asks for the state': call(
    ['GET', `${control}/state`, undefined, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    403,
  ),
  'NUL in the path': raw(head('GET', '/v1/posts/\u0000'), 400, 404),
  'path traversal, plain': raw(head('GET', '/assets/../../../../etc/passwd'), 404),
  'malformed escapes': raw(head('GET', '/v1/posts/%E0%A4%A'), 400, 404),
  'prototype keys': async (target) => {
    const poison =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"title":"a","content":"b"}'
    await send(target, 'POST', '/v1/posts', poison)
    for (const path of ['faults', 'profile', 'snapshot', 'posts']) {
      await send(target, 'PUT', `${control}/${path}`, poison)
      await send(target, 'POST', `${control}/${path}`, poison)
    }
    const { text } = await send(target, 'POST', '/v1/posts', '{"title":"a","content":"b"}')
    expectOneOf('a post has the field', text.includes('polluted'), false)
    const profile = await send(target, 'GET', `${control}/profile`)
    expectOneOf('the profile has the field', profile.text.includes('polluted'), false)
  },
  'calls that wait, by the hundred': async (target) => {
    const { revision } = JSON.parse((await send(target, 'GET', `${control}/state`)).text)
    const sockets = await dialMany(target, 500)
    for (const socket of sockets) socket.pause().write(head('GET', `${control}/state?after=${revision}`))
    expectOneOf('the status', await firstStatus(target, head('GET', `${control}/state`)), 200)
    for (const socket of sockets) socket.destroy()
  },
  'a fault setting of 100,000 fields': call(['PATCH', `${control}/faults`, `{"latency":{${keys}}}`], 400),
  'nesting in the control API': call(['PUT', `${control}/snapshot`, '['.repeat(1_000_000)], 400),
  'a number of a million digits': call(
    ['PUT', '/v1/posts/1', `{"title":"a","content":"b","id":1${'0'.repeat(1_000_000)}}`],
    200,
    400,
    413,
  ),
  'header injection into Location': raw(
    `POST /v1/posts HTTP/1.1\r\nHost: a\tb"><script>\r\nContent-Type: application/json\r\nContent-Length: 27\r\n\r\n{"title":"a","content":"b"}`,
    400,
  ),
  'header injection by a fault': call(
    ['POST', `${control}/faults/next`, '{"fault":{"status":200,"headers":{"x":"a\\r\\nset-cookie: b"}}}'],
    400,
  ),
  'TLS on the port': raw(Buffer.from('160301020001000001fc0303', 'hex'), 400),
  // The connection is ended.
  CONNECT: raw(head('CONNECT', 'example.com:443'), 0),
  // No body is decompressed.
  'a compressed bomb as a body': raw(
    `${head('POST', '/v1/posts', 'Content-Type: application/json', 'Content-Encoding: gzip', 'Transfer-Encoding: chunked')}${chunked('\u001f\u008b')}`,
    415,
    400,
  ),
}
