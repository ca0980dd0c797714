import { join } from 'node:path'
import { type Page, chromium as playwright } from '@playwright/test'
import type { InlineConfig, Plugin } from 'vite'
import { afterAll, beforeAll, expect } from 'vitest'
import type { PostsUnderstudyOptions } from '../../../src/vite/options.ts'
import { postsUnderstudy } from '../../../src/vite.ts'
import { launchOptions } from '../../support/browser/launch-options.ts'
import { test } from '../../support/browser/page-test.ts'
import { sampled } from '../../support/full.ts'
import { createPageProject } from '../../support/page-project.ts'
import { type DevServer, type ProjectFolder, startVite } from '../../support/vite-project.ts'

/** An app that asks for posts as soon as it can, and again and again. */
const app = `
  globalThis.kinds = []
  globalThis.ask = async (path = '/v1/posts') => {
    const response = await fetch(path)
    globalThis.kinds.push(response.headers.get('content-type'))
    return response.json()
  }
  globalThis.first = await ask()
  document.title = 'started'`

let project: ProjectFolder

beforeAll(async () => {
  project = await createPageProject()
})

afterAll(() => project?.[Symbol.asyncDispose]())

/** A dev server in worker mode, and the requests for posts that reached it past the worker. */
async function start(
  options: PostsUnderstudyOptions = {},
  config: InlineConfig = {},
): Promise<DevServer & { readonly leaked: readonly string[] }> {
  await project.write({
    'main.js': app,
    'index.html': page('<script type="module" src="/main.js"></script>'),
  })
  const leaked: string[] = []
  const witness: Plugin = {
    name: 'witness',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/v1')) leaked.push(`${request.method} ${request.url}`)
        next()
      })
    },
  }
  const plugins = [postsUnderstudy({ mode: 'worker', posts: 3, panel: false, ...options }), witness]
  return Object.assign(await startVite({ root: project.root, plugins, ...config }), { leaked })
}

const page = (script: string) => `<!doctype html><title>A page</title><body>${script}</body>`

/** Edits a file, and sees to it that Vite notices: its watcher misses what changes while it is still looking around. */
async function change(vite: DevServer, name: string, text: string): Promise<void> {
  await project.write({ [name]: text })
  vite.server.watcher.emit('change', join(project.root, name))
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await started(page)
}

const started = (page: Page) => page.waitForFunction(`document.title === 'started'`)

/** What the app of the page got at first, and what it gets now. */
const firstIn = (page: Page) => page.evaluate(`first.map(({ id }) => id)`)
const idsIn = (page: Page) => page.evaluate(`ask().then((posts) => posts.map(({ id }) => id))`)

const create = (page: Page) =>
  page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    await fetch('/v1/posts', { method: 'POST', headers, body: '{"title":"Tea","content":"Kenya"}' })
  })

test.for(sampled(['/', '/app/'], 1))(
  'answers the first request of the first visit and of each reload, below %s',
  async (base, { page }) => {
    await using vite = await start({}, { base })
    await open(page, vite.origin + base)
    expect(await firstIn(page)).toEqual([1, 2, 3])
    for (let times = 0; times < 3; times++) {
      await page.reload()
      await started(page)
      expect(await firstIn(page)).toEqual([1, 2, 3])
    }
    expect(vite.leaked).toEqual([])
  },
)

test('lets modules wait that stand in the page as text, and imports from beside the page', async ({
  page: tab,
}) => {
  await using vite = await start()
  const text = `import { mark } from './beside.js'; globalThis.first = await (await fetch('/v1/posts')).json(); mark()`
  await project.write({
    'sub/index.html': page(`<script type="module">${text}</script>`),
    'sub/beside.js': `export const mark = () => { document.title = 'started' }`,
  })
  await open(tab, `${vite.origin}/sub/`)
  expect(await firstIn(tab)).toEqual([1, 2, 3])
  expect(vite.leaked).toEqual([])
})

test('gives the page the same posts as the middleware', async ({ page }) => {
  await using worker = await start({ posts: 4, seed: 7 })
  await open(page, worker.origin)
  const plugin = postsUnderstudy({ mode: 'middleware', posts: 4, seed: 7 })
  await using middleware = await startVite({ root: project.root, plugins: [plugin] })
  expect(await page.evaluate('first')).toEqual(await (await fetch(`${middleware.origin}/v1/posts`)).json())
})

test('hands on ids beyond 2^53 and keys with a meaning of their own', async ({ page }) => {
  await using vite = await start({
    posts: [{ id: 9007199254740993n, title: '__proto__', content: '</script>' }],
  })
  await open(page, vite.origin)
  expect(await page.evaluate(`fetch('/v1/posts').then((response) => response.text())`)).toBe(
    '[{"id":9007199254740993,"title":"__proto__","content":"</script>"}]',
  )
})

test('answers without a gap while modules are updated in the page', async ({ page }) => {
  await using vite = await start()
  const part = (version: number) => `document.body.dataset.version = ${version}; import.meta.hot.accept()`
  await project.write({ 'part.js': part(0), 'main.js': `import './part.js'\n${app}` })
  await open(page, vite.origin)
  await create(page)
  await page.evaluate('void (globalThis.loop = (async () => { while (!globalThis.enough) await ask() })())')
  for (const version of [1, 2, 3]) {
    await change(vite, 'part.js', part(version))
    await page.waitForFunction(`document.body.dataset.version === '${version}'`)
  }
  const kinds = await page.evaluate('(globalThis.enough = true, loop.then(() => [...new Set(kinds)]))')
  expect([kinds, await idsIn(page), vite.leaked]).toEqual([['application/json'], [1, 2, 3, 4], []])
})

