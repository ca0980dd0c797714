import type { FrameLocator } from '@playwright/test'
import { expect } from 'vitest'
import { exampleFields } from '../../../handlers/fields.ts'
import { createPostsServer } from '../../../src/server.ts'
import { test } from '../../support/browser/page-test.ts'
import { focusedName, openPage, openPanel } from '../../support/browser/panel.ts'
import { sent } from '../../support/sent.ts'

const rows = (panel: FrameLocator) => panel.locator('.rows > li')

/** Opens the first row with this text. */
async function open(panel: FrameLocator, text: string | RegExp): Promise<void> {
  await rows(panel).getByRole('button').filter({ hasText: text }).first().click()
}

test('lists and filters the posts, adds one, and edits only what is edited', async ({ page }) => {
  await using server = await openPage(page, 3)
  await server.posts.replace(1, { title: 'a', content: 'one\r\ntwo' })
  const panel = await openPanel(page)
  const before = server.posts.list().map(({ title }) => title)
  await expect.poll(() => panel.locator('.rows b').allTextContents()).toEqual(before)
  await panel.getByRole('button', { name: 'New post' }).click()
  await panel.getByRole('textbox', { name: 'Title' }).fill('Tea')
  await panel.getByRole('textbox', { name: 'Content' }).fill('two\nlines')
  await panel.getByRole('button', { name: 'Add' }).click()
  await panel.getByRole('status').getByText('The post is added.').waitFor()
  await expect.poll(() => focusedName(page)).toContain('New post')
  await panel.getByRole('searchbox', { name: 'Filter posts' }).fill('no such words')
  await panel.getByText('Nothing contains this.').waitFor()
  await panel.getByRole('searchbox', { name: 'Filter posts' }).fill('one')
  await open(panel, 'one')
  await panel.getByRole('textbox', { name: 'Title' }).fill('b')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Post 1 is saved.').waitFor()
  const [first, , , last] = server.posts.exact.list()
  expect([first, last]).toEqual([
    { id: 1, title: 'b', content: 'one\r\ntwo' },
    { id: 4, title: 'Tea', content: 'two\nlines' },
  ])
})

test('changes and deletes posts once that is confirmed, and keeps ids exact', async ({ page }) => {
  await using server = await openPage(page)
  const asked: string[] = []
  let answer = false
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    return answer ? dialog.accept() : dialog.dismiss()
  })
  const panel = await openPanel(page, 'faults')
  await panel.getByRole('button', { name: /^Hostile texts/ }).click()
  answer = true
  await panel.getByRole('button', { name: /^Hostile texts/ }).click()
  await panel.getByRole('button', { name: 'posts 7' }).click()
  await open(panel, 'An id beyond 2^53')
  await panel.getByRole('button', { name: 'Delete' }).click()
  await panel.getByText('Deleted post 9007199254740993.').waitFor()
  expect(server.posts.exact.list()).toHaveLength(6)
  await panel.getByRole('button', { name: 'Reset' }).click()
  await panel.getByRole('button', { name: 'posts 5' }).waitFor()
  const change = 'Hostile texts: change the posts?'
  const reset = 'Reset posts, profile, faults and requests?'
  expect(asked).toEqual([change, change, 'Delete post 9007199254740993?', reset])
})

test('shows a request, what shaped its reply, and the reply with another answer beside the old one', async ({
  page,
}) => {
  await using server = await openPage(page, 3)
  await fetch(`${server.url}/posts`)
  const panel = await openPanel(page, 'requests')
  await open(panel, /GET\s*\/posts/)
  await panel.getByText('Order of the list').waitFor()
  const ids = server.posts.list().map(({ id }) => `${id}`)
  const idsIn = async (selector: string) =>
    Array.from(
      (await panel.locator(`section ${selector}`).allTextContents()).join('').matchAll(/"id": (\d+)/g),
      ([, id]) => id,
    )
  await expect.poll(() => idsIn('pre')).toEqual(ids)
  await panel.getByRole('combobox', { name: 'list.order' }).selectOption('id-descending')
  await panel.getByText('list.order is id-descending now.').waitFor()
  await panel.getByRole('button', { name: 'Send again' }).click()
  await panel.getByRole('heading', { name: 'Reply now 200 OK' }).waitFor()
  const [gone, added] = [await idsIn('del'), await idsIn('ins')]
  const moved = ids.filter((id) => id !== '2')
  expect([gone, added]).toEqual([moved, moved.toReversed()])
  await panel.getByRole('button', { name: '← Requests' }).click()
  await expect.poll(() => rows(panel).count()).toBe(2)
})

