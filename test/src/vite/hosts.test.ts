import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PostsUnderstudyOptions } from '../../../src/vite/options.ts'
import { postsUnderstudy } from '../../../src/vite.ts'
import { listen } from '../../support/listen.ts'
import { type DevServer, startVite } from '../../support/vite-project.ts'

const pem = (name: string) => readFileSync(join(import.meta.dirname, '../../support/certificates', name))
const https = { key: pem('loopback.key'), cert: pem('loopback.pem') }
const fields = { title: 'Tea', content: 'Kenya' }

function startSecure(options: PostsUnderstudyOptions = {}): Promise<DevServer> {
  const plugin = postsUnderstudy({ mode: 'middleware', posts: 3, onWarning() {}, ...options })
  return startVite({ plugins: [plugin], server: { https } })
}

/** Sends a request over HTTP/2, and settles once its stream has ended, one way or the other; RFC 9113, section 7, has the codes. */
async function send(session: ClientHttp2Session, path: string, body?: object) {
  const typed = body ? { ':method': 'POST', 'content-type': 'application/json' } : {}
  const stream = session.request({ ':path': path, ...typed }, { endStream: !body })
  const headers: Record<string, unknown> = {}
  let text = ''
  stream.setEncoding('utf8')
  stream.on('response', (given) => Object.assign(headers, given))
  stream.on('data', (part) => {
    text += part
  })
  stream.on('error', () => {})
  // No length announces this body: the end of the stream ends it.
  if (body) stream.end(JSON.stringify(body))
  await new Promise((settle) => stream.on('close', settle))
  return { headers, text, code: stream.rstCode }
}

async function withSession<Result>(
  origin: string,
  run: (session: ClientHttp2Session) => Promise<Result>,
): Promise<Result> {
  const session = connect(origin, { ca: pem('authority.pem') })
  try {
    return await run(session)
  } finally {
    session.destroy()
  }
}

test('answers over HTTP/2', async () => {
  await using vite = await startSecure({ profile: { 'create.location': 'absolute' } })
  await withSession(vite.origin, async (session) => {
    const created = await send(session, '/v1/posts', fields)
    expect(created).toMatchObject({ headers: { ':status': 201, location: `${vite.origin}/v1/posts/4` } })
    expect(JSON.parse(created.text)).toEqual({ id: 4, ...fields })
    const journal = await send(session, '/_understudy/journal')
    const names = JSON.parse(journal.text).requests.flatMap((entry: { headers: object }) =>
      Object.keys(entry.headers),
    )
    expect(names.filter((name: string) => name.startsWith(':'))).toEqual([])
  })
})

test.each([
  ['network-error', {}, ''],
  ['reply-lost', {}, ''],
  ['truncated', { ':status': 200 }, '[{"id":1,'],
])('ends the stream alone where %s is set over HTTP/2', async (fault, headers, text) => {
  await using vite = await startSecure()
  await withSession(vite.origin, async (session) => {
    await send(session, '/_understudy/faults/next', { operation: 'any', fault })
    const reply = await send(session, '/v1/posts')
    expect(reply).toMatchObject({
      headers,
      text: expect.stringMatching(`^${text.replaceAll(/[[{]/g, '\\$&')}`),
    })
    expect(reply.code).toBe(constants.NGHTTP2_INTERNAL_ERROR)
    expect((await send(session, '/v1/posts')).headers).toMatchObject({ ':status': 200 })
  })
})

test('answers in a server that has Vite as a middleware, and takes a body that it has read already', async () => {
  const plugin = postsUnderstudy({ mode: 'middleware', posts: 3, onWarning() {} })
  await using vite = await startVite({
    plugins: [plugin],
    appType: 'custom',
    server: { middlewareMode: true },
  })
  const server = createServer(async (incoming, outgoing) => {
    const text = (await incoming.toArray()).join('')
    if (text !== '') Object.assign(incoming, { body: JSON.parse(text) })
    vite.server.middlewares(incoming, outgoing, () => outgoing.writeHead(404).end('The host'))
  })
  await using host = await listen(server)
  expect((await fetch(`${host.origin}/v1/posts/1`)).status).toBe(200)
  expect(await (await fetch(`${host.origin}/else`)).text()).toBe('The host')
  expect(vite.log).toContain('posts-understudy answers /v1/posts in this server.')
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(`${host.origin}/v1/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  })
  expect(await created.json()).toEqual({ id: 4, ...fields })
})
