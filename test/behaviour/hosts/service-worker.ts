import { postsUnderstudy } from '../../../src/vite.ts'
import { launchChromium } from '../../support/browser/launch-chromium.ts'
import { createPageProject } from '../../support/page-project.ts'
import { startVite } from '../../support/vite-project.ts'
import { initialPosts } from '../case.ts'
import type { Host } from './host.ts'
import { pageAdds, pageSkips, sendByPage } from './page.ts'

/** The page's own mock is where the tests reach it. */
const app = `
  import { posts } from 'virtual:posts-understudy'
  globalThis.posts = posts`

/** A page in Chromium, in which the service worker answers that the plugin has started. */
export const serviceWorkerHost: Host = {
  name: 'service worker',
  skips: pageSkips,
  async open(profile) {
    const project = await createPageProject({ 'main.js': app })
    const plugin = postsUnderstudy({ mode: 'worker', panel: false, profile, posts: initialPosts })
    const vite = await startVite({ root: project.root, plugins: [plugin] })
    const browser = await launchChromium()
    const page = await browser.newPage()
    await page.goto(vite.origin)
    await page.waitForFunction('globalThis.posts')
    const base = `${vite.origin}/v1`
    return {
      profile,
      base,
      send: (step) => sendByPage(page, base, step),
      adds: pageAdds(vite.origin),
      reset: () => page.evaluate('posts.reset()'),
      async close() {
        await browser.close()
        await vite[Symbol.asyncDispose]()
        await project[Symbol.asyncDispose]()
      },
    }
  },
}
