import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'

const fields = { title: 'a new title', content: 'a new content' }

test('what a caller does later to what it gave or got has no effect: it is copied or frozen', async () => {
  const meta = { tags: ['first'] }
  const given = { id: 1, ...fields, meta }
  const mock = createPostsMock({ posts: [given] })
  const sent = { ...fields }
  const underWay = mock.posts.create(sent)
  sent.title = 'changed'
  meta.tags.push('second')
  mock.world.store.list().pop()
  const extra = structuredClone({ meta: { tags: [{ name: 'deep' }] } })
  const put = (await mock.world.store.put(77, fields, { extra }))?.post
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

test.each(['sequential', 'unordered', 'beyond-2^53'] as const)(
  'gives no id out twice with %s, also across restore and fork',
  async (assignment) => {
    const mock = createPostsMock({ profile: { 'id.assignment': assignment }, posts: 3 })
    const create = async () => (await mock.posts.exact.create(fields)).id
    const gone = await create()
    await mock.posts.exact.delete(gone)
    const snapshot = mock.snapshot()
    const later = [(await mock.fork().posts.exact.create(fields)).id, await create()]
    mock.restore(structuredClone(snapshot))
    expect([...later, await create()]).not.toContain(gone)
  },
)
