import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { launchChromium } from '../support/browser/page-test.ts'
import { createPageProject, startVite } from '../support/vite-project.ts'
import { initialPosts } from './case.ts'
import { oneOf } from './cases.ts'
import type { Host } from './hosts/host.ts'
import { pageSkips, sendByPage } from './hosts/page.ts'
import { describeBehaviour } from './suite.ts'

const workerScript = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')

/** A page in Chromium, in which the service worker answers that `startPosts` has started. */
const serviceWorkerHost: Host = {
  name: 'service worker',
  skips: pageSkips,
  async open(profile) {
    // The page's own mock is where the tests reach it.
    const project = await createPageProject({
      'main.js': `
        import { startPosts } from 'posts-understudy/browser'
        globalThis.posts = await startPosts(${JSON.stringify({ profile, posts: initialPosts, baseUrl: '/v1' })})`,
      'public/mockServiceWorker.js': await readFile(workerScript, 'utf8'),
    })
    const vite = await startVite({ root: project.root })
    const browser = await launchChromium()
    const page = await browser.newPage()
    await page.goto(vite.origin)
    await page.waitForFunction('globalThis.posts')
    const base = `${vite.origin}/v1`
    return {
      profile,
      base,
      send: (step) => sendByPage(page, base, step),
      reset: () => page.evaluate('posts.reset()'),
      async close() {
        await browser.close()
        await vite[Symbol.asyncDispose]()
        await project[Symbol.asyncDispose]()
      },
    }
  },
}

describeBehaviour(serviceWorkerHost, oneOf(9, 1))
