import type { InlineConfig } from 'vite'
import { expect, test, vi } from 'vitest'
import { type PostsUnderstudyOptions, postsUnderstudy } from '../../../src/vite.ts'
import { exchangeRaw, statusesIn } from '../../support/raw-socket.ts'
import { type DevServer, startVite } from '../../support/vite-project.ts'

function start(options: PostsUnderstudyOptions = {}, config: InlineConfig = {}): Promise<DevServer> {
  const plugin = postsUnderstudy({ mode: 'middleware', posts: 3, onWarning() {}, ...options })
  return startVite({ ...config, plugins: [plugin, ...(config.plugins ?? [])] })
}

const idsOf = async (url: string) =>
  ((await (await fetch(url)).json()) as { id: number }[]).map(({ id }) => id)

async function statusOf({ origin }: DevServer, line: string, host: string, from = ''): Promise<number[]> {
  const head = `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${from && `Origin: ${from}\r\n`}`
  return statusesIn(await exchangeRaw(origin, `${head}\r\n`))
}

test('answers before a proxy', async () => {
  await using vite = await start({}, { server: { proxy: { '/v1': 'http://127.0.0.1:1' } } })
  expect(await idsOf(`${vite.origin}/v1/posts`)).toEqual([1, 2, 3])
})

test.each([
  [{}, {}, true],
  [{}, { POSTS_UNDERSTUDY: 'off' }, false],
  [{ mode: 'off' }, { POSTS_UNDERSTUDY: 'middleware' }, true],
  [{}, { VITEST: 'true' }, false],
  [{ mode: 'middleware' }, { VITEST: 'true' }, true],
] as const)('with the options %o in the environment %o it runs: %s', (options, environment, expected) => {
  const { POSTS_UNDERSTUDY = undefined, VITEST = undefined } = environment as Record<string, string>
  vi.stubEnv('POSTS_UNDERSTUDY', POSTS_UNDERSTUDY)
  vi.stubEnv('VITEST', VITEST)
  const { apply } = postsUnderstudy(options)
  expect(typeof apply === 'function' && apply({}, { command: 'serve', mode: 'development' })).toBe(expected)
  vi.unstubAllEnvs()
})

test('says where the posts are', async () => {
  await using vite = await start()
  vite.server.printUrls()
  expect(vite.log.at(-1)).toBe(`  ➜  Posts:   ${vite.origin}/v1/posts (posts-understudy)`)
})

test.each([
  [{}, { base: '/app/' }, '/v1/posts'],
  [{ baseUrl: '*/api/v1' }, {}, '/api/v1/posts'],
  [{ baseUrl: '/' }, {}, '/posts'],
])('with the options %o and the configuration %o the posts are at %s', async (options, config, path) => {
  await using vite = await start(options, config)
  expect(await idsOf(vite.origin + path)).toEqual([1, 2, 3])
})

test('leaves pages to the app where the posts stand at the root', async () => {
  await using vite = await start({ baseUrl: '/' })
  const asPage = { accept: 'text/html', 'sec-fetch-dest': 'document' }
  expect(await (await fetch(`${vite.origin}/posts`, { headers: asPage })).text()).toContain('A page')
  expect((await fetch(`${vite.origin}/main.js`)).headers.get('content-type')).toContain('javascript')
})

test('says about other origins what the profile says, and not what Vite says for its files', async () => {
  await using vite = await start({ profile: { 'cors.origins': 'none' } })
  const { headers } = await fetch(`${vite.origin}/v1/posts`, { headers: { origin: 'http://localhost:3000' } })
  expect([...headers.keys()].filter((name) => /^(access-control|vary)/.test(name))).toEqual([])
})

test('stands behind the check of the host, and lets only pages of its own origin use the control API', async () => {
  await using vite = await start()
  const reset = 'POST /_understudy/reset'
  const { host } = new URL(vite.origin)
  expect(await statusOf(vite, 'GET /v1/posts', 'attacker.test')).toEqual([403])
  expect(await statusOf(vite, reset, 'attacker.test')).toEqual([403])
  expect(await statusOf(vite, reset, host, 'http://attacker.test')).toEqual([403])
  expect(await statusOf(vite, reset, host, vite.origin)).toEqual([200])
})

test('tells of requests beyond the document in the log', async () => {
  await using vite = await startVite({ plugins: [postsUnderstudy({ mode: 'middleware', posts: 1 })] })
  await fetch(`${vite.origin}/v1/posts?page=2`)
  expect(vite.log.join('\n')).toMatch(
    /\[posts-understudy\] GET .+\/v1\/posts\?page=2: the request has query parameters/,
  )
})

test('puts the panel onto the page, unless it is told not to', async () => {
  const pageOf = async ({ origin }: DevServer) =>
    await (await fetch(`${origin}/app/`, { headers: { accept: 'text/html' } })).text()
  await using withPanel = await start({}, { base: '/app/' })
  await using without = await start({ panel: false }, { base: '/app/' })
  expect(await pageOf(withPanel)).toContain('() => import("/_understudy/panel.js?posts=%2Fv1")')
  expect(await pageOf(without)).not.toContain('understudy')
})

test.each([
  [{ baseUrl: 'https://api.example.com/v1' }, '"baseUrl" is "https://api.example.com/v1", and not a path'],
  [{ posts: -1 }, 'Failed to create a posts mock: "posts" is -1.'],
  [{ profile: 'rails' }, 'Failed to read the profile: unknown preset "rails".'],
  [{ handlers: '/mocks.ts' }, '/mocks.ts": the file does not exist.'],
  [{ data: 'nowhere/posts.json' }, 'nowhere/posts.json": ENOENT: no such file or directory.'],
])('refuses %o in one sentence and without a stack', async (options, words) => {
  const error = await start(options as never).then(
    (vite) => vite[Symbol.asyncDispose]().then(() => undefined),
    (thrown: Error) => thrown,
  )
  expect(error?.message).toContain(words)
  expect(error?.stack).toBe(error?.message)
})
