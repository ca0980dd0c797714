import { expect } from '@playwright/test'
import { createPostsTest, test } from '../../../../src/playwright.ts'
import { send } from './send.ts'

test.beforeEach(({ page }) => page.goto('/'))

for (let index = 0; index < 6; index++) {
  test(`test ${index} of six that write at once sees its own posts only`, async ({ page, mock }) => {
    for (let round = 1; round <= 5; round++) {
      expect((await send(page, 'POST', '/v1/posts', { title: `${index}`, content: '' })).status).toBe(201)
      const listed = JSON.parse((await send(page, 'GET', '/v1/posts')).text)
      expect(listed.slice(3).map(({ title }: { title: string }) => title)).toEqual(
        Array(round).fill(`${index}`),
      )
    }
    expect(mock.journal.filter('create')).toHaveLength(5)
  })
}

test('has posts and journal at hand', async ({ page, mock }) => {
  const { id } = await mock.posts.create({ title: 'Arranged', content: 'by the test' })
  expect(JSON.parse((await send(page, 'GET', `/v1/posts/${id}`)).text).title).toBe('Arranged')
  await send(page, 'DELETE', `/v1/posts/${id}`)
  expect((await mock.journal.waitFor('delete')).path).toBe(`/posts/${id}`)
  mock.reset()
  expect(mock.posts.count).toBe(3)
})

test('answers a page of another origin, preflight included', async ({ page, mock }) => {
  const address = 'https://api.example.com/v1/posts/1'
  const body = { title: 'a', content: 'b' }
  const { status } = await send(page, 'PUT', address, body, { headers: { 'x-own': '1' } })
  expect(status).toBe(200)
  expect(mock.journal.requests.map(({ method }) => method)).toEqual(['PUT'])
})

test('warns once of an address that is nearly one of the posts', async ({ page }) => {
  for (const id of [1, 1]) await send(page, 'GET', `/v2/posts/${id}?near`)
})

test('lets no service worker come between', async ({ page }) => {
  const registered = page.evaluate(async () => String(await navigator.serviceWorker.register('/worker.js')))
  expect(await registered).toBe('undefined')
})

test('answers another context that is handed to it', async ({ browser, baseURL, mock }) => {
  await using context = await browser.newContext({ baseURL: baseURL ?? '' })
  await mock.listen(context)
  const page = await context.newPage()
  await page.goto('/')
  expect((await send(page, 'DELETE', '/v1/posts/1')).status).toBe(204)
  expect(mock.posts.count).toBe(2)
})

const ofAnyBase = createPostsTest({ baseUrl: '*/where', seed: 7 })

ofAnyBase('leaves a page alone that lies where posts could be', async ({ page, mock }) => {
  await page.goto('/where/posts/7')
  expect(await page.title()).toBe('The app')
  expect((await send(page, 'GET', '/any/where/posts/3')).status).toBe(200)
  expect(mock.posts.count).toBe(3)
})
