import { join } from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { parseJson } from '../../../handlers/model/json.ts'
import type { Post } from '../../../handlers/model/post.ts'
import { createPostsServer } from '../../../src/server.ts'

/** A page with the panel in it, and the mock that the panel shows. */
export interface PanelHost extends AsyncDisposable {
  /** Sends a request as the page's own code does; the status. */
  ask(path: string, init?: RequestInit): Promise<number>
  /** The posts of the mock, ids exact. */
  posts(): Promise<readonly Post[]>
}

/** What `local-page.ts` offers in its page. */
interface LocalPage {
  ask(path: string, init: RequestInit): Promise<number>
  postsNow(): string
}

/** A page with something in its body besides the panel. */
export function pageWith(body: string): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title><body><main><h1>A page</h1></main>${body}</body></html>`
}

/** The script tag of the panel of a page's own server. */
export const panelTag = '<script type="module" src="/_understudy/panel.js?posts=/v1"></script>'

/** A page with the panel of its server. */
async function panelOnServer(page: Page, posts = 5): Promise<PanelHost> {
  const server = await createPostsServer({ posts, onWarning: () => {} })
  const address = `${server.origin}/a-page`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: pageWith(panelTag) }))
  await page.goto(address)
  return {
    ask: async (path, init) => (await fetch(server.url + path, init)).status,
    posts: async () => server.posts.exact.list(),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

let built: Promise<string> | undefined

/** A page that has its mock in itself: there is no server at all. */
async function panelInPage(page: Page, posts = 5): Promise<PanelHost> {
  built ??= buildPage()
  const address = `http://page.localhost/?posts=${posts}`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: pageWith('') }))
  await page.goto(address)
  await page.addScriptTag({ content: await built, type: 'module' })
  // A module in the page runs after the call.
  await page.waitForFunction(() => 'ask' in globalThis)
  return {
    ask: (path, init = {}) =>
      page.evaluate(([path, init]) => (globalThis as unknown as LocalPage).ask(path, init as RequestInit), [
        path,
        init as object,
      ] as const),
    async posts() {
      const text = await page.evaluate(() => (globalThis as unknown as LocalPage).postsNow())
      return parseJson(text) as unknown as Post[]
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

async function buildPage(): Promise<string> {
  const input = join(import.meta.dirname, 'local-page.ts')
  const rolldownOptions = { input, output: { codeSplitting: false } }
  const options = { write: false, target: 'es2023', rolldownOptions }
  const result = await build({ configFile: false, logLevel: 'warn', build: options })
  return (result as Rolldown.RolldownOutput).output[0].code
}

/** Both places of a mock. */
export const hosts = { 'a server': panelOnServer, 'a mock in the page': panelInPage }

/** Opens the panel in its frame. */
export async function openPanel(page: Page, view?: 'requests' | 'settings'): Promise<FrameLocator> {
  await page.getByRole('button', { name: /^Open the posts understudy/ }).click()
  const panel = page.frameLocator('iframe')
  if (view) await panel.getByRole('button', { name: new RegExp(`^${view}`, 'i') }).click()
  return panel
}

/** What has the focus, through all shadow trees and frames: its label, or its text. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    let { activeElement: element } = document
    const inside = () =>
      element?.shadowRoot?.activeElement ??
      (element as HTMLIFrameElement | null)?.contentDocument?.activeElement
    for (let next = inside(); next; next = inside()) element = next
    return element?.ariaLabel ?? (element as HTMLElement | null)?.innerText?.replace(/\s+/g, ' ') ?? ''
  })
}
