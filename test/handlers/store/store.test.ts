import { expect, test } from 'vitest'
import { completeProfile, type PartialProfile } from '../../../handlers/choices/profile.ts'
import type { ExtraFields, StoredPost } from '../../../handlers/model/post.ts'
import { PostStore } from '../../../handlers/store/post-store.ts'
import { createPostsMock } from '../../../src/index.ts'

const moment = Date.UTC(2025, 10, 20)

function storeOf(count: number, profile: PartialProfile = {}): PostStore {
  const { initial } = createPostsMock({ posts: count, profile }).world.options
  return new PostStore({ profile: completeProfile(profile), seed: 1, initial, now: () => moment })
}

const fields = (name: string | number) => ({ title: `title ${name}`, content: `content ${name}` })
const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const ids = (store: PostStore) => store.list().map(({ id }) => id)
const plain = (store: PostStore) => structuredClone(store.list())

test('loses none of 1,000 creates at the same moment, and gives each its own id in the order of the calls', async () => {
  const store = storeOf(3)
  const made = await Promise.all(range(1000).map((name) => store.create(fields(name))))
  expect(made.map((post) => post?.id)).toEqual(range(1000).map((at) => at + 3))
  expect(store.list().slice(3)).toEqual(made)
  expect(made.map((post) => post?.title)).toEqual(range(1000).map((name) => `title ${name}`))
})

test('runs creates, replaces and deletes of the same moment in the order of the calls', async () => {
  const store = storeOf(300)
  await Promise.all(
    range(300).flatMap((id) => [
      store.replace(id, fields(id)),
      id % 3 === 0 ? store.delete(id) : store.create(fields(`beside ${id}`)),
      id % 3 === 0 ? store.put(id, fields(`again ${id}`)) : store.replace(id, fields(`twice ${id}`)),
    ]),
  )
  for (const id of range(300))
    expect(store.read(id)?.title).toBe(id % 3 === 0 ? `title again ${id}` : `title twice ${id}`)
  expect(store.count).toBe(500)
  expect(new Set(ids(store)).size).toBe(500)
})

test('gives an id that a client brings to one of two at the same moment', async () => {
  const store = storeOf(0)
  const both = await Promise.all([
    store.create(fields('first'), { id: 7 }),
    store.create(fields('second'), { id: 7 }),
  ])
  expect(both.map((post) => post?.title)).toEqual(['title first', undefined])
})

test('shows a reset to the very next read', async () => {
  const store = storeOf(3)
  await store.create(fields('new'))
  await store.delete(1)
  store.reset()
  expect(ids(store)).toEqual([1, 2, 3])
  expect(store.read(4)).toBeUndefined()
})

test.each(['reset', 'restore'] as const)(
  'settles writes that were under way at a %s, and keeps no trace of them',
  async (how) => {
    const store = storeOf(300)
    const snapshot = store.snapshot()
    const before = plain(store)
    const underWay = [
      store.create(fields('new')),
      store.replace(1, fields('new')),
      store.delete(2),
      store.put(999, fields('new')),
    ]
    if (how === 'reset') store.reset()
    else store.restore(snapshot)
    expect(plain(store)).toEqual(before)
    const next = store.create(fields('next'))
    await Promise.all(underWay)
    expect((await next)?.id).toBe(301)
    expect(plain(store)).toEqual([...before, { id: 301, ...fields('next') }])
  },
)

test('keeps the writes that are under way when the profile changes', async () => {
  const store = storeOf(3)
  const underWay = [store.create(fields('new')), store.replace(1, fields('new')), store.delete(2)]
  store.follow(completeProfile({ 'id.assignment': { from: 1000 } }))
  const next = store.create(fields('next'))
  await Promise.all(underWay)
  await next
  expect(
    store
      .list()
      .map(({ title }) => title)
      .slice(-2),
  ).toEqual(['title new', 'title next'])
  expect(store.read(2)).toBeUndefined()
  expect(store.read(1)?.title).toBe('title new')
})

test('keeps the place of a replaced post, and puts a deleted one that comes back at the end', async () => {
  const store = storeOf(3)
  await store.replace(1, fields('new'))
  await store.delete(2)
  await store.put(2, fields('back'))
  expect(ids(store)).toEqual([1, 3, 2])
})

test('drops every extra field that a replace does not bring', async () => {
  const store = storeOf(1)
  await store.replace(1, fields('new'), { note: 'x', meta: { deep: [1] } })
  await store.replace(1, fields('new'), { other: 1 })
  expect(store.read(1)).toEqual({ id: 1, ...fields('new'), other: 1 })
})

test('keeps fields that the service adds over a replace, whatever a client sends under their names', async () => {
  const store = storeOf(2, { 'post.extra-fields': { createdAt: 'timestamp', likes: 'integer' } })
  const before = store.read(1) as StoredPost
  await store.replace(1, fields('new'), { createdAt: 'never', likes: -1 })
  expect(store.read(1)).toEqual({ ...before, ...fields('new') })
  const created = await store.create(fields('new'), { extra: { createdAt: 'never' } })
  expect(created).toMatchObject({ createdAt: new Date(moment).toISOString() })
})

test.each(['constructor', 'toString', 'hasOwnProperty', '0', 'then', 'length', 'a b', ''])(
  'keeps an extra field named %j',
  async (name) => {
    const extra: ExtraFields = { [name]: { nested: [name] } }
    const store = storeOf(1)
    await store.create(fields('new'), { extra })
    await store.replace(1, fields('new'), structuredClone(extra))
    for (const id of [1, 2]) expect({ ...store.read(id) }).toEqual({ id, ...fields('new'), ...extra })
  },
)

test('changes its version with every write, reset and restore, and with nothing else', async () => {
  const store = storeOf(3)
  const seen = new Set<object>()
  const isNew = () => !seen.has(store.version) && Boolean(seen.add(store.version))
  expect(isNew()).toBe(true)
  store.list()
  await store.delete(99)
  await store.replace(99, fields('none'))
  expect(isNew()).toBe(false)
  for (const write of [
    () => store.create(fields('new')),
    () => store.replace(1, fields('new')),
    () => store.put(50, fields('new')),
    () => store.delete(1),
    () => store.reset(),
    () => store.restore(store.snapshot()),
  ]) {
    await write()
    expect(isNew()).toBe(true)
  }
})
