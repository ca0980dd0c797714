import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { axeFindings } from '../../support/browser/axe.ts'
import { test } from '../../support/browser/page-test.ts'
import { panelOnServer } from '../../support/panel/panel-on-server.ts'
import { focusedName, openPanel, plainPage } from '../../support/panel/panel-stage.ts'

const pill = (page: Page) => page.getByRole('button', { name: /^Open the posts understudy/ })

/** A page of this body with the panel of a server in it. */
async function setUpPage(page: Page, body: string) {
  const server = await createPostsServer({ posts: 2 })
  const tag = '<script type="module" src="/_understudy/panel.js?posts=/v1"></script></body>'
  const text = plainPage.replace('<p>Its text.</p>', body).replace('</body>', tag)
  await page.route(`${server.origin}/a-page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: text }),
  )
  await page.goto(`${server.origin}/a-page`)
  await pill(page).waitFor()
  return server
}

test('opens and closes by keyboard, and the focus follows', async ({ page }) => {
  await using _stage = await panelOnServer(page)
  await pill(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toMatch(/^Posts/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focusedName(page)).toBe('Requests')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focusedName(page)).toBe('Profile')
  await page.keyboard.press('Home')
  await expect.poll(() => focusedName(page)).toMatch(/^Posts/)
  await page.keyboard.press('End')
  await expect.poll(() => focusedName(page)).toBe('Profile')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toMatch(/^Open the posts understudy/)
})

test('has a window of its own, which a modal dialog of the page does not lock', async ({ page }) => {
  await using server = await setUpPage(page, '<dialog>Sure?</dialog>')
  await openPanel(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open in a separate window' }).click()
  const own = await opened
  await pill(page).waitFor()
  await page.evaluate(() => document.querySelector('dialog')?.showModal())
  await own.getByRole('button', { name: '10 more' }).click()
  await own.getByText('10 posts added.').waitFor()
  expect(server.posts.count).toBe(12)
  expect(await axeFindings(own)).toEqual([])
  const closed = own.waitForEvent('close')
  await own.getByRole('button', { name: 'Close' }).click()
  await closed
})

test('goes through rows with the arrow keys, which are one stop for the Tab key', async ({ page }) => {
  await using _stage = await panelOnServer(page, { posts: 200 })
  await openPanel(page)
  await page.getByRole('button', { name: /^Edit post 1 / }).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedName(page)).toMatch(/^Edit post\s+2\s/)
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedName(page)).toBe('Delete post 2')
  await page.keyboard.press('End')
  await expect.poll(() => focusedName(page)).toMatch(/^Edit post\s+200\s/)
  await page.keyboard.press('Home')
  await expect.poll(() => focusedName(page)).toMatch(/^Edit post\s+1\s/)
})

test('remembers its tab and whether it was open', async ({ page }) => {
  await using _stage = await panelOnServer(page)
  await openPanel(page, 'Scenario')
  await page.reload()
  await page.getByRole('tab', { name: 'Scenario', selected: true }).waitFor()
})

test("is not reached by the page's own rules", async ({ page }) => {
  const hostile = `<style>
    * { margin: 30px !important; display: none; letter-spacing: 9px; color: red; }
    html, body, main { display: block; }
    button, [role=tab], aside, h2 { background: red !important; font: 40px serif !important; }
    posts-understudy-panel { opacity: 0.1 !important; display: none !important; transform: scale(2) !important; }
    :root { --paper: red; --ink: red; direction: rtl; font-size: 40px }
  </style>`
  await using _server = await setUpPage(page, hostile)
  await openPanel(page)
  const look = await page.getByRole('tab', { name: 'Posts' }).evaluate((tab) => {
    const { backgroundColor, fontSize, letterSpacing, direction, margin } = getComputedStyle(tab)
    return { backgroundColor, fontSize, letterSpacing, direction, margin }
  })
  expect(look).toEqual({
    backgroundColor: 'rgba(0, 0, 0, 0)',
    fontSize: '13px',
    letterSpacing: 'normal',
    direction: 'ltr',
    margin: '0px',
  })
  const { x = 0, width } = (await page.locator('aside').boundingBox()) ?? {}
  expect([x + (width ?? 0), width]).toEqual([page.viewportSize()?.width, 420])
})

test('draws only the rows in sight of a thousand, and reaches the last', async ({ page }) => {
  await using _stage = await panelOnServer(page, { posts: 1000 })
  await openPanel(page)
  await page.getByRole('button', { name: /^Edit post 1 / }).waitFor()
  expect(await page.locator('understudy-rows li').count()).toBeLessThan(40)
  await page.locator('understudy-rows').evaluate((rows) => rows.scrollTo(0, rows.scrollHeight))
  await page.getByRole('button', { name: /^Edit post 1000 / }).waitFor()
  expect(await page.locator('understudy-rows li').count()).toBeLessThan(40)
  const last = page.locator('understudy-rows li').last()
  expect(await last.evaluate(({ ariaPosInSet, ariaSetSize }) => [ariaPosInSet, ariaSetSize])).toEqual([
    '1000',
    '1000',
  ])
})
