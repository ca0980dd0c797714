import { createPostsMock } from 'posts-understudy'
import { expect, test } from 'vitest'

const mock = createPostsMock({ baseUrl: 'https://api.example.com/v1', posts: 3, seed: 1 })

test('retries a create once', async () => {
  mock.faults.next('create', { status: 503 }) // or 'network-error', 'timeout', 'reply-lost', 'truncated', 'malformed'
  const send = () =>
    mock.fetch('https://api.example.com/v1/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"Hello","content":"World"}',
    })
  expect((await send()).status).toBe(503)
  expect((await send()).status).toBe(201)
  expect(mock.journal.requests.map(({ status }) => status)).toEqual([503, 201])
  expect(mock.posts.read(4)).toEqual({ id: 4, title: 'Hello', content: 'World' })
})
