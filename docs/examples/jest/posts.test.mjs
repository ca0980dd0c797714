import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
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

test('answers under fake timers', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })
  const response = await fetch('https://api.example.com/v1/posts')
  expect(await response.json()).toHaveLength(3)
  jest.useRealTimers()
})
