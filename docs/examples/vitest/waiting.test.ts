import { test } from 'posts-understudy/vitest'
import { expect } from 'vitest'

const save = (title: string) =>
  fetch('https://api.example.com/v1/posts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, content: '' }),
  })

test('sends what was typed', async ({ mock }) => {
  void save('Hello')
  const { body, status } = await mock.journal.waitFor('create')
  expect(body).toEqual({ title: 'Hello', content: '' })
  expect(status).toBe(201)
})

test('keeps the post although the reply was lost', async ({ mock }) => {
  mock.faults.next('create', 'reply-lost')
  await expect(save('Hello')).rejects.toThrow()
  expect(await mock.posts.find((query) => query.where({ title: 'Hello' }))).toHaveLength(1)
})
