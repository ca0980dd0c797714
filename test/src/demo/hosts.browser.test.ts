import { describe, expect } from 'vitest'
import { test } from '../../support/browser/page-test.ts'
import { middlewareDemo, routedDemo, servedDemo } from '../../support/demo/demo-host.ts'

describe.each([
  ['serve', servedDemo],
  ['the Vite middleware', middlewareDemo],
  ['a Playwright route', routedDemo],
])('with %s behind it', (name, setUp) => {
  test('the page lists, reads, writes, edits and deletes, and lives through a lost network', async ({
    browser,
  }) => {
    // No route sees what goes through a service worker, and no worker runs where they are blocked.
    const serviceWorkers = name === 'a Playwright route' ? 'block' : 'allow'
    await using context = await browser.newContext({ serviceWorkers })
    await using host = await setUp(context, { posts: 3 })
    const page = await context.newPage()
    await page.goto(host.address)
    const posts = page.getByRole('navigation', { name: 'Posts' }).getByRole('listitem')
    await expect.poll(() => posts.count()).toBe(3)

    await posts.nth(1).getByRole('link').click()
    await page.getByRole('heading', { name: 'No. 2' }).waitFor()

    await page.getByRole('link', { name: 'New post' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Strike at five')
    await page.getByRole('textbox', { name: 'Text' }).fill('Bring gloves.')
    await page.getByRole('button', { name: 'Post it' }).click()
    await page.getByText('Posted.').waitFor()
    await page.getByRole('heading', { name: 'No. 4' }).waitFor()
    await expect.poll(() => posts.count()).toBe(4)

    await page.getByRole('textbox', { name: 'Title' }).fill('Strike at six')
    await page.getByRole('button', { name: 'Save' }).click()
    await posts.getByText('Strike at six').waitFor()

    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    await expect.poll(() => posts.count()).toBe(3)

    await host.setOffline(true)
    await page.getByRole('link', { name: 'New post' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Nobody hears')
    await page.getByRole('button', { name: 'Post it' }).click()
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await host.setOffline(false)
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Nobody hears')
    await page.getByRole('button', { name: 'Post it' }).click()
    await posts.getByText('Nobody hears').waitFor()
  })
})
