import { describe, expect } from 'vitest'
import { test } from '../../support/browser/page-test.ts'
import { focusedName, listedTitles, openPanel } from '../../support/panel/panel-stage.ts'
import { stages } from '../../support/panel/stages.ts'

describe.each(Object.entries(stages))('the panel on %s', (_name, setUp) => {
  test('lists the posts, and filters them', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page)
    const titles = (await stage.posts()).map(({ title }) => title)
    await expect.poll(() => listedTitles(page)).toEqual(titles)
    await page.getByRole('searchbox', { name: 'Filter posts' }).fill(titles[2] ?? '')
    await expect.poll(() => listedTitles(page)).toEqual([titles[2]])
    await page.getByRole('searchbox', { name: 'Filter posts' }).fill('no such words')
    await page.getByText('No post contains no such words.').waitFor()
  })

  test('adds a post, and is back at the button', async ({ page }) => {
    await using stage = await setUp(page, { posts: 1 })
    await openPanel(page)
    await page.getByRole('button', { name: 'New post' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Tea')
    await page.getByRole('textbox', { name: 'Content' }).fill('two\nlines')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('status').getByText('The post is added.').waitFor()
    expect((await stage.posts())[1]).toEqual({ id: 2, title: 'Tea', content: 'two\nlines' })
    await expect.poll(() => listedTitles(page)).toContain('Tea')
    await expect.poll(() => focusedName(page)).toBe('New post')
  })

  test('edits a post, and is back at its row', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page)
    await page.getByRole('button', { name: /^Edit post 3 / }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Changed')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Post 3 is saved.').waitFor()
    expect((await stage.posts())[2]?.title).toBe('Changed')
    await expect.poll(() => focusedName(page)).toMatch(/^Edit post\s+3\s+Changed/)
  })

  test('deletes a post, takes that back, and knows the next row', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page)
    await page.getByRole('button', { name: 'Delete post 2' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Post 2 is deleted.').waitFor()
    await expect.poll(() => focusedName(page)).toMatch(/^Edit post\s+3\s/)
    await page.locator('.note').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stage.posts()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    await expect.poll(async () => (await listedTitles(page)).length).toBe(5)
  })

  test('adds ten more, and begins anew', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page)
    await page.getByRole('button', { name: '10 more' }).click()
    await page.getByRole('tab', { name: 'Posts 15' }).waitFor()
    expect(await stage.posts()).toHaveLength(15)
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('tab', { name: 'Posts 5' }).waitFor()
  })

  test('shows what the page did to the posts', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page)
    await stage.ask('POST', '/posts', { title: 'From the page', content: '' })
    await expect.poll(() => listedTitles(page)).toContain('From the page')
    await stage.ask('DELETE', '/posts/1')
    await page.getByRole('tab', { name: 'Posts 5' }).waitFor()
  })

  test('keeps texts that a field cannot hold, and ids beyond 2^53', async ({ page }) => {
    await using stage = await setUp(page, { posts: 0 })
    await openPanel(page, 'Scenario')
    await page.getByRole('button', { name: /^Hostile texts/ }).click()
    await expect.poll(async () => (await stage.posts()).length).toBe(15)
    const before = await stage.posts()
    await page.getByRole('tab', { name: 'Posts' }).click()
    await page.getByRole('button', { name: /^Edit post 9007199254740993 / }).click()
    await page.getByRole('heading', { name: 'Post 9007199254740993' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Post 9007199254740993 is saved.').waitFor()
    await page.getByRole('button', { name: /^Edit post 10 / }).click()
    await page.getByRole('textbox', { name: 'Content' }).fill('other')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Post 10 is saved.').waitFor()
    const expected = before.map((post) => (post.id === 10 ? { ...post, content: 'other' } : post))
    expect(await stage.posts()).toEqual(expected)
  })
})
