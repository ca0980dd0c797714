import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'

test('makes no more posts in one call than it can hold', async () => {
  await using server = await createPostsServer({ posts: 3 })
  const seed = await fetch(`${server.controlUrl}seed`, { method: 'POST', body: '{"posts":1000000}' })
  const more = await fetch(`${server.controlUrl}more`, { method: 'POST', body: '{"posts":100001}' })
  expect([seed.status, more.status, server.posts.count]).toEqual([400, 400, 3])
})

test.each([
  ['a million fields', `{"latency":{${Array.from({ length: 1e5 }, (_, n) => `"k${n}":1`).join(',')}}}`],
  ['a hundred thousand faults', `{"next":[${Array.from({ length: 1e5 }, () => '0').join(',')}]}`],
  ['nesting', `{"latency":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['a number of many digits', `{"latency":{"any":${'9'.repeat(10_000)}}}`],
  ['more than a mebibyte', JSON.stringify({ latency: 'a'.repeat(2_000_000) })],
])('refuses a control body with %s at once', async (_case, body) => {
  await using server = await createPostsServer()
  const response = await fetch(`${server.controlUrl}faults`, { method: 'PATCH', body })
  const text = await response.text()
  expect(response.status).toBe(413)
  expect(text.length).toBeLessThan(400)
})

test('lets no more requests fail beforehand than it can hold', async () => {
  await using server = await createPostsServer()
  const next = () =>
    fetch(`${server.controlUrl}faults/next`, {
      method: 'POST',
      body: '{"fault":{"status":503},"times":6000}',
    })
  expect([(await next()).status, (await next()).status]).toEqual([200, 413])
})

test.each(['/_understudy/', '/_understudy/nothing', '/_understudy/panel.js', '/'])(
  'lets no page of others show %s',
  async (path) => {
    await using server = await createPostsServer()
    const { headers } = await fetch(server.origin + path)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(
      ['x-frame-options', 'x-content-type-options', 'referrer-policy'].map((name) => headers.get(name)),
    ).toEqual(['DENY', 'nosniff', 'no-referrer'])
  },
)

test.each(['cross-site', 'same-site'])('refuses a request without an origin from a %s page', async (site) => {
  await using server = await createPostsServer()
  const { status } = await fetch(`${server.controlUrl}state`, {
    headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' },
  })
  expect(status).toBe(403)
})
