import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'
import { runCli } from '../../support/cli-surroundings.ts'

let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posts-understudy-handlers-'))
  file = join(folder, 'handlers.mjs')
  await mkdir(join(folder, 'node_modules'))
  const msw = resolve(import.meta.dirname, '../../../node_modules/msw')
  await symlink(msw, join(folder, 'node_modules/msw'), 'junction')
})
afterEach(() => rm(folder, { recursive: true }))

const write = (handlers: string) =>
  writeFile(file, `import { HttpResponse, http } from 'msw'\nexport const handlers = ${handlers}`)

const get = async ({ origin }: PostsServer, path: string, world?: string) =>
  (await fetch(origin + path, world === undefined ? {} : { headers: { 'x-understudy-world': world } })).text()

test('asks handlers of the user first, and the mock for all else', async () => {
  await write(`[
    http.get('/users/:name', ({ params }) => HttpResponse.json(params)),
    http.post('/v1/posts', async ({ request }) => void (await request.text()))
  ]`)
  await using server = await createPostsServer({ posts: 1, handlers: file })
  expect(await get(server, '/users/ilse')).toBe('{"name":"ilse"}')
  const body = JSON.stringify({ title: 'Tea', content: 'Kenya '.repeat(50_000) })
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(`${server.url}/posts`, { method: 'POST', headers, body })
  expect(await created.json()).toEqual({ id: 2, ...JSON.parse(body) })
})

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
})

test('loads changed handlers again, and keeps the others where that fails', async () => {
  const notices: string[] = []
  await write(`[http.get('/version', () => HttpResponse.text('one'))]`)
  await using server = await createPostsServer({
    handlers: file,
    watch: true,
    onNotice: (message) => notices.push(message),
  })
  expect(await get(server, '/version')).toBe('one')
  await write('new Map(')
  await expect.poll(() => notices.length).toBe(1)
  expect([notices[0], await get(server, '/version')]).toEqual([
    expect.stringContaining('The mock keeps the handlers.'),
    'one',
  ])
  await write(`[http.get('/version', () => HttpResponse.text('two'))]`)
  await expect.poll(() => get(server, '/version')).toBe('two')
})

test('answers 500 with the reason where a handler throws', async () => {
  await write(`[http.get('/broken', () => { throw new Error('no such thing') })]`)
  await using server = await createPostsServer({ handlers: file })
  const response = await fetch(`${server.origin}/broken`)
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('no such thing')])
})

test.each([
  ['nowhere.mjs', undefined, /^Failed to load --handlers ".+nowhere\.mjs": the file does not exist\. /],
  ['handlers.mjs', '"none"', /: it exports no list of MSW handlers\. Export them, /],
])('serve refuses %s with %s', async (name, handlers, words) => {
  if (handlers) await write(handlers)
  const { code, stderr } = await runCli('serve', '--port', '0', '--handlers', join(folder, name))
  expect(code).toBe(2)
  expect(stderr).toMatch(words)
})
