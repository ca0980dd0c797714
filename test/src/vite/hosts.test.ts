import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { postsUnderstudy } from '../../../src/vite.ts'
import { listen } from '../../support/listen.ts'
import { sent } from '../../support/sent.ts'
import { startVite } from '../../support/vite-project.ts'

const pem = (name: string) => readFileSync(join(import.meta.dirname, '../../support/certificates', name))
const https = { key: pem('loopback.key'), cert: pem('loopback.pem') }
const fields = { title: 'Tea', content: 'Kenya' }

/** Sends a request over HTTP/2; the status, the text, and the code with which the stream ended (RFC 9113, section 7). */
async function sendByHttp2(session: ClientHttp2Session, path: string, body?: object) {
  const typed = body ? { ':method': 'POST', 'content-type': 'application/json' } : {}
  const stream = session.request({ ':path': path, ...typed }, { endStream: !body })
  let status: unknown
  let text = ''
  stream.on('response', (headers) => (status = headers[':status']))
  stream.setEncoding('utf8').on('data', (part) => (text += part))
  stream.on('error', () => {})
  // No length announces this body: the end of the stream ends it.
  if (body) stream.end(JSON.stringify(body))
  await new Promise((settle) => stream.on('close', settle))
  return { status, text, code: stream.rstCode }
}

test('answers over HTTP/2, where a fault ends its stream alone', async () => {
  const plugin = postsUnderstudy({ mode: 'middleware', posts: 3, onWarning() {} })
  await using vite = await startVite({ plugins: [plugin], server: { https } })
  const session = connect(vite.origin, { ca: pem('authority.pem') })
  onTestFinished(() => session.destroy())
  const created = await sendByHttp2(session, '/v1/posts', fields)
  expect([created.status, JSON.parse(created.text)]).toEqual([201, { id: 4, ...fields }])
  expect((await sendByHttp2(session, '/_understudy/journal')).text).not.toContain('":path"')
  for (const fault of ['network-error', 'truncated']) {
    await sendByHttp2(session, '/_understudy/faults/next', { operation: 'any', fault })
    const broken = await sendByHttp2(session, '/v1/posts')
    expect(broken.code).toBe(constants.NGHTTP2_INTERNAL_ERROR)
    expect(broken.text).toMatch(fault === 'truncated' ? /^\[\{"id":1,/ : /^$/)
    expect((await sendByHttp2(session, '/v1/posts')).status).toBe(200)
  }
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
  const created = await fetch(`${host.origin}/v1/posts`, sent('POST', fields))
  expect(await created.json()).toEqual({ id: 4, ...fields })
})
