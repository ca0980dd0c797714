import { expect, test } from 'vitest'
import { createPostsServer } from '../../../src/server.ts'
import { callControl as call } from '../../support/control-client.ts'

test('adds, replaces and removes posts past the service', async () => {
  await using server = await createPostsServer({ posts: 1, profile: { 'input.empty': 'refused' } })
  server.faults.offline()
  expect(await call(server, 'POST', 'posts', { title: '', content: 'b' })).toMatchObject({
    status: 200,
    json: { id: 2, title: '', content: 'b' },
  })
  expect((await call(server, 'PUT', 'posts/2', { title: 'c', content: 'd' })).json.title).toBe('c')
  expect((await call(server, 'DELETE', 'posts/1')).status).toBe(204)
  expect((await call(server, 'GET', 'posts')).json).toEqual([{ id: 2, title: 'c', content: 'd' }])
  expect(server.journal.requests).toEqual([])
})

test('keeps the id of a post exact, in the path and in the reply', async () => {
  await using server = await createPostsServer({ posts: [{ id: 2n ** 63n - 1n, title: 'a', content: 'b' }] })
  const body = { title: 'c', content: 'd' }
  const { text } = await call(server, 'PUT', 'posts/9223372036854775807', body)
  expect(text).toBe('{"id":9223372036854775807,"title":"c","content":"d"}')
})

test.each([
  ['DELETE', 'posts/9', undefined, 404, 'Post 9 does not exist.'],
  ['DELETE', 'posts/x', undefined, 400, '"x" is not a post id: expected an int64 integer.'],
  ['PUT', 'posts/9', { title: '', content: '' }, 404, 'Failed to replace post 9: no post has this id.'],
  ['POST', 'posts', { title: 1, content: '' }, 400, 'title and content must be strings'],
])('refuses %s %s of %j with %i', async (method, path, body, status, detail) => {
  await using server = await createPostsServer({ posts: 1 })
  const reply = await call(server, method, path, body)
  expect(reply).toMatchObject({ status, json: { detail: expect.stringContaining(detail) } })
})
