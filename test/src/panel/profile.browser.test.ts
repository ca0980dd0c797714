import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { clauses } from '../../../contracts/spec/clauses.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { choiceIds } from '../../../handlers/choices.ts'
import { test } from '../../support/browser/page-test.ts'
import { openPanel } from '../../support/panel/panel-stage.ts'
import { stagesWith } from '../../support/panel/stages.ts'

describe.each(stagesWith('a mock in the page'))('the panel on %s', (_name, setUp) => {
  test('explains every choice, and every clause with the words of the document', async ({ page }) => {
    await using _stage = await setUp(page)
    await openPanel(page, 'Profile')
    for (const id of choiceIds) await page.getByRole('combobox', { name: id, exact: true }).waitFor()
    const quotes = await page.locator('understudy-profile blockquote').allInnerTexts()
    expect(quotes).toEqual(Object.values(clauses).map(({ words }) => words))
    await page.getByRole('searchbox').fill('The Location header of a create: the path')
    await expect.poll(() => page.locator('understudy-profile li').count()).toBe(1)
  })

  test('shows only the choices that are changed', async ({ page }) => {
    await using _stage = await setUp(page)
    await openPanel(page, 'Profile')
    await page.getByRole('checkbox', { name: 'Only changed (0)' }).check()
    await page.getByText('Every choice has its default.').waitFor()
    await page.getByRole('combobox', { name: 'Profile', exact: true }).selectOption('minimal')
    await expect.poll(() => page.locator('understudy-profile li mark').count()).toBeGreaterThan(2)
    expect(await page.locator('understudy-profile blockquote').count()).toBe(0)
  })

  test('follows a preset', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Profile')
    await page.getByRole('combobox', { name: 'Profile', exact: true }).selectOption('json-server')
    await expect.poll(stage.profile).toEqual(completeProfile('json-server'))
    expect(await stage.ask('DELETE', '/posts/1')).toBe(200)
    await expect.poll(() => page.locator('understudy-profile mark').count()).toBeGreaterThan(10)
  })

  test.for([
    ['create.status', '204', { 'create.status': 204, 'create.body': 'none' }],
    ['delete.missing', '204', { 'delete.missing': 204 }],
    ['id.assignment', '{"from":1000}', { 'id.assignment': { from: 1000 } }],
    ['list.order', '"id-descending"', { 'list.order': 'id-descending' }],
  ] as const)('answers %s with %s, and leaves the others', async ([id, answer, expected], { page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Profile')
    await page.getByRole('combobox', { name: id, exact: true }).selectOption(answer)
    await expect.poll(stage.profile).toEqual(completeProfile(expected))
    const profile = page.getByRole('combobox', { name: 'Profile', exact: true })
    await expect.poll(() => profile.inputValue()).toBe('custom')
  })

  test('says why two answers do not go together, and keeps the one there was', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Profile')
    await page.getByRole('combobox', { name: 'create.status', exact: true }).selectOption('204')
    const body = page.getByRole('combobox', { name: 'create.body', exact: true })
    await expect.poll(() => body.inputValue()).toBe('"none"')
    await body.selectOption('"post"')
    await page.getByRole('alert').getByText('which has no body').waitFor()
    await expect.poll(() => body.inputValue()).toBe('"none"')
    expect((await stage.profile())['create.body']).toBe('none')
  })

  test('exports the posts as a file, and takes them from one', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('posts.json')
    const text = await readFile(await download.path(), 'utf8')
    await stage.ask('DELETE', '/posts/1')
    const choose = async (name: string, buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Import' }).click(),
      ])
      await chooser.setFiles({ name, mimeType: 'application/json', buffer })
    }
    await choose('posts.json', Buffer.from(text))
    await page.getByText('The posts are those of posts.json.').waitFor()
    expect((await stage.posts()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    await choose('broken.json', Buffer.from('{"posts":'))
    await page.getByRole('alert').getByText('is not JSON').waitFor()
    await choose('other.json', Buffer.from('{"users":[]}'))
    await page
      .getByRole('alert')
      .getByText('Failed to load the posts: unknown key "users". Keys: posts, ids.')
      .waitFor()
    await page.getByRole('alert').getByText('other.json: ').waitFor()
    expect(await stage.posts()).toHaveLength(5)
    await choose('list.json', Buffer.from('[{"id":7,"title":"a","content":"b"}]'))
    await page.getByText('The posts are those of list.json.').waitFor()
    expect((await stage.posts()).map(({ id }) => id)).toEqual([7])
  })
})
