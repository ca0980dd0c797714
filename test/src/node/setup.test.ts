import { once } from 'node:events'
import http, { createServer } from 'node:http'
import type { LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'
import { passthrough } from 'msw'
import { http as mswHttp } from 'msw/http'
import { setupServer } from 'msw/node'
import { Agent, EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { setupPosts } from '../../../src/node.ts'
import { clients } from '../../support/http-clients.ts'
import { listen } from '../../support/listen.ts'
import { sent } from '../../support/sent.ts'

const baseUrl = 'https://api.example.com/v1'
const list = `${baseUrl}/posts`
const post = { method: 'POST', headers: { 'content-type': 'application/json' } }

const real = await listen(createServer((_request, response) => response.end('real')))
const realUrl = real.origin
afterEach(() => void vi.restoreAllMocks())
afterAll(real.close)

const unsupported = expect.objectContaining({ code: 'RUNTIME_UNSUPPORTED' })
const countAt = async (url: string) => ((await (await fetch(url)).json()) as unknown[]).length
const textOf = async (url: string) => (await fetch(url)).text()

test('refuses a runtime whose fetch is not that of Node, such as Bun and Deno', () => {
  const { undici: version } = process.versions
  const define = (value?: string) => Object.defineProperty(process.versions, 'undici', { value })
  define()
  try {
    expect(() => setupPosts({ baseUrl }).listen()).toThrow(unsupported)
  } finally {
    define(version)
  }
})

test('refuses a proxy, past which requests would reach the real service, and sends it nothing', async () => {
  const reached = vi.fn()
  const proxy = await listen(createServer().on('request', reached).on('connect', reached))
  const before = getGlobalDispatcher()
  onTestFinished(async () => {
    setGlobalDispatcher(before)
    await proxy.close()
  })
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpsProxy: proxy.origin, noProxy: 'direct.test' }))
  for (const url of [baseUrl, '*/v1'])
    expect(() => setupPosts({ baseUrl: url }).listen()).toThrow(unsupported)
  using _posts = setupPosts({ baseUrl: 'https://direct.test/v1', posts: 1 }).listen()
  expect(await countAt('https://direct.test/v1/posts')).toBe(1)
  expect(reached).not.toHaveBeenCalled()
})

test.each(['configured', 'composed'])('a %s agent of undici stays what it is', async (kind) => {
  const lookup: LookupFunction = (_host, _options, give) => give(null, [{ address: '127.0.0.1', family: 4 }])
  const agent = new Agent({ connect: { lookup } })
  const seen: unknown[] = []
  const noting = agent.compose((dispatch) => (options, handler) => {
    seen.push(options.path)
    return dispatch(options, handler)
  })
  const before = getGlobalDispatcher()
  onTestFinished(() => setGlobalDispatcher(before))
  setGlobalDispatcher(kind === 'composed' ? noting : agent)
  const origin = `http://service.test:${new URL(realUrl).port}`
  using _posts = setupPosts({ baseUrl: `${origin}/v1`, posts: 1 }).listen()
  expect([await countAt(`${origin}/v1/posts`), await textOf(`${origin}/other`)]).toEqual([1, 'real'])
  if (kind === 'composed') expect(seen).toEqual(expect.arrayContaining(['/v1/posts', '/other']))
})

test.each(['before', 'after'])(
  'fake timers that come %s the package is loaded change nothing',
  async (when) => {
    vi.resetModules()
    if (when === 'before') vi.useFakeTimers()
    const { setupPosts } = await import('../../../src/node.ts')
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    using posts = setupPosts({ baseUrl, posts: 2 }).listen()
    posts.faults.latency({ min: 1, max: 20 })
    const coming = posts.journal.waitFor('list')
    expect([(await fetch(list)).status, (await posts.fetch(list)).status]).toEqual([200, 200])
    expect(await coming).toMatchObject({ status: 200, duration: 0 })
    const missing = posts.journal.waitFor('create', { timeout: 5 })
    await expect(missing).rejects.toMatchObject({ code: 'WAIT_TIMED_OUT' })
  },
)

test('close() answers a delayed request at once', async () => {
  const delay = vi.fn(setTimeout)
  using posts = setupPosts({ baseUrl, posts: 2, timers: { setTimeout: delay, clearTimeout } }).listen()
  posts.faults.latency(60_000)
  const reply = fetch(list)
  await expect.poll(() => delay.mock.calls.length).toBe(1)
  void posts.close()
  expect(await (await reply).json()).toHaveLength(2)
})

