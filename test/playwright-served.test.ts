import { expect, test } from 'vitest'
import { openServedWorld } from '../src/playwright/served/open-world.ts'
import { createPostsServer } from '../src/server/index.ts'

test('a further fault in a served world does not let go of a request that hangs', async () => {
  await using server = await createPostsServer({ posts: 3 })
  const { posts, close } = await openServedWorld({ server: server.url })
  const headers = { 'x-understudy-world': posts.world }
  await posts.faults.next('read', 'timeout')
  let outcome = 'hangs'
  const read = fetch(`${server.url}/posts/1`, { headers }).catch(() => (outcome = 'let go'))
  await expect.poll(async () => (await posts.faults.settings()).next).toEqual([])
  await posts.faults.next('list', { status: 503 })
  expect((await fetch(`${server.url}/posts`, { headers })).status).toBe(503)
  expect(outcome).toBe('hangs')
  await posts.faults.clear()
  await read
  expect(outcome).toBe('let go')
  await close()
})
