import { createServer } from 'node:http'
import { expect } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { test } from '../../support/browser/page-test.ts'
import { focusedName, openPage, openPanel, pageWith, panelTag } from '../../support/browser/panel.ts'
import { listen } from '../../support/listen.ts'

test('opens and closes by keyboard alone, the focus follows, and another panel replaces it', async ({
  page,
}) => {
  await using _server = await openPage(page)
  await page.getByRole('button', { name: /^Open the posts understudy: running, 5 posts/ }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toMatch(/^posts 5/i)
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedName(page)).toMatch(/^requests/i)
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toMatch(/^Open the posts understudy/)
  await page.addScriptTag({ url: '/_understudy/panel.js?posts=/v1&again', type: 'module' })
  await expect.poll(() => page.locator('posts-understudy-panel').count()).toBe(1)
})

test("is not reached by the page's own rules", async ({ page }) => {
  const hostile = `<style>
    * { margin: 30px !important; display: none; letter-spacing: 9px; color: red; }
    html, body, main { display: block; }
    button, iframe { background: red !important; font: 40px serif !important; }
    posts-understudy-panel { opacity: 0.1 !important; display: none !important; transform: scale(2) !important; }
    :root { --card: red; --ink: red; direction: rtl; font-size: 40px }
  </style>`
  await using _server = await openPage(page, 2, hostile + panelTag)
  const button = page.getByRole('button', { name: /^Open the posts understudy/ })
  const look = await button.evaluate((button) => {
    const { fontSize, letterSpacing, direction, margin } = getComputedStyle(button)
    return { fontSize, letterSpacing, direction, margin }
  })
  expect(look).toEqual({ fontSize: '13px', letterSpacing: 'normal', direction: 'ltr', margin: '0px' })
  const tab = (await openPanel(page)).locator('nav button').first()
  expect(await tab.evaluate((tab) => getComputedStyle(tab).fontSize)).toBe('14px')
})

// Another process may take the port meanwhile.
test('says when the server is gone; when it is there again, it and the page take over its posts', {
  retry: 2,
}, async ({ page }) => {
  const first = await createPostsServer({ posts: 2 })
  await page.goto(`${first.origin}/_understudy/panel`)
  await page.getByRole('button', { name: 'posts 2' }).waitFor()
  await first.close()
  await page.getByRole('alert').getByText(`Failed to reach the posts server at ${first.origin}: `).waitFor()
  await page.getByText('not connected').waitFor()
  await page.evaluate(() =>
    addEventListener('posts-understudy:change', ({ detail }) =>
      document.documentElement.setAttribute('told', detail.by),
    ),
  )
  await using second = await createPostsServer({ posts: 7, port: Number(new URL(first.origin).port) })
  await page.getByText('running', { exact: true }).waitFor()
  await expect.poll(() => page.locator('.rows > li').count()).toBe(7)
  await page.locator('html[told=control]').waitFor({ state: 'attached' })
  await fetch(`${second.url}/posts/1`, { method: 'DELETE' })
  await page.locator('html[told=request]').waitFor({ state: 'attached' })
  await second.posts.delete(2)
  await page.locator('html[told=control]').waitFor({ state: 'attached' })
})

test('is a page, for a world and with a token', async ({ page }) => {
  await using server = await createPostsServer({ posts: 2, token: 'a-token-of-many-letters' })
  await server.worlds.get('mine').posts.delete(1)
  await page.goto(`${server.origin}/_understudy/panel?world=mine#token=a-token-of-many-letters`)
  await page.getByText('running in world mine').waitFor()
  await page.getByRole('button', { name: 'posts 1' }).waitFor()
  expect(page.url()).not.toContain('token')
})

test('shows a server of another origin that allows it, and says which origin it has to allow', async ({
  page,
}) => {
  await using app = await listen(
    createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(body)),
  )
  const { origin } = app
  await using closed = await createPostsServer({ posts: 2 })
  await using allowing = await createPostsServer({ posts: 3, allowOrigins: [origin] })
  const bodyFor = (server: string) =>
    pageWith(`<script type="module" src="${server}/_understudy/panel.js?posts=/v1"></script>`)
  let body = bodyFor(allowing.origin)
  // The module may come from anywhere, a bundle of the app say.
  await page.route('**/_understudy/panel.js?posts=/v1', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } })
  })
  await page.goto(origin)
  await page.getByRole('button', { name: /^Open the posts understudy: running, 3 posts/ }).waitFor()
  body = bodyFor(closed.origin)
  await page.reload()
  const panel = await openPanel(page)
  await panel.getByRole('alert').getByText(`Start it, with --allow-origin ${origin}.`).waitFor()
})