test('keeps the posts over a reload in the tab, if asked', async ({ context, page }) => {
  await using vite = await start({ keep: 'tab' })
  await open(page, vite.origin)
  await create(page)
  await page.reload()
  await started(page)
  expect(await firstIn(page)).toEqual([1, 2, 3, 4])
  const other = await context.newPage()
  await open(other, vite.origin)
  expect(await firstIn(other)).toEqual([1, 2, 3])
})

test('shares the posts between tabs, and keeps them once all are closed, if asked', async ({
  context,
  page,
}) => {
  await using vite = await start({ keep: 'browser' })
  const other = await context.newPage()
  await open(page, vite.origin)
  await open(other, vite.origin)
  await create(page)
  await expect.poll(() => idsIn(other)).toEqual([1, 2, 3, 4])
  await create(other)
  await expect.poll(() => idsIn(page)).toEqual([1, 2, 3, 4, 5])
  await Promise.all([page.close(), other.close()])
  const later = await context.newPage()
  await open(later, vite.origin)
  expect(await firstIn(later)).toEqual([1, 2, 3, 4, 5])
})

test('asks handlers of the user, and takes new ones without a reload', async ({ page }) => {
  const handlers = (text: string) => `
    import { http, HttpResponse } from 'msw'
    export const handlers = [
      http.get('/v1/posts/2', () => HttpResponse.json('${text}')),
      http.get('/elsewhere', () => HttpResponse.json('${text}')),
    ]`
  await project.write({ 'mocks/handlers.js': handlers('one') })
  // As at the first visit of all: nothing is bundled yet, and nothing may be bundled a second time.
  await using vite = await start(
    { handlers: '/mocks/handlers.js' },
    { cacheDir: join(project.root, '.cold') },
  )
  await open(page, vite.origin)
  expect(await page.evaluate(`Promise.all(['/v1/posts/2', '/elsewhere'].map(ask))`)).toEqual(['one', 'one'])
  await create(page)
  await change(vite, 'mocks/handlers.js', handlers('two'))
  await expect.poll(() => page.evaluate(`ask('/elsewhere')`)).toBe('two')
  expect(await idsIn(page)).toEqual([1, 2, 3, 4])
  expect(vite.log.filter((line) => line.includes('optimized'))).toEqual([])
})

test('puts the panel onto the page, in front of the mock in it, and loads the rest of it when it is opened', async ({
  page,
}) => {
  await using vite = await start({ panel: true })
  const said: string[] = []
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  page.on('console', (message) => said.push(message.text()))
  await open(page, vite.origin)
  await page.getByRole('button', { name: /^Open the posts understudy/ }).waitFor()
  const isOfDock = (path: string) => path.includes('dock')
  expect(loaded.some(isOfDock)).toBe(false)
  await page.getByRole('button', { name: /^Open the posts understudy/ }).click()
  await page.getByRole('tab', { name: 'Posts 3' }).waitFor()
  await page.getByRole('tab', { name: 'Scenario' }).click()
  await page.getByRole('radio', { name: 'Offline' }).waitFor()
  expect(loaded.some(isOfDock)).toBe(true)
  expect(vite.log.filter((line) => line.includes('optimized'))).toEqual([])
  expect(said.filter((text) => !text.startsWith('[vite]'))).toEqual([
    '[posts-understudy] A mock answers /v1/posts of any origin in this page.',
  ])
})

test('lets the app start, and says why, where service workers are blocked', async ({ browser }) => {
  await using vite = await start()
  await using context = await browser.newContext({ serviceWorkers: 'block' })
  await context.route('**/v1/posts', (route) => route.fulfill({ json: [{ id: 77 }] }))
  const blocked = await context.newPage()
  const said: string[] = []
  blocked.on('console', (message) => said.push(message.text()))
  await open(blocked, vite.origin)
  expect(await firstIn(blocked)).toEqual([77])
  await expect
    .poll(() => said.join('\n'))
    .toContain(
      '[posts-understudy] The page goes on without a mock. UnderstudyError: Failed to start the posts service in this page: the browser, or a setting of it, blocks service workers here.',
    )
})

test('lets the app start, and says why, where the page is not a secure context', async ({ chromium }) => {
  await using vite = await start({}, { server: { allowedHosts: ['app.test'] } })
  const { port } = new URL(vite.origin)
  const { args, ...others } = launchOptions(chromium)
  const map = '--host-resolver-rules=MAP app.test 127.0.0.1'
  await using browser = await playwright.launch({ ...others, args: [...args, map] })
  const insecure = await browser.newPage()
  await insecure.route('**/v1/posts', (route) => route.fulfill({ json: [{ id: 77 }] }))
  const said: string[] = []
  insecure.on('console', (message) => said.push(message.text()))
  await open(insecure, `http://app.test:${port}`)
  expect(await firstIn(insecure)).toEqual([77])
  await expect
    .poll(() => said.join('\n'))
    .toContain(`http://app.test:${port} is not a secure context, and only those have service workers.`)
})
