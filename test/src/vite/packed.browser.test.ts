import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { test } from '../../support/browser/page-test.ts'
import { installWithPnpm } from '../../support/packed-project.ts'
import { runToSuccess, startProgram } from '../../support/run-program.ts'

// Installed by pnpm, what is missing among the dependencies shows; a project of npm: test/package/packed.integration.test.ts.

/** How the page is built: every mode and every base, but not each with each. */
const builds = [
  ['production', '/'],
  ['development', '/app/'],
] as const

const files = {
  'index.html': '<!doctype html><title>App</title><script type="module" src="/src/main.ts"></script>',
  'src/main.ts': `
    const posts: unknown[] = await (await fetch('/v1/posts')).json()
    document.title = String(posts.length)`,
  'vite.config.ts': `
    import { postsUnderstudy } from 'posts-understudy/vite'
    import { defineConfig } from 'vite'
    export default defineConfig({ plugins: [postsUnderstudy()] })`,
  'bare.config.ts': 'export default {}',
  // One process for all: what is compared are the builds, not how Vite starts.
  'build-all.js': `
    import { build } from 'vite'
    for (const [mode, base] of ${JSON.stringify(builds)})
      for (const name of ['bare', 'middleware']) {
          if (name !== 'bare') process.env.POSTS_UNDERSTUDY = name
          const configFile = name === 'bare' ? 'bare.config.ts' : 'vite.config.ts'
          await build({ configFile, mode, base, logLevel: 'silent', build: { outDir: 'out/' + mode + base + name } })
        }`,
  'posts.js': `
    import { startPosts } from 'posts-understudy/browser'
    import { mountPanel } from 'posts-understudy/panel'
    mountPanel(await startPosts())`,
  'weigh.js': `
    import { gzipSync } from 'node:zlib'
    import { build } from 'vite'
    const bundle = { write: false, rollupOptions: { input: 'posts.js' } }
    const { output } = await build({ configFile: false, logLevel: 'silent', build: bundle })
    console.log(output.reduce((sum, { code }) => sum + (code ? gzipSync(code).length : 0), 0))`,
}

let project = ''

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'posts-understudy-pnpm-')))
  await installWithPnpm(project)
  await mkdir(join(project, 'src'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text)
})

afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 5 }))

async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = found
    .toSorted()
    .map(async (file) => [file.slice(folder.length), await readFile(file, 'latin1')])
  return Object.fromEntries(await Promise.all(read))
}

test('leaves no byte in a production build', async () => {
  await runToSuccess(process.execPath, ['build-all.js'], { cwd: project })
  for (const [mode, base] of builds) {
    const out = join(project, 'out', mode + base)
    const bare = await contentOf(join(out, 'bare'))
    expect(Object.keys(bare)).toContain('/index.html')
    expect(await contentOf(join(out, 'middleware'))).toEqual(bare)
  }
})

test('bundles a page of 400 KB at most without any setting', async () => {
  const printed = await runToSuccess(process.execPath, ['weigh.js'], { cwd: project })
  expect(Number(printed)).toBeGreaterThan(100 * 1024)
  expect(Number(printed)).toBeLessThan(400 * 1024)
})

test('gives a page posts after one line in the configuration', async ({ page }) => {
  const vite = ['node_modules/vite/bin/vite.js', '--port', '0', '--host', '127.0.0.1']
  await using dev = startProgram(process.execPath, vite, { cwd: project })
  const [, address = ''] = await dev.until('stdout', /Local: +(\S+)[\s\S]*Posts: .+\n/)
  let navigations = 0
  page.on('framenavigated', () => navigations++)
  await page.goto(address)
  await page.waitForFunction(`document.title === '25'`)
  await page.locator('posts-understudy-panel').waitFor({ state: 'attached' })
  // Nothing is bundled a second time, after which Vite would load the page anew.
  expect([navigations, dev.printed.stdout]).toEqual([1, expect.not.stringContaining('optimized')])
})
