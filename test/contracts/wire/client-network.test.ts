import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HttpRequestInterceptor } from '@mswjs/interceptors/http'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'
import { isLoopback } from '../../../contracts/wire/provider-url.ts'
import { setupPosts } from '../../../src/node/setup-posts.ts'
import { clientFor, failureReasonOf, get } from '../../support/provider-client.ts'
import { certificateFile, startScriptedServer } from '../../support/scripted-server.ts'
import { startConnectProxy } from './connect-proxy.ts'

const provider = () => startScriptedServer(() => ({ body: 'the provider' }))
const secureProvider = () => startScriptedServer(() => ({ body: 'the provider' }), 'loopback')

test.each(['loopback', 'self-signed', 'elsewhere'] as const)(
  'refuses the %s certificate, and takes it with --insecure',
  async (name) => {
    const server = await startScriptedServer(() => ({ body: 'the provider' }), name)
    const { failureReason, message } = await failureReasonOf(get(clientFor(server.url)))
    expect(failureReason).toBe('certificate')
    expect(message).toContain('--insecure')
    expect(await get(clientFor(server.url, { insecure: true }))).toMatchObject({ body: 'the provider' })
  },
)

test('trusts the authority that NODE_EXTRA_CA_CERTS names', async () => {
  const server = await secureProvider()
  const script = `
    const { createProviderClient } = await import('${join(import.meta.dirname, '../../../contracts/wire/client.ts')}')
    const client = createProviderClient({ url: process.argv[1], environment: {} })
    console.log((await client.send({ method: 'GET', path: '/posts', headers: {} })).body)
    await client.close()`
  const environment = { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile('authority'), NODE_OPTIONS: '' }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, server.url],
    { env: environment },
  )
  expect(stdout).toBe('the provider\n')
})

test('says that an https address is one of http', async () => {
  const server = await provider()
  const { failureReason, message } = await failureReasonOf(
    get(clientFor(server.url.replace('http:', 'https:'))),
  )
  expect(failureReason).toBe('no-tls')
  expect(message).toContain('http://')
})

test('says that something else than HTTP listens', async () => {
  const server = createServer((socket) => socket.end('220 mail ready\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  expect(await failureReasonOf(get(clientFor(`http://127.0.0.1:${port}/v1`)))).toMatchObject({
    failureReason: 'not-http',
  })
})

test('says that a host does not exist', async () => {
  const { failureReason, message } = await failureReasonOf(get(clientFor('http://nobody.invalid/v1')))
  expect(failureReason).toBe('no-route')
  expect(message).toContain('nobody.invalid')
})

test('reaches a host of this machine by its name', async () => {
  const { port } = await provider()
  expect(await get(clientFor(`http://localhost:${port}/v1`))).toMatchObject({ body: 'the provider' })
})

test.each(['HTTP_PROXY', 'http_proxy'])('goes through the proxy of %s', async (name) => {
  const server = await provider()
  const proxy = await startConnectProxy(server.port)
  const client = clientFor('http://provider.example/v1', {
    environment: { [name]: proxy.url.replace('http://', '') },
  })
  expect(await get(client)).toMatchObject({ body: 'the provider' })
  expect(proxy.lines).toEqual(['GET http://provider.example/v1/posts'])
  expect(server.requests[0]?.headers.host).toBe('provider.example')
})

test('tunnels https through the proxy of HTTPS_PROXY', async () => {
  const server = await secureProvider()
  const proxy = await startConnectProxy(server.port)
  const client = clientFor('https://provider.example/v1', {
    insecure: true,
    environment: { HTTPS_PROXY: proxy.url },
  })
  expect(await get(client)).toMatchObject({ body: 'the provider' })
  expect(proxy.lines).toEqual(['CONNECT provider.example:443'])
})

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])(
  'goes past the proxy to this machine, %s',
  async (host) => {
    const server = await provider()
    const proxy = await startConnectProxy(server.port)
    const client = clientFor(`http://${host}:${server.port}/v1`, { environment: { HTTP_PROXY: proxy.url } })
    // The server listens on IPv4 alone.
    await get(client).catch(() => {})
    expect(proxy.lines).toEqual([])
  },
)

test.each([
  ['.example', 'provider.example'],
  ['other.example, provider.example', 'provider.example'],
  ['[2001:db8::1]', '[2001:db8::1]'],
])('with NO_PROXY=%s goes past the proxy to %s', async (hosts, host) => {
  const server = await provider()
  const proxy = await startConnectProxy(server.port)
  const environment = { HTTP_PROXY: proxy.url, NO_PROXY: hosts }
  await failureReasonOf(get(clientFor(`http://${host}/v1`, { environment, timeout: 500 })))
  expect(proxy.lines).toEqual([])
})

test.each([
  ['http://provider.example/v1', 'HTTP_PROXY'],
  ['https://provider.example/v1', 'HTTPS_PROXY'],
])('says that the proxy on the way to %s refuses', async (url, name) => {
  const proxy = await startScriptedServer(() => ({ status: 407 }))
  const { message } = await failureReasonOf(
    get(clientFor(url, { environment: { [name]: `http://127.0.0.1:${proxy.port}` } })),
  )
  expect(message).toContain(name)
})

test('says that the proxy is not there', async () => {
  const environment = { HTTPS_PROXY: 'http://ann:s3cret@127.0.0.1:1' }
  const { failureReason, message } = await failureReasonOf(
    get(clientFor('https://provider.example/v1', { environment })),
  )
  expect(failureReason).toBe('refused')
  expect(message).toContain('HTTPS_PROXY')
  expect(message).not.toContain('s3cret')
})

test('refuses a proxy that is not an address, without showing it', () => {
  const make = () =>
    clientFor('http://provider.example/v1', { environment: { HTTP_PROXY: 'http://ann:s3cret@:x' } })
  expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  expect(make).not.toThrow(/s3cret/)
})

test.each([
  ['localhost', true],
  ['api.localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['[::ffff:7f00:1]', true],
  ['0.0.0.0', true],
  ['localhost.example', false],
  ['128.0.0.1', false],
  ['[2001:db8::1]', false],
])('takes %s for this machine: %s', (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected)
})

/** What answers requests in this process while a client works. */
const answering: Record<string, () => () => void> = {
  "MSW's setupServer": () => {
    const server = setupServer(http.all('*', () => HttpResponse.text('the mock')))
    server.listen()
    return () => server.close()
  },
  'our own setupPosts': () => {
    const posts = setupPosts().listen()
    return () => posts.close()
  },
  'an interceptor of sockets': () => {
    const interceptor = new HttpRequestInterceptor()
    interceptor.apply()
    interceptor.on('request', ({ controller }) => controller.respondWith(new Response('the mock')))
    return () => interceptor.dispose()
  },
}

test.each(Object.keys(answering))('reaches the provider past %s in the same process', async (name) => {
  const [server, secure] = [await provider(), await secureProvider()]
  const proxy = await startConnectProxy(secure.port)
  onTestFinished(answering[name]?.() ?? (() => {}))
  const environment = { HTTPS_PROXY: proxy.url }
  const bodies = [
    await get(clientFor(server.url)),
    await get(clientFor(secure.url, { insecure: true })),
    await get(clientFor('https://provider.example/v1', { insecure: true, environment })),
  ].map(({ body }) => body)
  expect(bodies).toEqual(['the provider', 'the provider', 'the provider'])
  expect(proxy.lines).toEqual(['CONNECT provider.example:443'])
})
