import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'

test.each([
  ['https://api.example.com/v1', 'GET', '/post', 'There is nothing at /v1/post.'],
  ['https://api.example.com/v1', 'PATCH', '/posts/1', 'PATCH is not a method of /v1/posts/1.'],
  ['https://api.example.com', 'GET', '/post', 'There is nothing at /post.'],
  ['https://api.example.com', 'GET', '', 'There is nothing at /.'],
])('at %s the answer to %s %s names the whole path', async (baseUrl, method, path, detail) => {
  const mock = createPostsMock({ baseUrl, posts: 1, onWarning() {} })
  const response = await mock.fetch(baseUrl + path, { method })
  expect(await response.json()).toMatchObject({ detail })
})
