import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'

const fields = { title: 'a new title', content: 'a new content' }

test('listeners are told of every write, reset and restore, and of nothing else', async () => {
  const { world } = createPostsMock({ posts: 3 })
  const { store } = world
  let changes = 0
  const stop = store.listen(() => changes++)
  const { version } = store
  await store.delete(99)
  expect([store.version, changes]).toEqual([version, 0])
  for (const [index, write] of [
    () => store.create(fields),
    () => store.put(1, fields),
    () => store.put(50, fields),
    () => store.delete(1),
    () => store.reset(),
    () => store.restore(store.snapshot()),
  ].entries()) {
    const before = store.version
    await write()
    expect([store.version === before, changes]).toEqual([false, index + 1])
  }
  stop()
  await store.create(fields)
  expect(changes).toBe(6)
})

test('what a caller does later to what it gave or got has no effect: it is copied or frozen', async () => {
  const meta = { tags: ['first'] }
  const given = { id: 1, ...fields, meta }
  const mock = createPostsMock({ posts: [given] })
  const sent = { ...fields }
  const underWay = mock.posts.create(sent)
  sent.title = 'changed'
  meta.tags.push('second')
  mock.world.store.list().pop()
  const put = await mock.world.store.put(77, fields, structuredClone({ meta: { tags: [{ name: 'deep' }] } }))
  const snapshot = structuredClone(mock.snapshot())
  mock.restore(snapshot)
  Object.assign(snapshot.posts[0] ?? {}, { title: 'changed' })
  const expected = { id: 1, ...fields, meta: { tags: ['first'] } }
  expect(mock.posts.list()).toEqual([expected, { id: 2, ...fields }, put])
  for (const post of [await underWay, put, ...mock.posts.list()]) expect(isDeeplyFrozen(post)).toBe(true)
})

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen)
}
