import { expect } from '@playwright/test'
import { createServedPostsTest } from '../../../src/playwright.ts'
import { send } from './send.ts'

const { SERVER = '' } = process.env
const address = `${SERVER}/posts`
const test = createServedPostsTest({ server: SERVER })

test.beforeEach(({ page }) => page.goto('/'))

for (const index of [1, 2, 3, 4]) {
  test(`test ${index} of four has a world of its own on the server`, async ({ page, mock, request }) => {
    expect(
      (await send(page, 'DELETE', `${address}/1`, undefined, { headers: { 'x-own': 'a' } })).status,
    ).toBe(204)
    const headers = { 'x-understudy-world': mock.world }
    expect((await request.delete(`${address}/2`, { headers })).status()).toBe(204)
    expect((await page.request.get(`${address}/2`, { headers })).status()).toBe(404)
    expect(await mock.posts.count()).toBe(1)
    expect((await mock.journal.waitFor('delete')).path).toBe('/posts/1')
    expect(await mock.journal.filter('delete')).toHaveLength(2)
  })
}

test('tells nobody else of its world', async ({ page, baseURL }) => {
  const request = page.waitForRequest('**/v2/posts?served')
  await send(page, 'GET', `${baseURL}/v2/posts?served`)
  expect(await (await request).allHeaders()).not.toHaveProperty('x-understudy-world')
})

test('sets faults that only a connection shows', async ({ page, mock }) => {
  await mock.faults.next('list', 'truncated')
  expect(await send(page, 'GET', address)).toMatchObject({ status: 200, text: 'TypeError' })
  await mock.faults.next('list', { status: 503 })
  expect((await send(page, 'GET', address)).status).toBe(503)
  await mock.faults.offline()
  await mock.faults.latency({ min: 1, max: 2 })
  await mock.faults.rate(1)
  expect(await mock.faults.settings()).toMatchObject({ offline: true, latency: { any: { min: 1, max: 2 } } })
  expect((await send(page, 'GET', address)).status).toBe('TypeError')
  await mock.faults.clear()
  expect((await send(page, 'GET', address)).status).toBe(200)
})

test('arranges posts and profile', async ({ page, mock }) => {
  await mock.seed([{ id: 9007199254740993n, title: 'far', content: '' }])
  const before = await mock.snapshot()
  expect(await mock.posts.delete(9007199254740993n)).toBe(true)
  expect(await mock.posts.delete(9007199254740993n)).toBe(false)
  const { id } = await mock.posts.exact.create({ title: 'a', content: 'b' })
  await mock.posts.exact.replace(id, { title: 'c', content: 'd' })
  expect(await mock.posts.exact.read(id)).toEqual({ id, title: 'c', content: 'd' })
  await mock.restore(before)
  expect((await mock.posts.exact.list()).map((post) => post.id)).toEqual([9007199254740993n])
  await mock.useProfile({ 'create.status': 200 })
  expect((await send(page, 'POST', address, { title: 'a', content: 'b' })).status).toBe(200)
  await mock.reset()
  expect((await mock.profile())['create.status']).toBe(201)
  await expect(mock.useProfile({ 'delete.status': 999 as never })).rejects.toThrow(/"delete\.status"/)
  await mock.journal.clear()
  const waited = mock.journal.waitFor('list', { timeout: 50 })
  await expect(waited).rejects.toThrow('it did not come within 50 ms. Requests that came: none.')
})

createServedPostsTest({ server: SERVER, baseUrl: '*/v1', posts: 7, profile: 'minimal' })(
  'begins as its options say, also behind another address',
  async ({ page, mock, context, baseURL }) => {
    // A development server's proxy.
    await context.route(`${baseURL}/v1/**`, async (route) => {
      const response = await route.fetch({ url: `${SERVER}/posts` })
      await route.fulfill({ response })
    })
    await page.goto('/')
    expect(await mock.posts.count()).toBe(7)
    expect((await mock.profile())['error.body']).toBe('none')
  },
)
