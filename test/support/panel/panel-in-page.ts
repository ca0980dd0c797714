import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { plainPage, readPosts, type SetUpPanel } from './panel-stage.ts'

const origin = 'http://page.localhost'
let built: Promise<string> | undefined

/** The panel in a page that has its mock in itself: there is no server at all. */
export const panelInPage: SetUpPanel = async (page, { posts = 5 } = {}) => {
  built ??= buildPage()
  const script = await built
  await page.route(`${origin}/**`, (route) =>
    new URL(route.request().url()).pathname === '/page.js'
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: plainPage.replace('</body>', '<script type="module" src="/page.js"></script></body>'),
        }),
  )
  await page.goto(`${origin}/?posts=${posts}`)
  return {
    ask: (method, path, body) =>
      page.evaluate(([method, path, body]) => (globalThis as unknown as Globals).ask(method, path, body), [
        method,
        path,
        body === undefined ? null : JSON.stringify(body),
      ] as const),
    posts: async () => readPosts(await page.evaluate(() => (globalThis as unknown as Globals).postsNow())),
    profile: () => page.evaluate(() => (globalThis as unknown as Globals).profileNow()),
    [Symbol.asyncDispose]: async () => {},
  }
}

interface Globals {
  ask(method: string, path: string, body: string | null): Promise<number>
  postsNow(): string
  profileNow(): Awaited<ReturnType<Awaited<ReturnType<SetUpPanel>>['profile']>>
}

async function buildPage(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, 'local-page.ts'),
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  return result.output[0].code
}
