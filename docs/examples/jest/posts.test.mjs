import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { setupPosts } from 'posts-understudy/node'

const mock = setupPosts({ baseUrl: 'https://api.example.com/v1', posts: 3 })
beforeAll(mock.listen)
afterEach(mock.reset)
afterAll(mock.close)

test('deletes a post', async () => {
  const response = await fetch('https://api.example.com/v1/posts/1', { method: 'DELETE' })
  expect(response.status).toBe(204)
  expect(mock.posts.count).toBe(2)
})
