import { expect } from '@playwright/test'
import { HttpResponse, http, passthrough } from 'msw'
import { createPostsTest, test } from '../../../src/playwright.ts'
import { send } from './send.ts'

test.beforeEach(({ page }) => page.goto('/'))

test('asks handlers of the test first, until a reset', async ({ page, mock }) => {
  await mock.use(http.get('*/v1/posts', () => HttpResponse.json({ error: 'tea' }, { status: 418 })))
  expect((await send(page, 'GET', '/v1/posts')).status).toBe(418)
  expect((await send(page, 'GET', '/v1/posts/1')).status).toBe(200)
  mock.reset()
  expect((await send(page, 'GET', '/v1/posts')).status).toBe(200)
})

test('lets a handler answer any address, the latest first', async ({ page, mock }) => {
  await mock.use(http.get('/users', () => HttpResponse.json('first')))
  await mock.use(http.get('/users', () => HttpResponse.json('second'), { once: true }))
  expect((await send(page, 'GET', '/users')).text).toBe('"second"')
  expect((await send(page, 'GET', '/users')).text).toBe('"first"')
})

test('hands a handler the whole request', async ({ page, mock }) => {
  const seen: unknown[] = []
  await mock.use(
    http.put('https://api.example.com/v1/posts/:id', async ({ request, params }) => {
      seen.push(params.id, request.headers.get('x-own'), [...new Uint8Array(await request.arrayBuffer())])
      return new HttpResponse(new Uint8Array([0, 255, 1]), { headers: { 'content-type': 'image/png' } })
    }),
  )
  const address = 'https://api.example.com/v1/posts/9'
  await send(page, 'PUT', address, [0, 255, 254], { headers: { 'x-own': 'yes' } })
  expect(seen).toEqual(['9', 'yes', [0, 255, 254]])
})

test('sets each cookie of a handler', async ({ page, context, mock }) => {
  const headers = new Headers()
  headers.append('set-cookie', 'one=1; Path=/')
  headers.append('set-cookie', 'two=2; Path=/')
  await mock.use(http.post('/sign-in', () => new HttpResponse(null, { status: 204, headers })))
  expect((await send(page, 'POST', '/sign-in')).status).toBe(204)
  expect((await context.cookies()).map(({ name }) => name).sort()).toEqual(['one', 'two'])
})

test('breaks the connection where a handler says so', async ({ page, mock }) => {
  await mock.use(http.get('*/v1/posts', () => HttpResponse.error()))
  expect((await send(page, 'GET', '/v1/posts')).status).toBe('TypeError')
})

const closed = createPostsTest({ onUnhandledRequest: 'error' })

closed('leaves to the network what a handler lets pass', async ({ page, mock }) => {
  await mock.use(http.all('*/v1/posts', () => passthrough()))
  expect((await send(page, 'GET', '/v1/posts?passed')).text).toBe('past the mock')
})
