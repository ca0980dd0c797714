import type { FrameLocator } from '@playwright/test'
import { describe, expect } from 'vitest'
import { test } from '../../support/browser/page-test.ts'
import { focusedName, hosts, openPanel } from '../../support/panel/panel-hosts.ts'

const rows = (panel: FrameLocator) => panel.locator('.rows > li')

/** Opens the first row with this text. */
async function open(panel: FrameLocator, text: string | RegExp): Promise<void> {
  await rows(panel).locator('summary').filter({ hasText: text }).first().click()
}

const json = { 'content-type': 'application/json' }

describe.each(Object.entries(hosts))('the panel of %s', (_name, setUp) => {
  test('lists the posts, and filters them', async ({ page }) => {
    await using host = await setUp(page)
    const panel = await openPanel(page)
    const titles = (await host.posts()).map(({ title }) => title)
    await expect.poll(() => panel.locator('.rows b').allTextContents()).toEqual(titles)
    await panel.getByRole('searchbox', { name: 'Filter posts' }).fill(titles[2] ?? '')
    await expect.poll(() => panel.locator('.rows b').allTextContents()).toEqual([titles[2]])
    await panel.getByRole('searchbox', { name: 'Filter posts' }).fill('no such words')
    await panel.getByText('No post contains this.').waitFor()
  })

  test('adds a post, and edits only what is edited', async ({ page }) => {
    await using host = await setUp(page, 1)
    const headers = json
    await host.ask('/posts/1', { method: 'PUT', headers, body: '{"title":"a","content":"one\\r\\ntwo"}' })
    const panel = await openPanel(page)
    await panel.getByText('New post').click()
    await panel.getByRole('textbox', { name: 'Title' }).fill('Tea')
    await panel.getByRole('textbox', { name: 'Content' }).fill('two\nlines')
    await panel.getByRole('button', { name: 'Add' }).click()
    await panel.getByRole('status').getByText('The post is added.').waitFor()
    await expect.poll(() => focusedName(page)).toContain('New post')
    await open(panel, 'one')
    await panel.getByRole('textbox', { name: 'Title' }).fill('b')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('Post 1 is saved.').waitFor()
    expect(await host.posts()).toEqual([
      { id: 1, title: 'b', content: 'one\r\ntwo' },
      { id: 2, title: 'Tea', content: 'two\nlines' },
    ])
  })

  test('deletes a post, and undoes that as long as the posts are the same', async ({ page }) => {
    await using host = await setUp(page)
    const before = await host.posts()
    const panel = await openPanel(page)
    const [first, second] = before.map(({ title }) => title)
    await open(panel, first as string)
    await panel.getByRole('button', { name: 'Delete' }).click()
    await panel.getByText('Post 1 is deleted.').waitFor()
    await panel.getByRole('button', { name: 'Undo' }).click()
    await panel.getByText('The posts are as they were before.').waitFor()
    expect(await host.posts()).toEqual(before)
    await open(panel, second as string)
    await panel.getByRole('button', { name: 'Delete' }).click()
    await panel.getByRole('button', { name: 'Undo' }).waitFor()
    await host.ask('/posts/3', { method: 'DELETE' })
    await panel.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' })
    expect(await host.posts()).toHaveLength(3)
  })

  test('keeps the ids of posts exact', async ({ page }) => {
    await using host = await setUp(page)
    const panel = await openPanel(page, 'settings')
    await panel.getByRole('button', { name: /^Hostile texts/ }).click()
    await panel.getByRole('button', { name: /^posts 15/i }).click()
    await panel.getByRole('searchbox', { name: 'Filter posts' }).fill('9007199254740993')
    await open(panel, 'An id beyond 2^53')
    await panel.getByRole('button', { name: 'Delete' }).click()
    await panel.getByText('Post 9007199254740993 is deleted.').waitFor()
    expect(await host.posts()).toHaveLength(14)
  })

  test('shows a request, what shaped its reply, and the reply with another answer beside the old one', async ({
    page,
  }) => {
    await using host = await setUp(page)
    await host.ask('/posts')
    const panel = await openPanel(page, 'requests')
    await open(panel, /GET\s*\/posts/)
    await panel.getByText('The order of the list: by id').waitFor()
    const titles = (await host.posts()).map(({ title }) => title)
    const reply = panel.getByRole('listitem').locator('section')
    const shown = (index: number) => reply.nth(index).locator('li span:last-child').allTextContents()
    await expect.poll(async () => (await shown(0))[0]).toBe(titles[0])
    await panel.getByRole('combobox', { name: 'list.order' }).selectOption('id-descending')
    await panel.getByText('list.order is id-descending now.').waitFor()
    await panel.getByRole('button', { name: 'Send again with this' }).click()
    await panel.getByRole('heading', { name: 'Reply now 200' }).waitFor()
    expect([(await shown(0))[0], await shown(1)]).toEqual([titles[0], titles.toReversed()])
    await expect.poll(() => rows(panel).count()).toBe(2)
  })

  test('says where it cuts a long body, and tells odd requests and injected faults', async ({ page }) => {
    await using host = await setUp(page, 200)
    await host.ask('/posts?page=2')
    const panel = await openPanel(page, 'settings')
    await panel.getByRole('combobox', { name: 'fail with' }).selectOption('503')
    await panel.getByRole('button', { name: 'Add' }).click()
    await panel.getByText('The next request fails: status 503.').waitFor()
    expect(await host.ask('/posts/1')).toBe(503)
    await panel.getByRole('button', { name: /^requests/i }).click()
    await expect.poll(() => rows(panel).first().innerText()).toMatch(/injected fault\s*503/)
    await open(panel, 'beyond the document')
    await panel.getByText('Query parameters of the list operation (filtering, paging, ordering)').waitFor()
    await panel.getByText(/^Cut at 2,000 of \d+,\d+ characters\.$/).waitFor()
    await panel.getByRole('button', { name: 'Clear' }).click()
    await panel.getByText('No requests yet.').waitFor()
  })

  test('says what is active, and clears all of it', async ({ page }) => {
    await using host = await setUp(page)
    const panel = await openPanel(page, 'settings')
    await panel.getByText('Nothing: no faults').waitFor()
    await panel.getByRole('button', { name: /^Read only/ }).click()
    await panel.getByText('100 % of every create: status 503.').waitFor()
    await panel.getByRole('combobox', { name: 'create.status' }).selectOption('204')
    await panel.getByText('create.status is 204, initially 201.').waitFor()
    await panel.getByText('create.body is "none"').waitFor()
    expect([await host.ask('/posts'), await host.ask('/posts/1', { method: 'DELETE' })]).toEqual([200, 503])
    await panel.getByRole('button', { name: 'Clear' }).click()
    await panel.getByText('Nothing: no faults').waitFor()
    expect(
      await host.ask('/posts', { method: 'POST', headers: json, body: '{"title":"","content":""}' }),
    ).toBe(201)
  })

  test('takes an answer that is not in the list, and says why another is refused', async ({ page }) => {
    await using _host = await setUp(page)
    const answers = ['25', '"many"']
    page.on('dialog', (dialog) => dialog.accept(answers.shift()))
    const panel = await openPanel(page, 'settings')
    const size = panel.getByRole('combobox', { name: 'list.page-size' })
    await size.selectOption('another…')
    await panel.getByText('list.page-size is 25, initially "none".').waitFor()
    await size.selectOption('another…')
    await panel.getByRole('alert').getByText('"list.page-size" is "many"').waitFor()
    await expect.poll(() => size.inputValue()).toBe('25')
  })
})
