import { mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { freePort } from '../providers/provider-process.ts'
import { openChromium } from '../support/browser/open-chromium.ts'
import { pages, totalOf, weighPage } from '../support/page-bytes.ts'
import { createPageProject } from '../support/page-project.ts'
import type { ProjectFolder } from '../support/vite-project.ts'
import type { CheckContextOptions, Versions } from './options.ts'
import { compare, median, type Row, rotated, type Target } from './row.ts'
import { samplePosts } from './sample-posts.ts'
import { startServer } from './server-process.ts'

const section = 'vite'
const kilobyte = 1024
const packages = resolve(import.meta.dirname, '../../node_modules')

/** How often a page is loaded anew in a round. */
const reloads = 15

/** Asks for the posts as soon as it runs, and notes when it has them, counted from the beginning of the navigation. */
const page = `
  const address = new URLSearchParams(location.search).get('posts')
  const posts = await (await fetch(address)).json()
  globalThis.first = performance.now()
  document.title = posts.length`

const ours = (mode: string) => `
  import { postsUnderstudy } from 'posts-understudy/vite'
  export default { cacheDir: '.vite-${mode}', plugins: [postsUnderstudy({ mode: '${mode}', posts: 'POSTS' })] }`

/** The dev servers that are reloaded from, each in a process of its own, with the same posts. */
const servers = [
  { name: 'static JSON', config: `export default { cacheDir: '.vite-static' }`, posts: '/posts.json' },
  { name: 'middleware', config: ours('middleware'), posts: '/v1/posts' },
] as const

/** From a reload to the first answer, beside a dev server with a JSON file; and what a built page loads. */
export async function viteSection(
  options: CheckContextOptions,
): Promise<{ rows: Row[]; versions: Versions }> {
  await using project = await createPageProject({ 'main.js': page })
  await symlink(join(packages, 'vite'), join(project.root, 'node_modules/vite'), 'junction')
  const figures = await measureReloads(project, options)
  const plain = { beside: 'static JSON', theirs: figures['static JSON'] ?? [] }
  const what = (mode: string) => `first answer after a reload, ${mode}`
  const rows = [
    compare({
      section,
      what: what('middleware'),
      unit: 'ms',
      ours: figures.middleware ?? [],
      ...plain,
      target: { of: 'ratio', most: 1.2 },
    }),
  ]
  options.say('vite, bytes')
  rows.push(...(await weighPages(project)))
  const { version } = await import('vite')
  return { rows, versions: { vite: version } }
}

async function measureReloads(
  project: ProjectFolder,
  { rounds, say, seed }: CheckContextOptions,
): Promise<Record<string, number[]>> {
  const posts = JSON.stringify(samplePosts(25, seed))
  await mkdir(join(project.root, 'public'))
  await project.write({ 'public/posts.json': posts })
  await using stack = new AsyncDisposableStack()
  const addresses: Record<string, string> = {}
  for (const { name, config, posts: path } of servers) {
    const file = `${name.replace(' ', '-')}.config.js`
    await project.write({ [file]: config.replace(`'POSTS'`, posts) })
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const args = [
      'node_modules/vite/bin/vite.js',
      '--config',
      file,
      '--port',
      `${port}`,
      '--host',
      '127.0.0.1',
    ]
    stack.use(await startServer([...args, '--strictPort'], project.root, `${origin}/main.js`))
    addresses[name] = `${origin}/?posts=${path}`
  }
  const browser = stack.use(await openChromium())
  const figures: Record<string, number[]> = {}
  for (let round = -1; round < rounds; round++) {
    say(round < 0 ? 'vite, warming up' : `vite, round ${round + 1} of ${rounds}`)
    for (const { name } of rotated(servers, round + 1)) {
      const figure = await reloadFrom(browser, addresses[name] ?? '')
      if (round >= 0) figures[name] = [...(figures[name] ?? []), figure]
    }
  }
  return figures
}

/** Milliseconds to the first answer; the first visit does not count. */
async function reloadFrom(browser: Browser, address: string): Promise<number> {
  await using context = await browser.newContext()
  const page = await context.newPage()
  const measured: number[] = []
  for (let times = 0; times <= reloads; times++) {
    await (times === 0 ? page.goto(address) : page.reload())
    await page.waitForFunction(`document.title === '25'`)
    if (times > 0) measured.push(await page.evaluate('globalThis.first'))
  }
  return median(measured)
}

async function weighPages(project: ProjectFolder): Promise<Row[]> {
  const rows: Row[] = []
  const add = (what: string, bytes: number, target?: Target) =>
    rows.push(compare({ section, what, unit: 'KB', ours: [bytes / kilobyte], ...(target && { target }) }))
  for (const [name, code] of Object.entries(pages)) {
    const { loaded, later } = await weighPage(project, code)
    const total = totalOf(loaded) + totalOf(later)
    add(`${name}, gzip`, total, { of: 'ours', most: 175 })
    add('  of that when it is asked for', totalOf(later))
    add('  ours, loaded', loaded['posts-understudy'] ?? 0, { of: 'ours', most: 25 })
    add('  ours, when it is asked for', later['posts-understudy'] ?? 0)
    for (const owner of new Set([...Object.keys(loaded), ...Object.keys(later)])) {
      const bytes = (loaded[owner] ?? 0) + (later[owner] ?? 0)
      if (owner !== 'posts-understudy' && bytes > kilobyte) add(`  ${owner}`, bytes)
    }
  }
  return rows
}
