let mock
beforeAll(async () => {
  const { setupPosts } = await import('posts-understudy/node')
  mock = setupPosts({ baseUrl: 'https://api.example.com/v1', posts: 3 })
  mock.listen()
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

test('deletes a post', async () => {
  const response = await fetch('https://api.example.com/v1/posts/1', { method: 'DELETE' })
  expect(response.status).toBe(204)
  expect(mock.posts.count).toBe(2)
})
