import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { readProviderUrl } from '../../../contracts/wire/provider-url.ts'
import { clientFor, failureReasonOf, get, write } from '../../support/provider-client.ts'
import { freePort, startScriptedServer } from '../../support/scripted-server.ts'

const hello = 'Smørrebrød 🥪'

test.each([
  ['http://127.0.0.1:3000/v1', 'http://127.0.0.1:3000/v1'],
  ['http://127.0.0.1:3000/v1//', 'http://127.0.0.1:3000/v1'],
  ['HTTPS://API.example.com:443/team/v1/', 'https://api.example.com/team/v1'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://ann:s%C3%A6cret@[::1]:3000/v1', 'http://[::1]:3000/v1'],
])('reads the address %s as %s', (given, base) => {
  expect(readProviderUrl(given).base).toBe(base)
})

test.each([
  'localhost:3000/v1',
  'ftp://example.com/v1',
  'http://example.com/v1?key=s3cret',
  'http://ann:s3cret@example.com/v1#posts',
  'ann:s3cret@example.com/v1',
  '',
])('refuses the address "%s" without a secret in the message', (given) => {
  const refuse = () => readProviderUrl(given)
  expect(refuse).toThrow(expect.objectContaining({ code: 'BASE_URL_INVALID' }))
  expect(refuse).not.toThrow(/s3cret/)
})

test('sends below the base path, with the body as bytes and no media type of its own', async () => {
  const server = await startScriptedServer(() => ({ status: 201, body: { id: 7 } }))
  const reply = await clientFor(`${server.url}/`).send({
    method: 'POST',
    path: '/posts?a=%20b',
    headers: {},
    body: hello,
  })
  expect(reply).toMatchObject({
    status: 201,
    headers: { 'content-type': 'application/json' },
    body: '{"id":7}',
  })
  expect(server.requests).toMatchObject([{ method: 'POST', path: '/v1/posts?a=%20b', body: hello }])
  expect(server.requests[0]?.headers).not.toHaveProperty('content-type')
})

test('keeps a path as it is, dots and brackets included', async () => {
  const server = await startScriptedServer(() => ({}))
  await get(clientFor(server.url), '/posts/../[x]/./a%2Fb')
  expect(server.lines).toEqual(['GET /v1/posts/../[x]/./a%2Fb'])
})

test('sends the credentials of the address and the headers of the user with every request', async () => {
  const server = await startScriptedServer(() => ({}))
  const client = clientFor(server.url.replace('//', '//ann:p%40ss@'), { headers: { 'X-Api-Key': 'k-12345' } })
  await get(client)
  await write(client, 'POST')
  const expected = { authorization: `Basic ${btoa('ann:p@ss')}`, 'x-api-key': 'k-12345' }
  expect(server.requests.map(({ headers }) => headers)).toMatchObject([expected, expected])
  expect(client.url).toBe(server.url)
})

test('prefers an Authorization header of the user to the credentials of the address', async () => {
  const server = await startScriptedServer(() => ({}))
  await get(
    clientFor(server.url.replace('//', '//ann:pass@'), { headers: { authorization: 'Bearer token' } }),
  )
  expect(server.requests[0]?.headers.authorization).toBe('Bearer token')
})

test.each([
  ['content-length', '7'],
  ['Content-Type', 'text/plain'],
  ['Transfer-Encoding', 'chunked'],
  ['a b', 'x'],
  ['x', 'one\r\nInjected: two'],
])('refuses the header %s: %j', (name, value) => {
  const make = () => createProviderClient({ url: 'http://127.0.0.1/v1', headers: { [name]: value } })
  expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
})

test.each([{ timeout: 0 }, { timeout: Number.NaN }, { maxRequestsPerSecond: -1 }])(
  'refuses %j',
  (options) => {
    const make = () => createProviderClient({ url: 'http://127.0.0.1/v1', ...options })
    expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  },
)

test.each([
  ['gzip', gzipSync(hello)],
  ['deflate', deflateSync(hello)],
  ['br', brotliCompressSync(hello)],
  ['identity', Buffer.from(hello)],
])('reads a body in %s', async (encoding, bytes) => {
  const server = await startScriptedServer(() => ({ headers: { 'content-encoding': encoding }, body: bytes }))
  expect((await get(clientFor(server.url))).body).toBe(hello)
  expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate, br')
})

test.each(['gzip', 'compress'])('takes a body that is no %s as it came, and says so', async (encoding) => {
  const server = await startScriptedServer(() => ({ headers: { 'content-encoding': encoding }, body: '[]' }))
  const reply = await get(clientFor(server.url), '/posts/7')
  expect(reply).toMatchObject({ status: 200, body: '[]', garbled: encoding })
})

test('reads a body in chunks, without a length, and from connections that are not kept', async () => {
  const server = await startScriptedServer((_request, response) => {
    response.setHeader('connection', 'close')
    for (const byte of Buffer.from(hello)) response.write(Buffer.of(byte))
    response.end()
    return undefined
  })
  const client = clientFor(server.url)
  expect((await get(client)).body).toBe(hello)
  expect((await get(client)).body).toBe(hello)
})

test('joins a header that comes more than once', async () => {
  const server = await startScriptedServer(() => ({ headers: { link: ['<a>', '<b>'] } }))
  expect((await get(clientFor(server.url))).headers.link).toBe('<a>, <b>')
})

test('passes a request on byte for byte, with the credentials, and its reply still compressed', async () => {
  const server = await startScriptedServer(() => ({
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(hello),
  }))
  const client = clientFor(server.url, { headers: { Authorization: 'Bearer t' } })
  const headers = {
    host: 'elsewhere',
    connection: 'close',
    'content-length': '99',
    accept: 'text/x',
    'content-type': 'a/b',
  }
  const body = Buffer.from([0, 255, 10])
  const reply = await client.forward({ method: 'PUT', path: '/posts/7?x', headers, body })
  expect(reply.body).toEqual(gzipSync(hello))
  const [{ headers: sent } = { headers: {} }] = server.requests
  expect(sent).toMatchObject({
    host: `127.0.0.1:${server.port}`,
    authorization: 'Bearer t',
    'content-length': '3',
    accept: 'text/x',
  })
  expect(sent).not.toHaveProperty('user-agent')
})

test('carries many requests at the same time and counts them', async () => {
  const server = await startScriptedServer(({ path }) => ({ body: path }))
  const client = clientFor(server.url)
  const replies = await Promise.all(Array.from({ length: 100 }, (_, id) => get(client, `/posts/${id}`)))
  expect(replies.map(({ body }) => body)).toEqual(Array.from({ length: 100 }, (_, id) => `/v1/posts/${id}`))
  // A few more tell that the service answers several connections.
  expect(client.requests).toBeLessThan(110)
})

test('sends no write unless a guard lets it pass', async () => {
  const server = await startScriptedServer(() => ({}))
  const client = createProviderClient({ url: server.url, environment: {} })
  onTestFinished(() => client.close())
  await expect(write(client, 'POST')).rejects.toThrow('only reads')
  await expect(
    client.forward({ method: 'DELETE', path: '/posts/7', headers: {}, body: undefined }),
  ).rejects.toThrow('only reads')
  await get(client)
  expect(server.lines).toEqual(['GET /v1/posts'])
})

test('ends what is under way when it is interrupted, and still cleans up', async () => {
  const interruption = new AbortController()
  const server = await startScriptedServer(({ method }) => {
    if (method === 'DELETE') return { status: 204 }
    interruption.abort(new Error('Ctrl-C'))
    return undefined
  })
  const client = clientFor(server.url, { signal: interruption.signal })
  await expect(get(client)).rejects.toThrow('Ctrl-C')
  await expect(get(client)).rejects.toThrow('Ctrl-C')
  expect(await write(client.uninterrupted(), 'DELETE', '/posts/7')).toMatchObject({ status: 204 })
  expect(client.requests).toBe(2)
})

test('says at which request nothing listens', async () => {
  const port = await freePort()
  const { message, ...rest } = await failureReasonOf(get(clientFor(`http://ann:s3cret@127.0.0.1:${port}/v1`)))
  expect(rest).toMatchObject({ failureReason: 'refused', code: 'PROVIDER_UNREACHABLE' })
  expect(message).toMatch(
    `Failed to send GET /posts to http://127.0.0.1:${port}/v1: nothing listens at 127.0.0.1:${port}. `,
  )
})
