import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect } from 'vitest'
import type { startPosts } from '../../../src/browser.ts'
import { test } from '../../support/browser/page-test.ts'
import { createPageProject } from '../../support/page-project.ts'
import { loggerInto, type ProjectFolder } from '../../support/vite-project.ts'

/** What the page of these tests has made global. */
declare const understudy: {
  startPosts: typeof startPosts
  loadHttp(): Promise<typeof import('msw/http')>
}

let project: ProjectFolder
let server: PreviewServer
let origin: string

/** An app built for production and served as files, with the worker script where `msw init` puts it. */
beforeAll(async () => {
  project = await createPageProject({
    'main.js': `
      import { startPosts } from 'posts-understudy/browser'
      globalThis.understudy = { startPosts, loadHttp: () => import('msw/http') }`,
  })
  const { root } = project
  await project.write({ 'public/own-worker.js': `addEventListener('fetch', () => {})` })
  const msw = join(root, 'node_modules/msw/cli/index.js')
  await promisify(execFile)(process.execPath, [msw, 'init', 'public/', '--no-save'], { cwd: root })
  const common = { root, configFile: false, customLogger: loggerInto([]) } as const
  await build({ ...common, logLevel: 'silent' })
  server = await preview({ ...common, preview: { port: 0, host: '127.0.0.1' } })
  origin = new URL(server.resolvedUrls?.local[0] ?? '').origin
})

afterAll(async () => {
  await server?.close()
  await project?.[Symbol.asyncDispose]()
})

async function open(page: Page): Promise<void> {
  await page.goto(origin)
  await page.waitForFunction('globalThis.understudy')
}

/** What a start says that fails. */
const messageOf = (page: Page) =>
  page.evaluate(() =>
    understudy.startPosts().then(
      () => 'It started.',
      ({ message }) => String(message),
    ),
  )

test('answers the requests of the page, and is driven in it', async ({ page }) => {
  await open(page)
  const seen = await page.evaluate(async () => {
    const posts = await understudy.startPosts({ posts: 2 })
    const created = await posts.posts.create({ title: 'Tea', content: 'Kenya' })
    const listed = await (await fetch('/v1/posts')).json()
    posts.faults.next('read', { status: 503 })
    const { status } = await fetch('https://api.example.com/v1/posts/1')
    const { requests } = posts.journal
    return { created, last: listed.at(-1), status, operations: requests.map(({ operation }) => operation) }
  })
  const tea = { id: 3, title: 'Tea', content: 'Kenya' }
  expect(seen).toEqual({ created: tea, last: tea, status: 503, operations: ['list', 'read'] })
})

test('leaves everything else to the network', async ({ page }) => {
  await open(page)
  const text = await page.evaluate(async () => {
    await understudy.startPosts()
    return await (await fetch('/package.json')).text()
  })
  expect(text).toContain('A page')
})

test('stops to answer, and can be started again', async ({ page }) => {
  await open(page)
  const types = await page.evaluate(async () => {
    const typeNow = async () => (await fetch('/v1/posts')).headers.get('content-type')
    const first = await understudy.startPosts()
    const seen = [await typeNow()]
    await first.stop()
    seen.push(await typeNow())
    await understudy.startPosts()
    return [...seen, await typeNow()]
  })
  expect(types).toEqual(['application/json', expect.stringContaining('text/html'), 'application/json'])
})

test('lets the latest of two mocks answer', async ({ page }) => {
  await open(page)
  const count = await page.evaluate(async () => {
    await understudy.startPosts({ posts: 2 })
    await understudy.startPosts({ posts: 5 })
    return (await (await fetch('/v1/posts')).json()).length
  })
  expect(count).toBe(5)
})

test('asks handlers of the user first, and takes others in their place', async ({ page }) => {
  await open(page)
  const texts = await page.evaluate(async () => {
    const { http, HttpResponse } = await understudy.loadHttp()
    const say = (text: string) => [http.get('/v1/posts/1', () => HttpResponse.text(text))]
    const posts = await understudy.startPosts({ handlers: say('one') })
    const textNow = async () => (await (await fetch('/v1/posts/1')).text()).slice(0, 3)
    const seen = [await textNow()]
    posts.useHandlers(say('two'))
    seen.push(await textNow())
    posts.useHandlers([])
    return [...seen, await textNow()]
  })
  expect(texts).toEqual(['one', 'two', '{"i'])
})

test.for(['network-error', 'reply-lost', 'truncated', 'timeout'] as const)(
  'shows %s in the page',
  async (fault, { page }) => {
    await open(page)
    const failure = await page.evaluate(async (fault) => {
      const posts = await understudy.startPosts()
      posts.faults.next('list', fault)
      const given = fault === 'timeout' ? { signal: AbortSignal.timeout(500) } : {}
      const failed = fetch('/v1/posts', given).then((response) => response.text())
      const { name } = (await failed.catch((error: Error) => error)) as Error
      return [name, (await fetch('/v1/posts')).status]
    }, fault)
    expect(failure).toEqual([fault === 'timeout' ? 'TimeoutError' : 'TypeError', 200])
  },
)

test.for([
  [
    { workerUrl: '/elsewhere.js' },
    'WORKER_MISSING',
    'no worker script was found at "/elsewhere.js". Run `npx msw init public/`',
  ],
  [{ posts: -1 }, 'OPTION_INVALID', '"posts" is -1'],
] as const)('refuses %o in one sentence', async ([options, code, words], { page }) => {
  await open(page)
  const error = await page.evaluate(
    (given) =>
      understudy.startPosts(given).then(
        () => undefined,
        ({ code, message }) => ({ code, message }),
      ),
    options,
  )
  expect(error).toEqual({ code, message: expect.stringContaining(words) })
})

test("says that the worker script is not MSW's, and answers the next start", async ({ page }) => {
  await open(page)
  const said = await page.evaluate(async () => {
    const failed = understudy.startPosts({ workerUrl: '/own-worker.js' })
    const { code, message } = await failed.catch((error) => error)
    await understudy.startPosts({ posts: 2 })
    const { length } = await (await fetch('/v1/posts')).json()
    return { code, message, length }
  })
  expect(said).toEqual({
    code: 'WORKER_UNAVAILABLE',
    message: expect.stringContaining('the script at "/own-worker.js" is not MSW\'s, and answers nothing.'),
    length: 2,
  })
})

test('says that service workers are blocked', async ({ browser }) => {
  await using context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await open(page)
  expect(await messageOf(page)).toBe(
    'Failed to start the posts service in this page: the browser, or a setting of it, blocks service workers here.',
  )
})

test('says that the page has no storage, which stops MSW as soon as it is loaded', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await open(page)
  expect(await messageOf(page)).toContain(
    'this browser gives the page no storage, without which MSW does not start.',
  )
})
