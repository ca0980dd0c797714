import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPostsServer } from 'posts-understudy/server'

const api = await createPostsServer({ posts: 3 })
process.env.POSTS_API = api.url
const { server } = await import('./server.mjs')
before(() => new Promise((listening) => server.listen(0, '127.0.0.1', listening)))
after(async () => {
  server.close()
  await api.close()
})

const page = async (world) => {
  const { port } = server.address()
  return (await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-understudy-world': world } })).text()
}

test('each test has its own world: posts, faults and journal', async () => {
  await api.worlds.get('a').posts.create({ title: 'Only in a', content: '' })
  assert.match(await page('a'), /Only in a/)
  assert.doesNotMatch(await page('b'), /Only in a/)
})
