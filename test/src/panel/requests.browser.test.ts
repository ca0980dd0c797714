import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { test } from '../../support/browser/page-test.ts'
import { panelInPage } from '../../support/panel/panel-in-page.ts'
import { panelOnServer } from '../../support/panel/panel-on-server.ts'
import { focusedName, openPanel } from '../../support/panel/panel-stage.ts'

/** The rows as a person reads them, without the time of day and the duration. */
async function rowsOf(page: Page): Promise<string[]> {
  const texts = await page.locator('understudy-requests .row').allInnerTexts()
  return texts.map((text) =>
    text
      .replace(/\d\d:\d\d:\d\d|\d+ ms/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

describe.each([
  ['a server', panelOnServer],
  ['a mock in the page', panelInPage],
])('the panel on %s', (_name, setUp) => {
  test('shows the requests, those before it was opened too, the latest first', async ({ page }) => {
    await using stage = await setUp(page)
    await stage.ask('GET', '/posts')
    await openPanel(page, 'Requests')
    await expect.poll(() => rowsOf(page)).toEqual(['GET /posts 200'])
    await stage.ask('GET', '/posts/99')
    await stage.ask('DELETE', '/posts/1')
    await expect
      .poll(() => rowsOf(page))
      .toEqual(['DELETE /posts/1 204', 'GET /posts/99 404', 'GET /posts 200'])
    await page.getByRole('searchbox', { name: 'Filter requests' }).fill('404')
    await expect.poll(() => rowsOf(page)).toEqual(['GET /posts/99 404'])
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No requests yet.').waitFor()
  })

  test("marks what goes beyond the document, and quotes the document's words", async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Requests')
    await stage.ask('GET', '/posts?page=2')
    await expect.poll(() => rowsOf(page)).toEqual(['GET /posts?page=2 200 beyond the document'])
    await page.getByRole('button', { name: /^GET \/posts/ }).click()
    await page.getByText('the list has query parameters').waitFor()
    expect(await page.locator('understudy-request blockquote').innerText()).toBe(
      'Query parameters of the list operation (filtering, paging, ordering): not shown.',
    )
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toMatch(/^GET/)
    expect(await page.getByRole('tab').count()).toBe(4)
  })

  test('shows a body with ids as they were sent', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Requests')
    await stage.ask('PUT', '/posts/9007199254740993', { title: 'a', content: 'b' })
    await page.getByRole('button', { name: /^PUT/ }).click()
    await page.getByRole('heading', { name: 'PUT /posts/9007199254740993' }).waitFor()
    expect(await page.locator('understudy-request pre').innerText()).toBe(
      '{\n  "title": "a",\n  "content": "b"\n}',
    )
  })

  test('copies a request as curl and as a test', async ({ page, context }) => {
    await using stage = await setUp(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await stage.ask('DELETE', '/posts/2')
    await openPanel(page, 'Requests')
    await page.getByRole('button', { name: /^DELETE/ }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied as a curl command.').waitFor()
    expect(await clipboard()).toMatch(/^curl -i -X DELETE http:\/\/\S+\/v1\/posts\/2/)
    await page.getByRole('button', { name: 'Copy as test' }).click()
    await page.getByText('Copied as a Vitest test.').waitFor()
    expect(await clipboard()).toContain('expect(response.status).toBe(204)')
  })

  test('keeps the place of who reads when requests come', async ({ page }) => {
    await using stage = await setUp(page)
    for (let count = 0; count < 60; count++) await stage.ask('GET', `/posts?n=${count}`)
    await openPanel(page, 'Requests')
    const rows = page.locator('understudy-rows')
    await page.getByText('/posts?n=59').waitFor()
    await rows.evaluate((element) => element.scrollTo(0, 500))
    await page.getByText('/posts?n=49').waitFor()
    const before = await page.getByText('/posts?n=49').boundingBox()
    await stage.ask('GET', '/posts?n=60')
    await expect.poll(() => rows.evaluate((element) => element.scrollTop)).toBe(550)
    expect(await page.getByText('/posts?n=49').boundingBox()).toEqual(before)
  })
})
