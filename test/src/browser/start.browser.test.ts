import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect } from 'vitest'
import type { StartedPosts, startPosts } from '../../../src/browser.ts'
import type { mountPanel } from '../../../src/panel.ts'
import { createPlaywrightPosts } from '../../../src/playwright/playwright-posts.ts'
import { test } from '../../support/browser/page-test.ts'
import { openPanel } from '../../support/browser/panel.ts'
import { runToSuccess } from '../../support/run-program.ts'
import { createPageProject, loggerInto, type ProjectFolder } from '../../support/vite-project.ts'

/** What the page of these tests has made global. */
declare const understudy: {
  startPosts: typeof startPosts
  mountPanel: typeof mountPanel
  loadHttp(): Promise<typeof import('msw/http')>
  /** What a test has kept there. */
  readonly mock: StartedPosts
}

let project: ProjectFolder
let server: PreviewServer
let origin: string

/** An app built for production and served as files, with the worker script where `msw init` puts it. */
beforeAll(async () => {
  project = await createPageProject({
    'main.js': `
      import { startPosts } from 'posts-understudy/browser'
      import { mountPanel } from 'posts-understudy/panel'
      globalThis.understudy = { startPosts, mountPanel, loadHttp: () => import('msw/http') }`,
  })
  const { root } = project
  const msw = join(root, 'node_modules/msw/cli/index.js')
  await runToSuccess(process.execPath, [msw, 'init', 'public/', '--no-save'], { cwd: root })
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

test('asks handlers of the user first', async ({ page }) => {
  await open(page)
  const texts = await page.evaluate(async () => {
    const { http, HttpResponse } = await understudy.loadHttp()
    const say = (text: string) => [http.get('/v1/posts/1', () => HttpResponse.text(text))]
    await understudy.startPosts({ handlers: say('one') })
    return await Promise.all(
      ['/1', '/2'].map(async (id) => (await (await fetch(`/v1/posts${id}`)).text()).slice(0, 3)),
    )
  })
  expect(texts).toEqual(['one', '{"i'])
})

test('keeps the posts over a reload, until they cannot be read, or others are asked for', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const startKeeping = async (posts: number) => {
    await open(page)
    return page.evaluate(async (posts) => {
      const mock = await understudy.startPosts({ posts, keep: 'tab' })
      const before = mock.posts.count
      await mock.posts.delete(1)
      const { id } = await mock.posts.create({ title: 'Kept', content: 'For later.' })
      return [before, id]
    }, posts)
  }
  const spoil = (text: string) =>
    page.evaluate((text) => sessionStorage.setItem('posts-understudy */v1', text), text)
  expect([await startKeeping(3), await startKeeping(3), await startKeeping(7)]).toEqual([
    [3, 4],
    [3, 5],
    [7, 8],
  ])
  await page.goto('about:blank')
  await open(page)
  await spoil('posts!')
  expect(await startKeeping(7)).toEqual([7, 8])
  expect(said.join('\n')).toContain('Dropped the posts that were kept as "posts-understudy */v1": ')
})

test('keeps what is created in each of two tabs', async ({ context }) => {
  const tabs = [await context.newPage(), await context.newPage()]
  const start = async (page: Page) => {
    await open(page)
    return page.evaluate(async () => {
      const mock = await understudy.startPosts({ posts: 1, keep: 'browser' })
      return Object.assign(understudy, { mock }).mock.posts.count
    })
  }
  for (const tab of tabs) await start(tab)
  for (const [index, tab] of tabs.entries()) {
    await tab.waitForFunction((count) => understudy.mock.posts.count === count, 1 + index)
    await tab.evaluate(() => understudy.mock.posts.create({ title: 'a', content: '' }))
  }
  for (const tab of tabs) expect(await start(tab)).toBe(3)
})

test('starts nothing in a page whose requests a test answers', async ({ browser }) => {
  await using context = await browser.newContext({ serviceWorkers: 'block' })
  const { posts, close } = createPlaywrightPosts({ posts: 2 })
  await posts.listen(context)
  const page = await context.newPage()
  await open(page)
  const count = await page.evaluate(async () => {
    await understudy.startPosts({ posts: 7 })
    return (await (await fetch('/v1/posts')).json()).length
  })
  await close()
  expect([count, posts.journal.count]).toEqual([2, 1])
})

test('says that the posts cannot be kept', async ({ page }) => {
  await open(page)
  const warning = page.waitForEvent('console', (message) => message.text().includes('Failed to keep'))
  await page.evaluate(async () => {
    const mock = await understudy.startPosts({ keep: 'tab' })
    await mock.posts.create({ title: 'a'.repeat(6_000_000), content: '' })
  })
  expect((await warning).text()).toMatch(/exceeded.* They are lost with the next reload\.$/)
})

test('has a panel of the mock in the page', async ({ page }) => {
  await open(page)
  await page.evaluate(async () => void understudy.mountPanel(await understudy.startPosts({ posts: 5 })))
  const panel = await openPanel(page)
  await panel.getByText('New post').click()
  await panel.getByRole('textbox', { name: 'Title' }).fill('Tea')
  await panel.getByRole('button', { name: 'Add' }).click()
  await panel.getByRole('button', { name: 'posts 6' }).waitFor()
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
    'no worker script was found at "/elsewhere.js". Run `npx msw init public/ --save`',
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

test('says that service workers are blocked', async ({ browser }) => {
  await using page = await browser.newPage({ serviceWorkers: 'block' })
  await open(page)
  await expect(page.evaluate(() => understudy.startPosts())).rejects.toThrow(
    'Check that the browser does not block service workers.',
  )
})
