import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { test } from '../../support/browser/page-test.ts'
import { openPanel, plainPage } from '../../support/panel/panel-stage.ts'
import { servePage } from '../../support/panel/serve-page.ts'

/** A page that drives the server at an address from another origin. */
function pageDriving(origin: string): string {
  const script = `<script type="module">
    import { mountPanel, remoteControl } from '${origin}/_understudy/panel.js'
    mountPanel({ control: remoteControl({ controlUrl: '${origin}/_understudy/', postsUrl: '${origin}/v1' }) })
  </script></body>`
  return plainPage.replace('</body>', script)
}

/** The module may come from anywhere, a bundle of the app say; what is driven with it is what counts here. */
async function shareModule(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}/_understudy/panel.js`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } })
  })
}

// Another process may take the port meanwhile.
test('says when the server is gone, and is there again when it is', { retry: 2 }, async ({ page }) => {
  const first = await createPostsServer({ posts: 2 })
  const { port } = new URL(first.origin)
  const address = `${first.origin}/a-page`
  const tag = '<script type="module" src="/_understudy/panel.js?posts=/v1"></script></body>'
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: plainPage.replace('</body>', tag) }),
  )
  await page.goto(address)
  await openPanel(page)
  await page.getByRole('tab', { name: 'Posts 2' }).waitFor()
  await first.close()
  await page.getByRole('alert').getByText(`${first.origin} does not answer.`).first().waitFor()
  await page.getByText('not connected').waitFor()
  await using _second = await createPostsServer({ posts: 7, port: Number(port) })
  await page.getByRole('tab', { name: 'Posts 7' }).waitFor()
  await page.getByText('running', { exact: true }).waitFor()
  await expect.poll(() => page.locator('understudy-posts .row').count()).toBe(7)
})

test('says which origin the server has to allow', async ({ page }) => {
  await using server = await createPostsServer({ posts: 2 })
  await using app = await servePage(() => pageDriving(server.origin))
  await shareModule(page, server.origin)
  await page.goto(app.origin)
  await openPanel(page)
  const sentence = `${server.origin} does not permit this page to control it. Serve with --allow-origin ${app.origin}.`
  await page.getByRole('alert').getByText(sentence).first().waitFor()
})

test('drives a server of another origin that allows it, in a world of its own', async ({ page }) => {
  await using app = await servePage(() => body)
  await using server = await createPostsServer({ posts: 2, allowOrigins: [app.origin] })
  const body = pageDriving(server.origin).replace("/v1' })", "/v1', world: 'mine' })")
  await shareModule(page, server.origin)
  await page.goto(app.origin)
  await openPanel(page)
  await page.getByRole('button', { name: '10 more' }).click()
  await page.getByRole('tab', { name: 'Posts 12' }).waitFor()
  await page.getByRole('button', { name: 'Delete post 1', exact: true }).click()
  await page.getByRole('tab', { name: 'Posts 11' }).waitFor()
  expect([server.posts.count, server.worlds.get('mine').posts.count]).toEqual([2, 11])
})

test('lets go of its connection while nobody looks, and misses nothing', async ({ page }) => {
  await using server = await createPostsServer({ posts: 2 })
  const streams: string[] = []
  page.on('requestfinished', (request) => streams.push(request.url()))
  page.on('requestfailed', (request) => streams.push(request.url()))
  await page.goto(`${server.origin}/_understudy/page/`)
  await openPanel(page, 'Requests')
  await page.locator('.row').first().waitFor()
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  await expect.poll(() => streams.some((url) => url.endsWith('/stream'))).toBe(true)
  await fetch(`${server.url}/posts/2`, { method: 'DELETE' })
  await hide(false)
  await page.getByRole('button', { name: /^DELETE/ }).waitFor()
  await page.getByRole('tab', { name: 'Posts 1' }).waitFor()
})
