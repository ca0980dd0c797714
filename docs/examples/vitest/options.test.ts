import { createPostsTest } from 'posts-understudy/vitest'
import { describe, expect } from 'vitest'

const test = createPostsTest({
  baseUrl: 'https://api.example.com/v1',
  posts: [{ id: 7, title: 'Tea', content: 'Kenya' }],
  strict: true,
})

test('begins with the post', ({ mock }) => {
  expect(mock.posts.read(7)?.title).toBe('Tea')
})

describe('a service that answers a create with 200', () => {
  test.override({ postsOptions: { profile: { 'create.status': 200 } } })

  test('knows its profile', ({ mock }) => {
    expect(mock.profile['create.status']).toBe(200)
  })
})
