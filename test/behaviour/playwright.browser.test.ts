import { createPlaywrightPosts } from '../../src/playwright/playwright-posts.ts'
import { launchChromium } from '../support/browser/page-test.ts'
import { initialPosts } from './case.ts'
import { oneOf } from './cases.ts'
import type { Host } from './hosts/host.ts'
import { pageSkips, sendByPage } from './hosts/page.ts'
import { describeBehaviour } from './suite.ts'

const origin = 'https://api.example.com'

/** A page in Chromium, whose requests a Playwright route answers. Its origin is that of the posts: a page of another one is not shown every header. */
const playwrightRouteHost: Host = {
  name: 'Playwright route',
  skips: pageSkips,
  async open(profile) {
    const browser = await launchChromium()
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const base = `${origin}/v1`
    const { posts, close } = createPlaywrightPosts({
      baseUrl: base,
      profile,
      posts: initialPosts,
      onWarning() {},
    })
    await context.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await posts.listen(context)
    const page = await context.newPage()
    await page.goto(origin)
    return {
      profile,
      base,
      send: (step) => sendByPage(page, base, step),
      // A page names its origin with every request that may change something, also within it (Fetch Standard, section 3.2).
      adds: ({ method }) => (method === 'GET' || method === 'HEAD' ? {} : { origin }),
      reset: () => posts.reset(),
      async close() {
        await close()
        await browser.close()
      },
    }
  },
}

describeBehaviour(playwrightRouteHost, oneOf(9, 0))
