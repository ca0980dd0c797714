import { afterEach, expect, test, vi } from 'vitest'
import { keepPosts } from '../../../src/browser/keep-posts.ts'
import { createPostsMock } from '../../../src/index.ts'
import type { PostsMock, PostsMockOptions } from '../../../src/mock/mock.ts'

const key = 'posts'
const fields = { title: 'Kept', content: 'For later.' }

/** The storage of a browser. */
class Kept extends Map<string, string> {
  isFull = false
  getItem(name: string): string | null {
    return this.get(name) ?? null
  }
  setItem(name: string, text: string): void {
    if (this.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this.set(name, text)
  }
  removeItem(name: string): void {
    this.delete(name)
  }
}

function openPage(
  storage: Kept,
  options: PostsMockOptions = { posts: 3 },
): { mock: PostsMock; close: () => void } {
  const mock = createPostsMock(options)
  const begun = String(options.posts)
  return { mock, close: keepPosts({ world: mock.world, storage, key, begun }) }
}

afterEach(() => vi.restoreAllMocks())

test('keeps the posts over a reload, and the ids that were given out', async () => {
  const storage = new Kept()
  const { mock, close } = openPage(storage)
  await mock.posts.create(fields)
  await mock.posts.delete(4)
  await mock.posts.delete(1)
  close()
  const { mock: reloaded } = openPage(storage)
  expect(reloaded.posts.list()).toEqual(mock.posts.list())
  expect((await reloaded.posts.create(fields)).id).toBe(5)
  reloaded.reset()
  expect(reloaded.posts.count).toBe(3)
})

test.each([
  ['text that is not JSON', 'posts!'],
  ['posts that are none', '{"begun":"3","posts":[{"id":1}]}'],
])('drops %s, says so, and begins anew', (_what, text) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const storage = new Kept([[key, text]])
  expect(openPage(storage).mock.posts.count).toBe(3)
  expect(warned.mock.calls.flat()).toEqual([
    expect.stringContaining('Dropped the posts that were kept as "posts": '),
  ])
  expect(storage.size).toBe(0)
})

test('begins anew without a word with other initial posts', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const storage = new Kept()
  const { mock, close } = openPage(storage)
  await mock.posts.create(fields)
  close()
  expect(openPage(storage, { posts: 5 }).mock.posts.count).toBe(5)
  expect(warned).not.toHaveBeenCalled()
})

test('says once that the storage is full', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const storage = new Kept()
  storage.isFull = true
  const { mock } = openPage(storage)
  for (let times = 0; times < 3; times++) {
    await mock.posts.create(fields)
    await new Promise((settle) => setTimeout(settle, 5))
  }
  expect(warned.mock.calls).toEqual([
    [
      '[posts-understudy] Failed to keep the posts as "posts": The quota has been exceeded. They are lost with the next reload.',
    ],
  ])
})

test('keeps nothing after it was stopped', async () => {
  const storage = new Kept()
  const { mock, close } = openPage(storage)
  close()
  await mock.posts.create(fields)
  await new Promise((settle) => setTimeout(settle, 5))
  expect(storage.size).toBe(0)
})
