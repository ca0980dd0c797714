import { test } from 'posts-understudy/vitest'
import { expect } from 'vitest'

test('deletes a post and leaves the others', async ({ mock }) => {
  await fetch('https://api.example.com/v1/posts/1', { method: 'DELETE' })
  expect(mock.posts.count).toBe(24)
  expect(mock.journal.filter('delete')).toHaveLength(1)
})
