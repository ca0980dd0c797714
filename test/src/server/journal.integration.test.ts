import { expect, test } from 'vitest'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'

interface Entry {
  operation?: string
  method: string
  path: string
  query: string
  status: number
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

test('tells of those after a request alone', async () => {
  await using server = await createPostsServer({ posts: 2 })
  for (const id of [1, 2, 3]) await fetch(`${server.url}/posts/${id}`)
  expect((await journalOf(server, '?after=1')).map(({ path }) => path)).toEqual(['/posts/2', '/posts/3'])
})

test('forgets on demand', async () => {
  await using server = await createPostsServer({ posts: 1 })
  await fetch(`${server.url}/posts`)
  expect((await fetch(`${server.controlUrl}journal`, { method: 'DELETE' })).status).toBe(204)
  expect(await journalOf(server)).toEqual([])
})
