import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { startCli, startServe } from '../../support/cli-process.ts'
import { serveHere } from '../../support/cli-surroundings.ts'

const json = { 'content-type': 'application/json' }
const body = '{"title":"Mine","content":"Here"}'

test('begins with the posts of the provider, and tells where a read differs, on the console and in the journal', async () => {
  await using provider = await createPostsServer({
    posts: [
      { id: 7, title: 'Tea', content: 'Kenya' },
      { id: 9, title: 'Coffee', content: 'Peru' },
    ],
    profile: { 'id.malformed': 400, 'post.extra-fields': { likes: 'integer' } },
    onWarning() {},
  })
  await using mock = await startServe(
    '--compare',
    provider.url,
    '--header',
    'Authorization: Bearer secret-token',
  )
  expect(await (await fetch(`${mock.url}/posts/7`)).json()).toMatchObject({ title: 'Tea' })
  await fetch(`${mock.url}/posts/tea`)
  await mock.until('stderr', /GET \/posts\/tea differs from \S+\/v1: status: mock 404, provider 400\n/)
  const { requests } = await (await fetch(`${mock.origin}/_understudy/journal`)).json()
  expect(requests[0].differences).toBeUndefined()
  expect(requests[1].differences).toEqual([{ about: 'status', mock: '404', provider: '400' }])
  mock.signal('SIGTERM')
  await mock.ended
  expect(mock.printed.stderr).toMatch(/Compared 2 reads with \S+: 1 equal, 1 different\.\n$/)
  expect(mock.printed.stderr).not.toContain('secret-token')
})

test('sends no write to the provider, and leaves out what was written here', async () => {
  await using provider = await createPostsServer({ posts: 3, onWarning() {} })
  await using mock = await serveHere('--compare', provider.url)
  await fetch(`${mock.url}/posts`, { method: 'POST', headers: json, body })
  await fetch(`${mock.url}/posts/1`, { method: 'PUT', headers: json, body })
  await fetch(`${mock.url}/posts/2`, { method: 'DELETE' })
  for (const path of ['/posts/1', '/posts/2', '/posts/4', '/posts/3', '/posts']) await fetch(mock.url + path)
  mock.stop()
  await mock.ended
  expect(mock.printed.stderr).toMatch(/Compared 2 reads with \S+: 2 equal, 0 different; 3 not compared\.\n$/)
  const methods = new Set(provider.journal.requests.map(({ method }) => method))
  expect([...methods]).toEqual(['GET'])
  expect(provider.posts.count).toBe(3)
})

test('a fault of the mock is not a difference, and a provider that goes away is told once', async () => {
  const provider = await createPostsServer({ posts: 3, onWarning() {} })
  await using mock = await serveHere('--compare', provider.url)
  const fault = '{"operation":"list","fault":{"status":503}}'
  await fetch(`${mock.origin}/_understudy/faults/next`, { method: 'POST', headers: json, body: fault })
  expect((await fetch(`${mock.url}/posts`)).status).toBe(503)
  await expect.poll(() => provider.journal.requests.length).toBe(2)
  await provider.close()
  expect((await fetch(`${mock.url}/posts/1`)).status).toBe(200)
  await mock.until('stderr', /Not compared: Failed to send GET \/posts\/1 to /)
  mock.stop()
  await mock.ended
  expect(mock.printed.stderr).toMatch(/Compared 1 reads with \S+: 1 equal, 0 different; 1 not compared\.\n$/)
})

test('ends without the reads that the provider leaves unanswered', async () => {
  await using provider = await createPostsServer({ posts: 3, onWarning() {} })
  await using mock = await serveHere('--compare', provider.url)
  await provider.faults.next('read', 'timeout', 3)
  for (const id of [1, 2, 3]) await fetch(`${mock.url}/posts/${id}`)
  mock.stop()
  await mock.ended
  expect(mock.printed.stderr).toMatch(/Compared 0 reads with \S+: 0 equal, 0 different; 3 not compared\.\n$/)
  expect(mock.printed.stderr).not.toContain('no reply within')
})

test('a credential that the provider has put into a post is not in the posts of the mock', async () => {
  const content = `seen: ${Buffer.from('Bearer secret-token').toString('base64')}`
  await using provider = await createPostsServer({
    posts: [{ id: 7, title: 'Tea', content }],
    onWarning() {},
  })
  const header = 'Authorization: Bearer secret-token'
  await using mock = await serveHere('--compare', provider.url, '--header', header)
  expect((await (await fetch(`${mock.url}/posts/7`)).json()).content).toMatch(/^seen: \S*\[secret\]=*$/)
})

test('says what to do where the provider cannot be reached', async () => {
  await using mock = startCli('serve', '--port', '0', '--compare', 'http://127.0.0.1:1/v1')
  expect(await mock.ended).toBe(2)
  expect(mock.printed.stderr).toMatch(/^Failed to send GET \/posts to http:\/\/127\.0\.0\.1:1\/v1: /)
})
