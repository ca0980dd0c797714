import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'

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
