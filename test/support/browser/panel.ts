import type { FrameLocator, Page } from '@playwright/test'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'

/** A page with something in its body besides the panel. */
export function pageWith(body: string): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title><body><main><h1>A page</h1></main>${body}</body></html>`
}

export const panelTag = '<script type="module" src="/_understudy/panel.js?posts=/v1"></script>'

/** Opens a page of a server that has the panel of that server, and nothing else unless told otherwise. */
export async function openPage(page: Page, posts = 5, content = panelTag): Promise<PostsServer> {
  const server = await createPostsServer({ posts, onWarning: () => {} })
  const address = `${server.origin}/a-page`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: pageWith(content) }))
  await page.goto(address)
  return server
}

export async function openPanel(page: Page, view?: 'requests' | 'answers' | 'faults'): Promise<FrameLocator> {
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
