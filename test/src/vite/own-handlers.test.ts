import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { postsUnderstudy } from '../../../src/vite.ts'
import { listen } from '../../support/listen.ts'
import { linkPackages } from '../../support/repository.ts'
import { createProject, type ProjectFolder, startVite } from '../../support/vite-project.ts'

// What is asked of handlers in any server: test/src/server/own-handlers.test.ts.

const file = 'mocks/handlers.ts'

const module = (handlers: string) =>
  `import { HttpResponse, http, passthrough } from 'msw'
  const greeting: string = 'of the user'
  export const handlers = [${handlers}]`

async function start(project: ProjectFolder, handlers: string, proxy: Record<string, string> = {}) {
  await linkPackages(project.root, 'msw')
  await project.write({ [file]: module(handlers) })
  const plugin = postsUnderstudy({ mode: 'middleware', posts: 3, handlers: `./${file}`, onWarning() {} })
  return startVite({ root: project.root, plugins: [plugin], server: { proxy } })
}

test('leaves to Vite its pages and modules, whatever a handler means, and the body of what none answers', async () => {
  await using backend = await listen(
    createServer(async (request, response) => {
      response.end(`backend: ${(await request.toArray()).join('')}`)
    }),
  )
  await using project = await createProject()
  const reading = `http.post('/backend', async ({ request }) => void (await request.text()))`
  const passing = `http.post('/v1/posts', async ({ request }) => { await request.text(); return passthrough() })`
  const all = `http.get('*', () => HttpResponse.text('everything'))`
  const proxy = { '/backend': backend.origin, '/v1': backend.origin }
  await using vite = await start(project, `${reading}, ${passing}, ${all}`, proxy)
  const textAt = async (path: string, init?: RequestInit) =>
    await (await fetch(vite.origin + path, init)).text()
  const asPage = { accept: 'text/html', 'sec-fetch-dest': 'document' }
  expect(await textAt('/', { headers: asPage })).toContain('A page')
  expect(await textAt('/main.js', { headers: { 'sec-fetch-dest': 'script' } })).not.toBe('everything')
  for (const path of ['/anything', '/users/@me', '/search?of=/node_modules/'])
    expect(await textAt(path)).toBe('everything')
  for (const path of ['/backend', '/v1/posts'])
    expect(await textAt(path, { method: 'POST', body: 'Tea' })).toBe('backend: Tea')
  const { headers } = await fetch(`${vite.origin}/anything`, { headers: { origin: 'https://app.test' } })
  expect(headers.get('access-control-allow-origin')).toBe('https://app.test')
})

test('loads changed handlers anew, keeps the posts, and shows what is wrong with them', async () => {
  await using project = await createProject()
  await using vite = await start(project, `http.get('/v1/version', () => HttpResponse.text('one'))`)
  const version = async () => await (await fetch(`${vite.origin}/v1/version`)).text()
  const change = async (handlers: string) => {
    await project.write({ [file]: module(handlers) })
    // Vite's watcher misses what changes while it is still looking around.
    vite.server.watcher.emit('change', join(project.root, file))
  }
  await fetch(`${vite.origin}/v1/posts/1`, { method: 'DELETE' })
  expect(await version()).toBe('one')
  await change(`http.get('/v1/version', () => HttpResponse.text('two'))`)
  await expect.poll(version).toBe('two')
  expect((await fetch(`${vite.origin}/v1/posts/1`)).status).toBe(404)
  await change('"none"')
  await expect.poll(async () => (await fetch(`${vite.origin}/v1/posts`)).status).toBe(500)
  expect(vite.log.join('\n')).toContain('exports no list of MSW handlers')
})
