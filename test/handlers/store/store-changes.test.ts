import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'

const fields = { title: 'Tea', content: 'Kenya' }

function countChanges() {
  const { world, posts, ...mock } = createPostsMock({ posts: 3 })
  const changes = { count: 0 }
  const stop = world.store.listen(() => {
    changes.count++
  })
  return { ...mock, posts, world, changes, stop }
}

test('tells of a create, a replace, a delete, a restore and a reset', async () => {
  const { posts, changes, snapshot, restore, reset } = countChanges()
  const before = snapshot()
  const told: number[] = []
  await posts.create(fields)
  told.push(changes.count)
  await posts.replace(1, fields)
  told.push(changes.count)
  await posts.delete(2)
  told.push(changes.count)
  restore(before)
  told.push(changes.count)
  reset()
  told.push(changes.count)
  expect(told).toEqual([1, 2, 3, 4, 5])
})

test('tells of a change before the promise of the write settles', async () => {
  const { posts, changes } = countChanges()
  const seen = await posts.create(fields).then(() => changes.count)
  expect(seen).toBe(1)
})

test('tells nothing of a write that changes nothing', async () => {
  const { posts, changes } = countChanges()
  await posts.delete(99)
  expect(changes.count).toBe(0)
})

test('tells nothing once the listener has left', async () => {
  const { posts, changes, stop } = countChanges()
  stop()
  await posts.create(fields)
  expect(changes.count).toBe(0)
})

test('makes one snapshot between two writes', async () => {
  const { posts, snapshot } = createPostsMock({ posts: 3 })
  const first = snapshot()
  expect(snapshot()).toBe(first)
  await posts.create(fields)
  expect(snapshot()).not.toBe(first)
  expect(first.posts).toHaveLength(3)
})

test('forks a thousand worlds of 10,000 posts without copying a post', () => {
  const { world } = createPostsMock({ posts: 10_000 })
  const forks = Array.from({ length: 1000 }, () => world.fork())
  const before = process.memoryUsage().heapUsed
  forks.push(...Array.from({ length: 1000 }, () => world.fork()))
  const bytesPerFork = (process.memoryUsage().heapUsed - before) / 1000
  expect(forks.at(-1)?.store.count).toBe(10_000)
  // A copied index of 10,000 posts takes more than 300,000 bytes.
  expect(bytesPerFork).toBeLessThan(30_000)
})
