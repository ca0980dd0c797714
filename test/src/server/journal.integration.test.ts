import { expect, test } from 'vitest'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'
import { readEvents } from '../../support/control-client.ts'

interface Entry {
  operation?: string
  method: string
  path: string
  query: string
  status: number
  at: number
  headers: Record<string, string>
}

async function journalOf(server: PostsServer, query = ''): Promise<Entry[]> {
  const response = await fetch(`${server.controlUrl}journal${query}`)
  return ((await response.json()) as { requests: Entry[] }).requests
}

test('tells of every request, secrets blotted out', async () => {
  await using server = await createPostsServer({ posts: 1, onWarning: () => {} })
  const headers = {
    authorization: 'Bearer s3cret',
    cookie: 'sid=s3cret',
    'x-api-key': 's3cret',
    accept: 'text/x',
  }
  await fetch(`${server.url}/posts/1?token=s3cret&page=2`, { headers })
  const [entry] = await journalOf(server)
  expect(entry).toMatchObject({
    operation: 'read',
    method: 'GET',
    path: '/posts/1',
    query: '?token=[redacted]&page=2',
    status: 200,
    headers: {
      authorization: '[redacted]',
      cookie: '[redacted]',
      'x-api-key': '[redacted]',
      accept: 'text/x',
    },
  })
  expect(JSON.stringify(await journalOf(server))).not.toContain('s3cret')
})

test('keeps the integers of a body exact', async () => {
  await using server = await createPostsServer({ posts: 0, onWarning: () => {} })
  const body = '{"id":9007199254740993,"title":"","content":""}'
  await fetch(`${server.url}/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(await (await fetch(`${server.controlUrl}journal`)).text()).toContain('"id":9007199254740993')
})

test('filters by operation, method, path, status and time', async () => {
  await using server = await createPostsServer({ posts: 2, onWarning: () => {} })
  await fetch(`${server.url}/posts`)
  await fetch(`${server.url}/posts/1`)
  await fetch(`${server.url}/posts/9`)
  await fetch(`${server.url}/posts/1`, { method: 'PATCH' })
  const counts = await Promise.all(
    [
      '?operation=read',
      '?operation=none',
      '?method=PATCH',
      '?path=/posts/1',
      '?status=404',
      '?path=/posts/1&method=GET',
    ].map(async (query) => (await journalOf(server, query)).length),
  )
  expect(counts).toEqual([2, 1, 1, 2, 1, 1])
  const [, , , last] = await journalOf(server)
  expect((await journalOf(server, `?since=${last?.at}`)).length).toBeGreaterThanOrEqual(1)
  expect(await journalOf(server, `?since=${(last?.at ?? 0) + 1}`)).toEqual([])
})

test('forgets on demand', async () => {
  await using server = await createPostsServer({ posts: 1 })
  await fetch(`${server.url}/posts`)
  expect((await fetch(`${server.controlUrl}journal`, { method: 'DELETE' })).status).toBe(204)
  expect(await journalOf(server)).toEqual([])
})

test('streams every request that comes, by the same filters', async () => {
  await using server = await createPostsServer({ posts: 2 })
  const response = await fetch(`${server.controlUrl}journal/stream?operation=read`)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await fetch(`${server.url}/posts`)
  await fetch(`${server.url}/posts/2`)
  const text = await readEvents(response, (soFar) => soFar.includes('data: '))
  const [, data] = /^event: request\ndata: (.+)\n\n/m.exec(text) ?? []
  expect(JSON.parse(data ?? '')).toMatchObject({ operation: 'read', path: '/posts/2', status: 200 })
})

test('streams the requests of the world that is asked for', async () => {
  await using server = await createPostsServer({ posts: 2 })
  await fetch(`${server.controlUrl}worlds/a`, { method: 'PUT' })
  const response = await fetch(`${server.controlUrl}journal/stream?world=a`)
  await fetch(`${server.url}/posts/1`)
  await fetch(`${server.url}/posts/2`, { headers: { 'x-understudy-world': 'a' } })
  const text = await readEvents(response, (soFar) => soFar.includes('data: '))
  expect([text.includes('"path":"/posts/2"'), text.includes('"path":"/posts/1"')]).toEqual([true, false])
})

test('stops listening when the client leaves', async () => {
  await using server = await createPostsServer({ posts: 2 })
  const leaving = new AbortController()
  await fetch(`${server.controlUrl}journal/stream`, { signal: leaving.signal })
  leaving.abort()
  await fetch(`${server.url}/posts/1`)
  await fetch(`${server.url}/posts/2`)
  expect(await journalOf(server)).toHaveLength(2)
})

test('ends its streams when it closes', async () => {
  const server = await createPostsServer({ posts: 2 })
  const response = await fetch(`${server.controlUrl}journal/stream`)
  await server.close()
  expect(await readEvents(response, () => false)).toBe('retry: 1000\n\n')
})

test('refuses a filter of a stream before it begins', async () => {
  await using server = await createPostsServer()
  expect((await fetch(`${server.controlUrl}journal/stream?operation=reed`)).status).toBe(400)
})
