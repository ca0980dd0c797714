import { expect, test } from 'vitest'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'
import { callControl, readEvents } from '../../support/control-client.ts'

async function streamOf(server: PostsServer, query = '') {
  const response = await fetch(`${server.controlUrl}stream${query}`)
  return { response, until: (words: string) => readEvents(response, (text) => text.includes(words)) }
}

test('streams the state at once, and after every change', async () => {
  await using server = await createPostsServer({ posts: 2 })
  const { until } = await streamOf(server)
  await server.posts.create({ title: 'a', content: 'b' })
  server.faults.offline()
  server.useProfile('minimal')
  const text = await until('"create.body":"none"')
  expect(text).toMatch(/^retry: 1000\n\nevent: state\ndata: {"posts":2,"version":0,"undo":0,"requests":0,/)
  expect(text).toMatch(
    /"posts":3,"version":1,"undo":1,"requests":0,"latest":0,"held":\[\],"faults":{"offline":true/,
  )
})

test('streams requests beside the state, with the fault that each met', async () => {
  await using server = await createPostsServer({ posts: 2 })
  const { until } = await streamOf(server)
  server.faults.next('read', { status: 503 })
  await fetch(`${server.url}/posts/1`)
  await fetch(`${server.url}/posts/2`)
  const text = await until('"path":"/posts/2"')
  expect(text).toMatch(/"path":"\/posts\/1".*"status":503.*"fault":{"status":503}/)
  expect(text).not.toMatch(/"path":"\/posts\/2".*"fault"/)
})

test('streams the world that is asked for', async () => {
  await using server = await createPostsServer({ posts: 2 })
  await callControl(server, 'PUT', 'worlds/a')
  const { until } = await streamOf(server, '?world=a')
  await server.posts.delete(1)
  await callControl(server, 'POST', 'more?world=a', { posts: 7 })
  const text = await until('"posts":9')
  expect(text).toContain('"posts":9')
  expect(text).not.toContain('"posts":1,')
})

test('the stream of a world that is not there makes none, and ends once it is made', async () => {
  await using server = await createPostsServer({ posts: 2 })
  const { response } = await streamOf(server, '?world=a')
  expect((await callControl(server, 'GET', 'worlds')).json).toEqual({ worlds: [] })
  await callControl(server, 'POST', 'more?world=a', { posts: 7 })
  expect(await response.text()).toContain('"posts":2,')
  const { until } = await streamOf(server, '?world=a')
  expect(await until('"posts":9')).toContain('"posts":9')
})