test('shows what a write changed', async ({ page }) => {
  await using server = await openPage(page, 3)
  const { title } = server.posts.read(2) ?? {}
  await fetch(`${server.url}/posts/2`, sent('PUT', { title, content: 'Kenya' }))
  const panel = await openPanel(page, 'requests')
  await open(panel, /PUT\s*\/posts\/2/)
  await panel.getByRole('heading', { name: 'What it changed' }).waitFor()
  expect(await panel.locator('del').allTextContents()).toEqual([expect.stringMatching(/^− +"content": /)])
  expect(await panel.locator('ins').allTextContents()).toEqual(['+   "content": "Kenya"'])
})

test('says where it cuts a long body, and tells odd requests and injected faults', async ({ page }) => {
  await using server = await openPage(page, 200)
  await fetch(`${server.url}/posts?page=2`)
  const panel = await openPanel(page, 'faults')
  await panel.getByRole('button', { name: /^Next fails/ }).click()
  await panel.getByRole('button', { name: 'Undo Next fails' }).waitFor()
  expect((await fetch(`${server.url}/posts/1`)).status).toBe(503)
  await panel.getByRole('button', { name: /^requests/i }).click()
  await expect.poll(() => rows(panel).first().innerText()).toMatch(/injected fault[\s\d:]*503/)
  await open(panel, 'beyond the document')
  await panel.getByText('Query parameters of the list operation (filtering, paging, ordering)').waitFor()
  await panel.getByText(/^Cut at 2,000 of \d+,\d+ characters\.$/).waitFor()
  await panel.getByRole('button', { name: '← Requests' }).click()
  await panel.getByRole('button', { name: 'Clear' }).click()
  await panel.getByText('No requests yet.').waitFor()
})

test('says what is changed, and takes back one change or all', async ({ page }) => {
  await using server = await openPage(page)
  const panel = await openPanel(page, 'faults')
  await panel.getByText('Nothing is changed.').waitFor()
  await panel.getByRole('button', { name: /^Read only/ }).click()
  await panel.getByRole('button', { name: 'Undo Read only' }).waitFor()
  await panel.getByRole('button', { name: 'Answers' }).click()
  await panel.getByRole('combobox', { name: 'create.status' }).selectOption('204')
  await panel.getByText('Changed: was 201 Created.').waitFor()
  await panel.getByRole('button', { name: 'Undo create.body none' }).waitFor()
  await panel.getByRole('button', { name: 'Changed only' }).click()
  await expect.poll(() => panel.getByRole('combobox', { name: /\./ }).count()).toBe(2)
  expect((await fetch(`${server.url}/posts/1`, { method: 'DELETE' })).status).toBe(503)
  await panel.getByRole('button', { name: 'Undo create.status' }).click()
  await expect.poll(() => server.profile['create.status']).toBe(201)
  await panel.getByRole('button', { name: 'Undo all' }).click()
  await panel.getByText('Nothing is changed.').waitFor()
  expect((await fetch(`${server.url}/posts/1`, { method: 'DELETE' })).status).toBe(204)
})

test('lists the calls of the control API to a browser, and tries one', async ({ page }) => {
  await using server = await openPage(page)
  await page.goto(server.controlUrl)
  await page.getByText('Adds a post in the same way.').click()
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('"id": 6').waitFor()
  expect(server.posts.read(6)).toMatchObject(JSON.parse(exampleFields))
})

test('gives commands for its world, with variables for the token and the credentials', { retry: 2 }, async ({
  page,
}) => {
  const profile = { 'access.credentials': 'basic' } as const
  await using server = await createPostsServer({ token: 'sixteen-letters-', profile })
  await page.goto(server.pageUrl.replace('#', '?world=mine#'))
  const needed = `-H 'x-understudy-world: mine' -H "authorization: $AUTHORIZATION_HEADER"`
  const shown = async () => (await page.locator('pre').allTextContents()).slice(0, 3)
  await expect
    .poll(shown, { timeout: 20_000 })
    .toEqual([
      `curl -i ${server.url}/posts ${needed}`,
      expect.stringContaining('{ headers: {"x-understudy-world":"mine","authorization":"…"} }'),
      `curl -i -X POST ${server.controlUrl}scenarios/flaky ${needed}`,
    ])
})

test('copies a request as a command that does the same', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await using server = await openPage(page, 1)
  const headers = { 'content-type': 'application/json', authorization: 'Bearer secret' }
  await fetch(`${server.url}/posts`, { method: 'POST', headers, body: '{"title":"it\'s","content":""}' })
  const panel = await openPanel(page, 'requests')
  await open(panel, /^\s*POST/)
  await panel.getByRole('button', { name: 'Copy as curl' }).click()
  await panel.getByText('Copied.').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`curl -i -X POST ${server.url}/posts -H`)
  expect(copied).toContain(
    `"authorization: $AUTHORIZATION_HEADER" --data-raw '{"title":"it'\\''s","content":""}'`,
  )
})
