import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { test } from '../../support/browser/page-test.ts'
import { focusedName, openPanel } from '../../support/panel/panel-stage.ts'
import { stagesWith } from '../../support/panel/stages.ts'

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

describe.each(stagesWith('a server'))('the panel on %s', (_name, setUp) => {
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
    await page.getByText('the request has query parameters').waitFor()
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
    expect(await page.locator('understudy-request pre').last().innerText()).toBe(
      '{\n  "title": "a",\n  "content": "b"\n}',
    )
  })

  test('shows the reply first, and changes the choice that shaped it', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Requests')
    await stage.ask('POST', '/posts', { title: 'a', content: 'b' })
    await page.getByRole('button', { name: /^POST/ }).click()
    expect(await page.locator('understudy-request pre').first().innerText()).toContain('"title": "a"')
    const status = page.getByRole('combobox', { name: 'create.status', exact: true })
    await status.selectOption('204')
    await page.getByText('create.status is 204 now.').waitFor()
    expect(await stage.ask('POST', '/posts', { title: 'a', content: 'b' })).toBe(204)
    await page.getByText('The document states').click()
    await page.getByText('create.adds').waitFor()
  })

  test('tells the page that the posts or the profile changed', async ({ page }) => {
    await using stage = await setUp(page)
    await page.evaluate(() => {
      document.title = 'unchanged'
      addEventListener('posts-understudy:change', () => {
        document.title = 'changed'
      })
    })
    await openPanel(page, 'Posts')
    await page.getByRole('button', { name: '10 more' }).click()
    await expect.poll(() => page.title()).toBe('changed')
    expect(await stage.posts()).toHaveLength(15)
  })

  test('shows what has no reply yet as pending', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Scenario')
    await page.getByRole('combobox', { name: 'Status or fault' }).fill('timeout')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('next one fails').waitFor()
    await page.getByRole('tab', { name: 'Requests' }).click()
    const answer = stage.ask('GET', '/posts/1')
    const pending = page.getByRole('list', { name: 'Requests without a reply yet' })
    await expect.poll(() => pending.innerText()).toMatch(/GET\s+\/posts\/1\s+pending\s+since \d\d:/)
    await page.getByRole('tab', { name: 'Scenario' }).click()
    await page.getByRole('radio', { name: /^Slow/ }).check()
    // A browser may send a GET again whose connection ended without a reply.
    await answer
    await page.getByRole('tab', { name: 'Requests' }).click()
    await pending.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await rowsOf(page)).at(-1)).toBe('GET /posts/1 no reply injected fault')
  })

  test('opens and closes with a shortcut, wherever the focus is', async ({ page }) => {
    await using _stage = await setUp(page)
    await page.getByRole('button', { name: /^Open the posts understudy/ }).waitFor()
    await page.keyboard.press('Alt+Shift+KeyU')
    await expect.poll(() => focusedName(page)).toMatch(/^posts/i)
    await page.keyboard.press('Alt+Shift+KeyU')
    await expect.poll(() => focusedName(page)).toMatch(/^Open the posts understudy/)
  })

  test('copies a request as curl', async ({ page, context }) => {
    await using stage = await setUp(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await stage.ask('DELETE', '/posts/2')
    await openPanel(page, 'Requests')
    await page.getByRole('button', { name: /^DELETE/ }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied as a curl command.').waitFor()
    expect(await clipboard()).toMatch(/^curl -i -X DELETE http:\/\/\S+\/v1\/posts\/2/)
  })
})
