import { mkdir, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { postsUnderstudy } from '../../../src/vite.ts'
import { listen } from '../../support/listen.ts'
import { createProject, type DevServer, type ProjectFolder, startVite } from '../../support/vite-project.ts'

const packages = resolve(import.meta.dirname, '../../../node_modules')
const json = { 'content-type': 'application/json' }

/** A dev server with handlers of the user's own in `mocks/handlers.ts`. */
async function start(
  project: ProjectFolder,
  handlers: string,
  proxy: Record<string, string> = {},
): Promise<DevServer> {
  await mkdir(join(project.root, 'node_modules'))
  await symlink(join(packages, 'msw'), join(project.root, 'node_modules/msw'), 'junction')
  await project.write({ 'mocks/handlers.ts': module(handlers) })
  const plugin = postsUnderstudy({
    mode: 'middleware',
    posts: 3,
    handlers: './mocks/handlers.ts',
    onWarning() {},
  })
  return startVite({ root: project.root, plugins: [plugin], server: { proxy } })
}

const module = (handlers: string) =>
  `import { HttpResponse, bypass, delay, http, passthrough } from 'msw'
  const greeting: string = 'of the user'
  export const handlers = [${handlers}]`

const asPage = { accept: 'text/html', 'sec-fetch-dest': 'document' }

test('hands the body of a request to a handler, and on to whoever answers if that one does not', async () => {
  await using backend = await listen(
    createServer(async (request, response) => {
      response.end(`backend: ${(await request.toArray()).join('')}`)
    }),
  )
  await using project = await createProject()
  await using vite = await start(
    project,
    `http.post('/echo', async ({ request }) => HttpResponse.text(await request.text())),
    http.post('/backend', async ({ request }) => void (await request.text())),
    http.post('/v1/posts', async ({ request }) => { await request.text(); return passthrough() })`,
    { '/backend': backend.origin },
  )
  const body = JSON.stringify({ title: 'Tea', content: 'Kenya '.repeat(50_000) })
  const send = (path: string) => fetch(vite.origin + path, { method: 'POST', headers: json, body })
  expect(await (await send('/echo')).text()).toBe(body)
  expect(await (await send('/backend')).text()).toBe(`backend: ${body}`)
  expect(await (await send('/v1/posts')).json()).toEqual({ id: 4, ...JSON.parse(body) })
  expect((await fetch(`${vite.origin}/v1/posts`, { method: 'POST', headers: json, body: '' })).status).toBe(
    400,
  )
})

test('loads changed handlers anew, and keeps the posts', async () => {
  await using project = await createProject()
  await using vite = await start(project, `http.get('/v1/version', () => HttpResponse.text('one'))`)
  const version = async () => await (await fetch(`${vite.origin}/v1/version`)).text()
  await fetch(`${vite.origin}/v1/posts/1`, { method: 'DELETE' })
  expect(await version()).toBe('one')
  await project.write({
    'mocks/handlers.ts': module(`http.get('/v1/version', () => HttpResponse.text('two'))`),
  })
  // Vite's watcher misses what changes while it is still looking around.
  vite.server.watcher.emit('change', join(project.root, 'mocks/handlers.ts'))
  await expect.poll(version).toBe('two')
  expect((await fetch(`${vite.origin}/v1/posts/1`)).status).toBe(404)
})

test('leaves the page and its modules to Vite, whatever a handler means', async () => {
  await using project = await createProject()
  await using vite = await start(project, `http.all('*', () => HttpResponse.text('everything'))`)
  expect(await (await fetch(`${vite.origin}/`, { headers: asPage })).text()).toContain('A page')
  const asScript = { 'sec-fetch-dest': 'script' }
  expect(
    (await fetch(`${vite.origin}/main.js`, { headers: asScript })).headers.get('content-type'),
  ).toContain('script')
  expect(await (await fetch(`${vite.origin}/anything`)).text()).toBe('everything')
})

test.each([
  ['throws when it is loaded', 'new Map(', 'vite:'],
  ['exports no handlers', '"none"', 'exports no list of MSW handlers'],
])('shows what is wrong with a module that %s', async (_what, handlers, words) => {
  await using project = await createProject()
  await using vite = await start(project, handlers)
  const response = await fetch(`${vite.origin}/v1/posts`)
  expect([response.status, await response.text()]).toEqual([500, expect.any(String)])
  expect(vite.log.join('\n')).toContain(words)
})
