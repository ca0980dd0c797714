import { expect, test } from 'vitest'
import type { PostsUnderstudyOptions } from '../../../src/vite/options.ts'
import { scanEntries } from '../../../src/vite/own-module.ts'
import { postsUnderstudy } from '../../../src/vite.ts'
import { type DevServer, startVite } from '../../support/vite-project.ts'

const start = (options: PostsUnderstudyOptions = {}): Promise<DevServer> =>
  startVite({ plugins: [postsUnderstudy({ mode: 'worker', posts: 3, ...options })] })

test('says in the terminal who answers, and that a page keeps no file', async () => {
  await using vite = await start({ data: 'posts.json' })
  vite.server.printUrls()
  expect(vite.log).toContain(
    '  ➜  Posts:   /v1/posts of any origin (posts-understudy, service worker in the page)',
  )
  expect(vite.log.join('\n')).toContain('"data" keeps no posts in worker mode')
})

test("hands out MSW's worker script, with leave to answer for the whole origin", async () => {
  await using vite = await start()
  const { status, headers } = await fetch(`${vite.origin}/mockServiceWorker.js`)
  expect([status, headers.get('content-type'), headers.get('service-worker-allowed')]).toEqual([
    200,
    expect.stringContaining('javascript'),
    '/',
  ])
})

test('finds its own files where the app cannot see the package', async () => {
  await using vite = await start()
  const sourceOf = async (path: string) => await (await fetch(vite.origin + path)).text()
  const code = await sourceOf('/@id/__x00__virtual:posts-understudy')
  const [, file = ''] = /import \{ startPosts \} from "(.+?)"/.exec(code) ?? []
  expect(file).toMatch(/^\/@fs\/.+\/src\/browser\.ts$/)
  expect(await sourceOf(file)).toContain('startPosts')
})

test('answers nothing in the dev server itself', async () => {
  await using vite = await start()
  const response = await fetch(`${vite.origin}/v1/posts`, { headers: { accept: 'text/html' } })
  expect(await response.text()).toContain('A page')
})

test.each([
  [{ now: () => 0 }, '"now" is a function, which cannot be handed on to a page.'],
  [{ posts: -1 }, 'Failed to seed posts: "posts" is -1.'],
  [{ handlers: '/mocks.ts' }, '"handlers" is "/mocks.ts", and there is no file'],
])('refuses %o in one sentence and without a stack', async (options, words) => {
  const error = await start(options).then(
    (vite) => vite[Symbol.asyncDispose]().then(() => undefined),
    (thrown: Error) => thrown,
  )
  expect(error?.message).toContain(words)
  expect(error?.stack).toBe(error?.message)
})

test.each([
  [{}, ['**/*.html', '!**/__tests__/**', '!**/coverage/**', 'mocks/handlers.ts']],
  [{ optimizeDeps: { entries: ['app.html'] } }, ['mocks/handlers.ts']],
  [{ build: { rolldownOptions: { input: 'app.html' } } }, ['app.html', 'mocks/handlers.ts']],
  [
    { build: { rolldownOptions: { input: { a: 'a.html', b: 'b.html' } } } },
    ['a.html', 'b.html', 'mocks/handlers.ts'],
  ],
])('lets Vite look for packages where it would by %o, and in the handlers', (config, entries) => {
  expect(scanEntries('/mocks/handlers.ts', { root: '/project', ...config })).toEqual(entries)
})
