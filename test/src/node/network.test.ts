import http, { createServer } from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'
import { afterAll, expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { setupPosts } from '../../../src/node.ts'
import { clients } from '../../support/http-clients.ts'
import { listen } from '../../support/listen.ts'

// What src/node/network.ts relies on in MSW and undici, and neither promises: a new version of them has to pass here.

const real = await listen(createServer((_request, response) => response.end('real')))
const baseUrl = `${real.origin}/v1`
afterAll(real.close)

test('one copy of the interceptors is installed: we ask for what MSW asks for', () => {
  const msw = createRequire(createRequire(import.meta.url).resolve('msw'))
  const wanted = msw('msw/package.json') as { dependencies: Record<string, string> }
  expect(manifest.dependencies['@mswjs/interceptors']).toBe(wanted.dependencies['@mswjs/interceptors'])
  expect(msw.resolve('@mswjs/interceptors/http')).toBe(
    createRequire(import.meta.url).resolve('@mswjs/interceptors/http'),
  )
})

test('nothing is left behind when the last mock closes', async () => {
  const places = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(Symbol.for)
  const traces = () => [
    globalThis.fetch,
    ...[http, https].flatMap(({ request, get }) => [request, get]),
    http.ClientRequest,
    http.Agent.prototype,
    ...places.map((place) => (globalThis as Record<symbol, unknown>)[place]),
    ...process.eventNames().map((name) => process.listenerCount(name)),
  ]
  await fetch(`${baseUrl}/posts`)
  const before = traces()
  for (let round = 0; round < 3; round++) {
    using _one = setupPosts({ baseUrl }).listen()
    using _other = setupPosts({ baseUrl: 'https://b.test/v1' }).listen()
    expect(traces()).not.toEqual(before)
    await fetch(`${baseUrl}/posts`)
  }
  const after = traces()
  expect(after.map((trace, index) => trace === before[index])).toEqual(before.map(() => true))
})

test.each(Object.keys(clients))(
  '%s meets the mock on an address that it has just been connected to',
  async (name) => {
    const textAt = async (path: string) =>
      (await clients[name]?.({ method: 'GET', url: baseUrl + path }))?.text
    // axios keeps the classes of its first request, and MSW's do not outlive its interception, which ends soon after a close.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([await textAt('/posts'), await textAt('/posts')]).toEqual(['real', 'real'])
    for (let round = 0; round < 2; round++) {
      using _posts = setupPosts({ baseUrl: `${baseUrl}/v1`, posts: 0 }).listen()
      expect(await textAt('/v1/posts')).toBe('[]')
      expect(await textAt('/other')).toBe('real')
      expect(await textAt('/v1/posts')).toBe('[]')
      await _posts.close()
      expect(await textAt('/v1/posts')).toBe('real')
    }
  },
)
