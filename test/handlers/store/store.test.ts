import { expect, test } from 'vitest'
import { completeProfile, type PartialProfile } from '../../../handlers/choices/profile.ts'
import { PostStore } from '../../../handlers/store/post-store.ts'
import { createPostsMock } from '../../../src/index.ts'

const moment = Date.UTC(2025, 10, 20)

function storeOf(count: number, profile: PartialProfile = {}): PostStore {
  const initial = createPostsMock({ posts: count, profile }).snapshot()
  return new PostStore({ profile: () => completeProfile(profile), seed: 1, initial, now: () => moment })
}

const fields = (name: string | number) => ({ title: `title ${name}`, content: `content ${name}` })
const plain = (store: PostStore) => structuredClone(store.list())

test('the version changes, and listeners are told, with every write, reset and restore, and with nothing else', async () => {
  const store = storeOf(3)
  let changes = 0
  const stop = store.listen(() => changes++)
  const seen = new Set([store.version])
  const isNew = () => !seen.has(store.version) && Boolean(seen.add(store.version))
  await store.delete(99)
  expect([isNew(), changes]).toEqual([false, 0])
  for (const [index, write] of [
    () => store.create(fields('new')),
    () => store.put(1, fields('new')),
    () => store.put(50, fields('new')),
    () => store.delete(1),
    () => store.reset(),
    () => store.restore(store.snapshot()),
  ].entries()) {
    const told = await Promise.resolve(write()).then(() => changes)
    expect([isNew(), told]).toEqual([true, index + 1])
  }
  stop()
  await store.create(fields('new'))
  expect(changes).toBe(6)
})

test('what a caller does later to what it gave or got has no effect', async () => {
  const meta = { tags: ['first'] }
  const post = { id: 1, ...fields(1), meta }
  const mock = createPostsMock({ posts: [post] })
  const store = storeOf(0)
  const posts = [structuredClone(post)]
  store.restore({ posts, ids: { drawn: 1, highest: 1 } })
  const sent = { ...fields('new') }
  const underWay = store.create(sent)
  meta.tags.push('second')
  posts.pop()
  store.list().pop()
  await underWay
  sent.title = 'changed'
  const expected = { id: 1, ...fields(1), meta: { tags: ['first'] } }
  expect(mock.posts.read(1)).toEqual(expected)
  expect(plain(store)).toEqual([expected, { id: 2, ...fields('new') }])
})

test('all posts that are handed out are frozen', async () => {
  const store = storeOf(2)
  const extra = { meta: { tags: [{ name: 'deep' }] } }
  store.restore(structuredClone({ ...store.snapshot(), posts: [{ id: 9, ...fields(9), ...extra }] }))
  const created = await store.create(fields('new'), { extra })
  const put = await store.put(77, fields('new'), structuredClone(extra))
  const deleted = await store.delete(77)
  store.reset()
  for (const post of [created, put, deleted, ...store.list()]) expect(isDeeplyFrozen(post)).toBe(true)
})

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen)
}
