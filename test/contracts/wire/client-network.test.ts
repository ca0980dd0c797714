import { createServer, request as send } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createNetServer, type Server, type Socket } from 'node:net'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ProviderClient } from '../../../contracts/wire/client.ts'
import { listen } from '../../support/listen.ts'
import { clientFor, get } from '../../support/provider-client.ts'
import { type Certificate, startScriptedServer, tlsOf } from '../../support/scripted-server.ts'

afterEach(() => vi.unstubAllEnvs())

const provider = (certificate?: Certificate) =>
  startScriptedServer(() => ({ body: 'the provider' }), certificate)

/**
 * Starts a proxy that tunnels (CONNECT) and forwards (absolute form), wherever a request wants to go, to a port of this
 * machine: names such as `provider.example` then need no DNS.
 *
 * @returns lines what it was asked for: `CONNECT host:443`, `GET http://host/v1/posts`.
 */
async function startConnectProxy(port: number) {
  const lines: string[] = []
  const server = createServer((request, response) => {
    lines.push(`${request.method} ${request.url}`)
    const { pathname } = new URL(request.url ?? '')
    const { method, headers } = request
    const onward = send({ host: '127.0.0.1', port, path: pathname, method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(response)
    })
    request.pipe(onward)
  })
  server.on('connect', (request, socket: Socket) => {
    lines.push(`CONNECT ${request.url}`)
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [socket, onward]) end.on('error', () => end.destroy())
  })
  const { origin, close } = await listen(server)
  onTestFinished(close)
  return { url: origin, lines }
}

/** Expects that a read fails. @returns the sentence about it. */
async function expectFailure(client: ProviderClient, failureReason: string, words: string): Promise<string> {
  const failure: Error = await get(client).then(
    () => expect.unreachable(),
    (error) => error,
  )
  expect(failure).toMatchObject({ failureReason, message: expect.stringContaining(words) })
  return failure.message
}

test.each(['loopback', 'self-signed'] as const)(
  'refuses the %s certificate, and takes it with --insecure',
  async (name) => {
    const server = await provider(name)
    await expectFailure(clientFor(server.url), 'certificate', '--insecure')
    expect(await get(clientFor(server.url, { insecure: true }))).toMatchObject({ body: 'the provider' })
  },
)

test('ends an idle connection to http: a service with one connection serves the next one only then', async () => {
  const ended = Promise.withResolvers<void>()
  const server = await startScriptedServer((_request, { socket }) => {
    socket?.on('end', ended.resolve)
    return {}
  })
  await get(clientFor(server.url))
  await ended.promise
})

test('says that an https address is one of http', async () => {
  const server = await provider()
  await expectFailure(clientFor(server.url.replace('http:', 'https:')), 'no-tls', 'http://')
})

/** Starts a server that TLS clients meet; it ends with the test. @returns its base address. */
async function startTls(server: Server): Promise<string> {
  const { port, close } = await listen(server)
  onTestFinished(close)
  return `https://127.0.0.1:${port}/v1`
}

test('says that a service speaks only HTTP/2', async () => {
  const url = await startTls(createSecureServer({ ...tlsOf('loopback'), allowHTTP1: false }))
  const message = await expectFailure(clientFor(url, { insecure: true }), 'http-2', 'speaks only HTTP/2')
  expect(message).not.toContain('http://')
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'says that a service asks for a client certificate, with %s',
  async (version) => {
    const { cert, key } = tlsOf('loopback')
    const terms = { cert, key, ca: cert, requestCert: true, minVersion: version, maxVersion: version }
    const url = await startTls(createTlsServer(terms, (_request, response) => response.end()))
    const reason = version === 'TLSv1.2' ? 'client-certificate' : 'reset'
    await expectFailure(clientFor(url, { insecure: true }), reason, 'asks for a client certificate')
  },
)

test('a connection that is not made in time is told as one', async () => {
  // It takes connections, and says nothing: TLS waits.
  const url = await startTls(createNetServer())
  await expectFailure(
    clientFor(url, { timeout: 4000 }),
    'no-connection',
    'did not accept a connection in time',
  )
})

test.each(['HTTP_PROXY', 'http_proxy'])('goes through the proxy of %s', async (name) => {
  const server = await provider()
  const proxy = await startConnectProxy(server.port)
  vi.stubEnv(name, proxy.url)
  expect(await get(clientFor('http://provider.example/v1'))).toMatchObject({ body: 'the provider' })
  expect(proxy.lines).toEqual(['GET http://provider.example/v1/posts'])
  expect(server.requests[0]?.headers.host).toBe('provider.example')
})

test.each(['127.0.0.1', 'localhost', '[::1]'])('goes past the proxy to this machine, %s', async (host) => {
  const server = await provider()
  const proxy = await startConnectProxy(server.port)
  vi.stubEnv('HTTP_PROXY', proxy.url)
  // The server listens on IPv4 alone.
  await get(clientFor(`http://${host}:${server.port}/v1`)).catch(() => {})
  expect(proxy.lines).toEqual([])
})

test.each([
  ['http://provider.example/v1', 'HTTP_PROXY'],
  ['https://provider.example/v1', 'HTTPS_PROXY'],
])('says that the proxy on the way to %s refuses', async (url, name) => {
  const proxy = await startScriptedServer(() => ({ status: 407 }))
  vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`)
  await expect(get(clientFor(url))).rejects.toThrow(name)
})

test('says that the proxy is not there', async () => {
  vi.stubEnv('HTTPS_PROXY', 'http://ann:s3cret@127.0.0.1:1')
  const message = await expectFailure(clientFor('https://provider.example/v1'), 'refused', 'HTTPS_PROXY')
  expect(message).not.toContain('s3cret')
})

test('refuses a proxy that is not an address, without showing it', () => {
  vi.stubEnv('HTTP_PROXY', 'http://ann:s3cret@:x')
  const make = () => clientFor('http://provider.example/v1')
  expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  expect(make).not.toThrow(/s3cret/)
})

test("reaches the provider past MSW's setupServer in the same process", async () => {
  const [server, secure] = [await provider(), await provider('loopback')]
  const proxy = await startConnectProxy(secure.port)
  const mock = setupServer(http.all('*', () => HttpResponse.text('the mock')))
  mock.listen()
  onTestFinished(() => mock.close())
  vi.stubEnv('HTTPS_PROXY', proxy.url)
  const bodies = [
    await get(clientFor(server.url)),
    await get(clientFor(secure.url, { insecure: true })),
    await get(clientFor('https://provider.example/v1', { insecure: true })),
  ].map(({ body }) => body)
  expect(bodies).toEqual(['the provider', 'the provider', 'the provider'])
  expect(proxy.lines).toEqual(['CONNECT provider.example:443'])
})
