import { createPostsTest } from 'posts-understudy/vitest'
import { describe, expect } from 'vitest'

const test = createPostsTest({
  baseUrl: 'https://api.example.com/v1',
  posts: [{ id: 7, title: 'Tea', content: 'Kenya' }],
  strict: true,
})

test('reads the post', async () => {
  const response = await fetch('https://api.example.com/v1/posts/7')
  expect(await response.json()).toEqual({ id: 7, title: 'Tea', content: 'Kenya' })
})

describe('a service that answers a create with 200', () => {
  test.override({ postsOptions: { profile: { 'create.status': 200 } } })

  test('knows its profile', ({ mock }) => {
    expect(mock.profile['create.status']).toBe(200)
  })
})
