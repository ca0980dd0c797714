import { describe, expect } from 'vitest'
import { test } from '../../support/browser/page-test.ts'
import { openPanel } from '../../support/panel/panel-stage.ts'
import { stagesWith } from '../../support/panel/stages.ts'

describe.each(stagesWith('a server'))('the panel on %s', (_name, setUp) => {
  test('enters a scenario, and shows which one holds', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Scenario')
    expect(await page.getByRole('radio', { name: /^Normal/ }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: /^Read only/ }).check()
    await page.getByText('read only', { exact: true }).waitFor()
    expect([await stage.ask('GET', '/posts'), await stage.ask('DELETE', '/posts/1')]).toEqual([200, 503])
    await page.getByRole('radio', { name: /^Normal/ }).check()
    await page.getByText('running', { exact: true }).waitFor()
    expect(await stage.ask('DELETE', '/posts/1')).toBe(204)
  })

  test('cuts the network and mends it', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Scenario')
    await page.getByRole('checkbox', { name: /^Offline/ }).check()
    await page.getByText('offline', { exact: true }).waitFor()
    expect(await page.getByRole('radio', { name: /^Offline/ }).isChecked()).toBe(true)
    expect(await stage.ask('GET', '/posts')).toBe(0)
    await page.getByRole('checkbox', { name: /^Offline/ }).uncheck()
    await page.getByText('running', { exact: true }).waitFor()
    expect(await stage.ask('GET', '/posts')).toBe(200)
  })

  test('fails the next requests, each once', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Scenario')
    await page.getByRole('spinbutton', { name: 'How many' }).fill('2')
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('lists')
    await page.getByRole('combobox', { name: 'Status or fault' }).fill('429')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('next 2 fail').waitFor()
    await expect.poll(() => page.getByLabel('Planned failures').getByText('list: 429').count()).toBe(2)
    const statuses = []
    for (const path of ['/posts/1', '/posts', '/posts', '/posts']) statuses.push(await stage.ask('GET', path))
    expect(statuses).toEqual([200, 429, 429, 200])
    await page.getByText('running', { exact: true }).waitFor()
  })

  test.for(['abc', '700', '20'])(
    'refuses %s as a fault in one sentence, whose × can be read',
    async (fault, { page }) => {
      await using _stage = await setUp(page)
      await openPanel(page, 'Scenario')
      await page.getByRole('combobox', { name: 'Status or fault' }).fill(fault)
      await page.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('alert').getByText('Type a status from 200 to 599, or choose a fault.').waitFor()
      const dismiss = page.getByRole('button', { name: 'Dismiss' })
      await dismiss.hover()
      expect(await dismiss.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
        'rgba(0, 0, 0, 0)',
      )
      await dismiss.click()
      expect(await page.locator('.error').count()).toBe(0)
    },
  )

  test('empties the posts, fills them, and takes that back', async ({ page }) => {
    await using stage = await setUp(page)
    await openPanel(page, 'Scenario')
    await page.getByRole('button', { name: /^1,000 posts/ }).click()
    await page.getByRole('tab', { name: 'Posts 1,000' }).waitFor()
    await page.getByRole('button', { name: /^No posts/ }).click()
    await page.getByRole('tab', { name: 'Posts 0' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('tab', { name: 'Posts 1,000' }).waitFor()
    expect(await stage.posts()).toHaveLength(1000)
  })
})
