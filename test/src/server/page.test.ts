import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultWorldTtl } from '../../../src/control/worlds.ts'
import { listen, type ServerFetch } from '../../../src/server/listen.ts'
import { panelScript } from '../../../src/server/pages.ts'
import { PostsService } from '../../../src/server/posts-service.ts'
import { createPostsServer } from '../../../src/server.ts'
import { exchangeRaw } from '../../support/raw-socket.ts'

let folder: URL

beforeAll(async () => {
  const path = await mkdtemp(join(tmpdir(), 'posts-understudy-page-'))
  folder = new URL(`${pathToFileURL(path)}/`)
  await mkdir(new URL('page/assets', folder), { recursive: true })
  await writeFile(
    new URL('page/index.html', folder),
    '<meta name="posts-base" content="/v1"><body>Board</body>',
  )
  await writeFile(new URL('page/assets/index-1.js', folder), 'start()')
  await writeFile(new URL('page/secret.txt', folder), 'secret')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function servePage(basePath = '/v1', from = folder) {
  const service = await PostsService.open({
    posts: 1,
    basePath,
    worldTtl: defaultWorldTtl,
    guard: { host: '127.0.0.1', allowOrigins: [], token: undefined },
    notice: () => {},
    onWarning: () => {},
    hasPage: true,
    folder: from,
  })
  const fetch: ServerFetch = (request, env) => service.fetch(request, env)
  const { origin, close: end } = await listen({ fetch, port: 0, host: '127.0.0.1' })
  const close = async () => {
    const closed = end()
    await service.close()
    await closed
  }
  return { origin, [Symbol.asyncDispose]: close }
}

test('is the panel at the root, which says what this is and where', async () => {
  await using server = await servePage('/api/v1')
  const response = await fetch(`${server.origin}/`)
  const page = await response.text()
  expect(page).toContain(`${server.origin}/api/v1/posts`)
  expect(page).toContain('href="/_understudy/page/"')
  expect(page).toContain('panel.js?posts=%2Fapi%2Fv1&amp;page=')
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await (await fetch(`${server.origin}/_understudy/panel`)).text()).toBe(page)
})

test('refuses a host name that would be markup in the page', async () => {
  await using server = await servePage()
  const { host } = new URL(server.origin)
  const reply = await exchangeRaw(
    server.origin,
    `GET / HTTP/1.1\r\nHost: ${host}"><b>\r\nConnection: close\r\n\r\n`,
  )
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
})

test('shows the example front end, with the base path and the panel in it', async () => {
  await using server = await servePage('/api/v1')
  const response = await fetch(`${server.origin}/_understudy/page/`)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await response.text()).toBe(
    '<meta name="posts-base" content="/api/v1"><body>Board<script type="module" src="/_understudy/panel.js?posts=%2Fapi%2Fv1"></script></body>',
  )
})

test.each([
  ['/assets/index-1.js', 404, 'application/json'],
  ['/_understudy/page/assets/index-1.js', 200, 'text/javascript; charset=utf-8'],
  ['/secret.txt', 404, 'application/json'],
  ['/assets/nothing.js', 404, 'application/json'],
  ['/assets/%2e%2e/secret.txt', 404, 'application/json'],
  ['/assets/..%2fsecret.txt', 404, 'application/json'],
])('answers %s with %i', async (path, status, mediaType) => {
  await using server = await servePage()
  const response = await fetch(server.origin + path)
  expect([response.status, response.headers.get('content-type')]).toEqual([status, mediaType])
})

test('leaves the root to the posts where they stand there, and is found elsewhere', async () => {
  await using server = await servePage('')
  expect((await (await fetch(`${server.origin}/posts`)).json()) as unknown[]).toHaveLength(1)
  expect((await fetch(`${server.origin}/`)).status).toBe(404)
  const page = await fetch(`${server.origin}/_understudy/page`)
  expect([page.url, page.status]).toEqual([`${server.origin}/_understudy/page/`, 200])
  expect(await page.text()).toContain('<meta name="posts-base" content="">')
})

test('says where the page is', async () => {
  await using server = await createPostsServer()
  await using atRoot = await createPostsServer({ basePath: '/' })
  expect(server.pageUrl).toBe(`${server.origin}/`)
  expect(atRoot.pageUrl).toBe(`${atRoot.origin}/_understudy/panel`)
})

test('says what to do where the page is not built', async () => {
  await using server = await servePage('/v1', new URL('nothing/', folder))
  const response = await fetch(`${server.origin}/_understudy/page/`)
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('Run `npm run build:page`'),
  ])
})

test('says what to do where the panel is not built', async () => {
  await using server = await servePage()
  const response = await fetch(`${server.origin}/_understudy/panel.js`)
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('Run `npm run build:page`'),
  ])
})

test('takes no other method for a file than GET and HEAD', async () => {
  await using server = await servePage()
  expect((await fetch(`${server.origin}/_understudy/panel.js`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${server.origin}/`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${server.origin}/`, { method: 'HEAD' })).status).toBe(200)
})

test('escapes the address in the tag of the panel', () => {
  expect(panelScript('/v1 & "b"')).toBe(
    '<script type="module" src="/_understudy/panel.js?posts=%2Fv1+%26+%22b%22"></script>',
  )
})
