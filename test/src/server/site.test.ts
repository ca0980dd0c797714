import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'

test('shows the panel at the root, which names the address of the posts', async () => {
  await using server = await createPostsServer({ basePath: '/api/v1/' })
  const page = await (await fetch(server.pageUrl)).text()
  expect(page).toContain(`${server.url}/posts`)
  expect((await fetch(`${server.origin}/api/v1/posts/1`)).status).toBe(200)
  expect(page).toContain('href="/_understudy/page/"')
  expect(page).toContain('panel.js?posts=%2Fapi%2Fv1&amp;page=start')
  expect(await (await fetch(`${server.origin}/_understudy/panel`)).text()).toContain('&amp;page=posts')
  const asBrowser = { headers: { accept: 'text/html,*/*;q=0.8' } }
  expect(await (await fetch(server.controlUrl, asBrowser)).text()).toContain('&amp;page=api')
  await using atRoot = await createPostsServer({ basePath: '/', onWarning() {} })
  expect((await fetch(atRoot.origin)).status).toBe(404)
})

test.each(['..%2f..%2f..%2fpackage.json', '%2e%2e/%2e%2e/%2e%2e/package.json', 'nothing.js'])(
  'serves no other file of the machine at %s',
  async (path) => {
    await using server = await createPostsServer()
    expect((await fetch(`${server.controlUrl}page/assets/${path}`)).status).toBe(404)
  },
)

test.each(['/_understudy/', '/_understudy/nothing', '/_understudy/panel.js', '/', '/nothing'])(
  'lets no other page embed %s',
  async (path) => {
    await using server = await createPostsServer()
    const { headers } = await fetch(server.origin + path)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(
      ['x-frame-options', 'x-content-type-options', 'referrer-policy'].map((name) => headers.get(name)),
    ).toEqual(['DENY', 'nosniff', 'no-referrer'])
  },
)
