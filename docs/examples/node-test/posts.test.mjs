import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setupPosts } from 'posts-understudy/node'

const mock = setupPosts({ baseUrl: 'https://api.example.com/v1', posts: 3, strict: true })
before(mock.listen)
afterEach(mock.reset)
after(mock.close)

test('deletes a post', async () => {
  const response = await fetch('https://api.example.com/v1/posts/1', { method: 'DELETE' })
  assert.equal(response.status, 204)
  assert.equal(mock.posts.count, 2)
})