test.each([
  ['fetch', 0],
  ['fetch', 60_000],
  ['mock.fetch', 0],
  ['mock.fetch', 60_000],
] as const)(
  'what %s sent %i ms before its turn and before a reset changes nothing after it',
  async (name, wait) => {
    using posts = setupPosts({ baseUrl, posts: 2 }).listen()
    posts.faults.latency(wait)
    const reply = (name === 'fetch' ? fetch : posts.fetch)(list, sent('POST', { title: 'a', content: 'b' }))
    if (wait > 0 && name === 'fetch') await expect.poll(() => posts.journal.text).toContain('waiting')
    posts.reset()
    posts.faults.next('any', { status: 503 })
    expect((await reply).status).toBe(201)
    expect([posts.posts.count, posts.journal.count, posts.faults.settings.next.length]).toEqual([2, 0, 1])
    posts.faults.clear()
  },
)

test('what was answered arrives, though it is closed before it was read', async () => {
  using posts = setupPosts({ baseUrl, posts: 3000 }).listen()
  const long = await fetch(list)
  const empty = fetch(`${list}/3`, { method: 'DELETE' })
  await posts.journal.waitFor('delete')
  await posts.close()
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(await long.json()).toHaveLength(3000)
  expect((await empty).status).toBe(204)
})

test.each(['fetch', 'node:http and node:https'])(
  'what %s sent before it is closed is answered, and does not reach the network',
  async (name) => {
    using posts = setupPosts({ baseUrl: `${realUrl}/v1`, posts: 3 }).listen()
    const replies = [1, 2, 3].map((id) =>
      clients[name]?.({ method: 'DELETE', url: `${realUrl}/v1/posts/${id}` }),
    )
    await posts.close()
    expect((await Promise.all(replies)).map((reply) => reply?.status)).toEqual([204, 204, 204])
    expect(posts.posts.count).toBe(0)
  },
)

test('waits for a body that is slow to come', async () => {
  using _posts = setupPosts({ baseUrl: 'http://posts.test/v1', posts: 0 }).listen()
  const request = http.request('http://posts.test/v1/posts', post)
  await new Promise((resolve) => setTimeout(resolve, 30))
  const replied = once(request, 'response')
  request.end('{"title":"late","content":"but here"}')
  const [reply] = await replied
  expect(JSON.parse(await text(reply))).toEqual({ id: 1, title: 'late', content: 'but here' })
})

test('two mocks answer for their own addresses, and one closes without the other', async () => {
  using one = setupPosts({ baseUrl: `${realUrl}/v1`, posts: 1 }).listen()
  using other = setupPosts({ baseUrl: `${realUrl}/other/v1`, posts: 2 }).listen()
  expect([await countAt(`${realUrl}/v1/posts`), await countAt(`${realUrl}/other/v1/posts`)]).toEqual([1, 2])
  await one.close()
  expect(await textOf(`${realUrl}/v1/posts`)).toBe('real')
  expect(await countAt(`${realUrl}/other/v1/posts`)).toBe(2)
  await other.close()
  expect(await textOf(`${realUrl}/other/v1/posts`)).toBe('real')
})

test.each(['before', 'after'])('an MSW server of the user that listens %s it', async (order) => {
  const server = setupServer(mswHttp.get('https://users.test/users', () => new Response('users')))
  const listen = () => server.listen({ onUnhandledFrame: 'bypass' })
  if (order === 'before') listen()
  using posts = setupPosts({ baseUrl, posts: 1 }).listen()
  if (order === 'after') listen()
  expect([await countAt(list), await textOf('https://users.test/users')]).toEqual([1, 'users'])
  expect(posts.journal.requests).toHaveLength(1)
  expect(await textOf(realUrl)).toBe('real')
  if (order === 'before') {
    await posts.close()
    expect(await textOf('https://users.test/users')).toBe('users')
    server.close()
  } else {
    server.close()
    expect(await countAt(list)).toBe(1)
    await posts.close()
  }
  expect(await textOf(realUrl)).toBe('real')
})

test('an MSW server of the user that is strict lets the posts pass, and hears of no leak', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)
  const server = setupServer(mswHttp.all('*/v1/posts*', passthrough))
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => {
    process.off('warning', note)
    server.close()
  })
  for (let round = 0; round < 12; round++) {
    using _posts = setupPosts({ baseUrl, posts: 1 }).listen()
    expect(await countAt(list)).toBe(1)
    await _posts.close()
  }
  expect(warnings).toEqual([])
})
