import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSite } from '../../../src/server/site.ts'
import { createPostsServer } from '../../../src/server.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posts-understudy-site-'))
  await mkdir(join(folder, 'page/assets'), { recursive: true })
  await mkdir(join(folder, 'panel'))
  await writeFile(join(folder, 'page/index.html'), '<meta name="posts-base" content="/v1"><body>Board</body>')
  await writeFile(join(folder, 'page/assets/index-1.js'), 'start()')
  await writeFile(join(folder, 'page/secret.txt'), 'secret')
  await writeFile(join(folder, 'panel/panel.js'), 'panel()')
})

afterAll(() => rm(folder, { recursive: true }))

const control = { fetch: () => new Response('control') }
const guard = { host: '127.0.0.1', allowOrigins: [], token: undefined }

const get = async (path: string, { basePath = '/api/v1', from = folder, method = 'GET' } = {}) =>
  createSite({ control, guard, basePath, folder: from }).request(`http://localhost${path}`, {
    method,
  })

test('shows the panel at the root, which names the address of the posts', async () => {
  const response = await get('/')
  const page = await response.text()
  expect(page).toContain('http://localhost/api/v1/posts')
  expect(page).toContain('href="/_understudy/page/"')
  expect(page).toContain('panel.js?posts=%2Fapi%2Fv1&amp;page=')
  expect(await (await get('/_understudy/panel')).text()).toBe(page)
  expect((await get('/', { basePath: '' })).status).toBe(404)
})

test('shows the example front end, with the base path and the panel in it', async () => {
  const response = await get('/_understudy/page/')
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(await response.text()).toBe(
    '<meta name="posts-base" content="/api/v1"><body>Board<script type="module" src="/_understudy/panel.js?posts=%2Fapi%2Fv1"></script></body>',
  )
  expect((await get('/_understudy/page')).headers.get('location')).toBe('/_understudy/page/')
})

test.each([
  ['/_understudy/panel.js', 200, 'text/javascript; charset=utf-8'],
  ['/_understudy/page/assets/index-1.js', 200, 'text/javascript; charset=utf-8'],
  ['/assets/index-1.js', 404, 'application/json'],
  ['/_understudy/page/assets/..%2fsecret.txt', 200, null],
  ['/_understudy/page/assets/%2e%2e/secret.txt', 200, null],
  ['/_understudy/other', 200, null],
])('answers %s with %i and the type %s', async (path, status, mediaType) => {
  const response = await get(path)
  const type = mediaType ?? 'text/plain;charset=UTF-8'
  expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
  // What is no file goes to the control API.
  if (mediaType === null) expect(await response.text()).toBe('control')
})

test.each(['/_understudy/page/', '/_understudy/panel.js'])('says how to build %s', async (path) => {
  const response = await get(path, { from: join(folder, 'nothing') })
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('Run `npm run build:page`'),
  ])
})

test.each(['/_understudy/', '/_understudy/nothing', '/_understudy/panel.js', '/', '/nothing'])(
  'lets no other page embed %s',
  async (path) => {
    await using server = await createPostsServer()
    const { headers } = await fetch(server.origin + path)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(
      ['x-frame-options', 'x-content-type-options', 'referrer-policy'].map((name) => headers.get(name)),
    ).toEqual(['DENY', 'nosniff', 'no-referrer'])
  },
)
