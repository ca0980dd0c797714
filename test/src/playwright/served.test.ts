import { expect, test, vi } from 'vitest'
import { openServedWorld } from '../../../src/playwright/served/open-world.ts'
import { createPostsServer } from '../../../src/server.ts'

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

test('reads, counts and removes single posts of a served world, and tells of those that are not there', async () => {
  await using server = await createPostsServer({ posts: 3 })
  const { posts, close } = await openServedWorld({
    server: server.url,
    posts: [{ id: 2n ** 60n, title: 'a', content: 'b' }],
  })
  expect(await posts.posts.exact.read(2n ** 60n)).toEqual({ id: 2n ** 60n, title: 'a', content: 'b' })
  expect([await posts.posts.read(1), await posts.posts.read(1.5), await posts.posts.read(2n ** 70n)]).toEqual(
    [undefined, undefined, undefined],
  )
  expect([
    await posts.posts.delete(1),
    await posts.posts.delete(2n ** 60n),
    await posts.posts.count(),
  ]).toEqual([false, true, 0])
  await expect(posts.posts.replace(7, { title: 'a', content: 'b' })).rejects.toMatchObject({
    code: 'POST_MISSING',
  })
  await close()
})

test('leaves no world behind where the posts of a test are none', async () => {
  await using server = await createPostsServer()
  const posts = [{ title: 'a' }] as never
  await expect(openServedWorld({ server: server.url, posts })).rejects.toThrow(
    'post 1 of the list has no content',
  )
  expect(server.worlds.names).toEqual([])
})

test('closes a served world that the server has dropped already', async () => {
  await using server = await createPostsServer()
  const { posts, close } = await openServedWorld({ server: server.url })
  server.worlds.drop(posts.world)
  await close()
  expect(server.worlds.names).toEqual([])
})

test('a served world warns at its end of a fault that no request met', async () => {
  await using server = await createPostsServer()
  const { posts, problems } = await openServedWorld({ server: server.url })
  using warned = vi.spyOn(console, 'warn').mockReturnValue()
  await posts.faults.next('create', 'timeout')
  expect(await problems()).toEqual([])
  expect(warned).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('No request met the planned fault create "timeout" before'),
  )
})
