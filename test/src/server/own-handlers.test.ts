import { utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'
import { listen } from '../../support/listen.ts'
import { linkPackages } from '../../support/repository.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

let folder = ''
let file = ''
let seconds = 0

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'handlers.mjs')
  await linkPackages(folder, 'msw')
})

/** Writes the module; each time it has another time of change. */
async function write(handlers: string): Promise<void> {
  await writeFile(
    file,
    `import { HttpResponse, http, passthrough } from 'msw'\nexport const handlers = ${handlers}`,
  )
  await utimes(file, ++seconds, seconds)
}

const get = async ({ origin }: PostsServer, path: string, world?: string) =>
  (await fetch(origin + path, world === undefined ? {} : { headers: { 'x-understudy-world': world } })).text()

test('makes handlers once for each world, over its posts', async () => {
  await write(`({ posts }) => {
    let asked = 0
    return [http.get('/count', () => HttpResponse.text(\`\${++asked}: \${posts.count}\`))]
  }`)
  await using server = await createPostsServer({ posts: 3, handlers: file })
  await server.worlds.get('other').posts.delete(1)
  expect(await get(server, '/count')).toBe('1: 3')
  expect(await get(server, '/count', 'other')).toBe('1: 2')
  expect(await get(server, '/count', 'other')).toBe('2: 2')
  const again = await fetch(`${server.controlUrl}journal/1/again`, { method: 'POST' })
  expect(await again.json()).toMatchObject({ status: 200, body: '2: 3' })
})

test('a reply that a handler fetched is sent on as it was read: its coding and its frame are gone', async () => {
  const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' }
  const zipped = createServer((_, response) => response.writeHead(200, headers).end(gzipSync('id,title')))
  await using backend = await listen(zipped)
  await write(`[http.get('/export', ({ request }) => fetch('${backend.origin}/'))]`)
  await using server = await createPostsServer({ posts: 3, handlers: file })
  const reply = await fetch(`${server.origin}/export`)
  expect([reply.headers.get('content-encoding'), await reply.text()]).toEqual([null, 'id,title'])
})

test('hands the body of a request to a handler, and on to the mock if that one does not answer', async () => {
  await write(`[
    http.post('/echo', async ({ request }) => HttpResponse.text(await request.text())),
    http.post('/v1/posts', async ({ request }) => { await request.text(); return passthrough() })
  ]`)
  await using server = await createPostsServer({ posts: 3, handlers: file })
  const body = JSON.stringify({ title: 'Tea', content: 'Kenya '.repeat(50_000) })
  const headers = { 'content-type': 'application/json' }
  const send = (path: string, body: string) => fetch(server.origin + path, { method: 'POST', headers, body })
  expect(await (await send('/echo', body)).text()).toBe(body)
  expect(await (await send('/v1/posts', body)).json()).toEqual({ id: 4, ...JSON.parse(body) })
  expect((await send('/v1/posts', '')).status).toBe(400)
})

test('loads changed handlers again, and answers 500 with the reason where that fails', async () => {
  await write(`[http.get('/version', () => HttpResponse.text('one'))]`)
  await using server = await createPostsServer({ handlers: file, onNotice() {} })
  expect(await get(server, '/version')).toBe('one')
  await write('new Map(')
  const response = await fetch(`${server.origin}/version`)
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining('Your handlers failed at GET /version: Failed to load '),
  ])
  await write(`[http.get('/version', () => HttpResponse.text('two'))]`)
  expect(await get(server, '/version')).toBe('two')
})

test('has the control API answered, and tells what a handler throws', async () => {
  await write(`[http.all('*', () => { throw new Error('no tea') })]`)
  const told: string[] = []
  await using server = await createPostsServer({ handlers: file, onNotice: (message) => told.push(message) })
  server.faults.next('any', { status: 503 })
  expect((await fetch(`${server.controlUrl}state`)).status).toBe(200)
  const replies = [await fetch(server.origin), await fetch(`${server.url}/posts`)]
  expect(replies.map(({ status }) => status)).toEqual([503, 500])
  expect(told).toEqual(['Your handler /.+/ * failed at GET /v1/posts: no tea'])
})

test.each([
  ['nowhere.mjs', undefined, /^Failed to load `handlers` ".+nowhere\.mjs": the file does not exist\. /],
  [
    'handlers.mjs',
    '[(() => { throw new Error("no tea.") })()]',
    /handlers\.mjs": no tea\. Correct the module\.$/,
  ],
  ['handlers.mjs', '"none"', /: it exports no list of MSW handlers\. Export them, /],
])('refuses %s with %s', async (name, handlers, words) => {
  if (handlers) await write(handlers)
  await expect(createPostsServer({ handlers: join(folder, name) })).rejects.toThrow(words)
})
