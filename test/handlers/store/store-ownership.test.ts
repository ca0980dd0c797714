import { expect, test } from 'vitest'
import { completeProfile, type PartialProfile } from '../../../handlers/choices/profile.ts'
import type { StoredPost } from '../../../handlers/model/post.ts'
import { PostStore } from '../../../handlers/store/post-store.ts'
import type { Snapshot } from '../../../handlers/store/state.ts'
import { createPostsMock } from '../../../src/index.ts'

const moment = Date.UTC(2025, 10, 20)

function storeOf(count: number, profile: PartialProfile = {}): PostStore {
  const { initial } = createPostsMock({ posts: count, profile }).world.options
  return new PostStore({ profile: completeProfile(profile), seed: 1, initial, now: () => moment })
}

const fields = (name: string | number) => ({ title: `title ${name}`, content: `content ${name}` })
const ids = (store: PostStore) => store.list().map(({ id }) => id)
const plain = (store: PostStore) => structuredClone(store.list())

test('never changes a snapshot', async () => {
  const store = storeOf(300)
  const snapshot = store.snapshot()
  const copy = structuredClone(snapshot)
  await Promise.all([store.create(fields('new')), store.replace(1, fields('new')), store.delete(300)])
  store.reset()
  await store.delete(1)
  expect(snapshot).toEqual(copy)
})

test('is plain data as a snapshot, which JSON carries', async () => {
  const store = storeOf(3)
  await store.create(fields('new'))
  const carried = JSON.parse(JSON.stringify(store.snapshot())) as Snapshot
  const other = storeOf(0)
  other.restore(carried)
  expect(plain(other)).toEqual(plain(store))
  expect((await other.create(fields('next')))?.id).toBe(5)
})

test('is not changed by whoever gave it a snapshot', () => {
  const store = storeOf(0)
  const meta = { tags: ['first'] }
  const post = { id: 1, ...fields(1), meta }
  const posts = [post]
  store.restore({ posts, ids: { drawn: 1, highest: 1 } })
  post.title = 'changed'
  meta.tags.push('second')
  posts.pop()
  expect(store.read(1)).toEqual({ id: 1, ...fields(1), meta: { tags: ['first'] } })
  expect(store.count).toBe(1)
})

test('leaves the posts that it begins with to whoever gave them', () => {
  const meta = { tags: ['first'] }
  const post = { id: 1, ...fields(1), meta }
  const mock = createPostsMock({ posts: [post] })
  meta.tags.push('second')
  expect(mock.posts.read(1)).toEqual({ id: 1, ...fields(1), meta: { tags: ['first'] } })
})

test('hands out frozen posts everywhere', async () => {
  const store = storeOf(2)
  const extra = { meta: { tags: [{ name: 'deep' }] } }
  store.restore(structuredClone({ ...store.snapshot(), posts: [{ id: 9, ...fields(9), ...extra }] }))
  const created = await store.create(fields('new'), { extra })
  const replaced = await store.replace(9, fields('new'), structuredClone(extra))
  const put = await store.put(77, fields('new'), structuredClone(extra))
  const deleted = await store.delete(77)
  store.reset()
  const all = [created, replaced, put.post, deleted, ...store.list(), store.read(1)]
  for (const post of all) expect(isDeeplyFrozen(post)).toBe(true)
})

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen)
}

test('is not changed by what a caller does to a list or to what it sent', async () => {
  const store = storeOf(3)
  const extra: Record<string, string> = { note: 'kept' }
  const sent = { ...fields('new') }
  const underWay = store.create(sent, { extra })
  const list = store.list() as StoredPost[]
  list.reverse().pop()
  await underWay
  sent.title = 'changed'
  extra.note = 'changed'
  expect(ids(store)).toEqual([1, 2, 3, 4])
  expect(store.read(4)).toEqual({ id: 4, ...fields('new'), note: 'kept' })
})
