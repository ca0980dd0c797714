import { expect, test } from 'vitest'
import { createPostsMock, type PartialProfile, type PostId } from '../../../src/index.ts'

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

test('a snapshot goes through JSON, and brings the same posts and the next id back', async () => {
  const far = 2n ** 53n + 1n
  const mock = createPostsMock({
    posts: [
      { id: 1, ...fields },
      { id: far, ...fields },
    ],
  })
  const before = mock.posts.exact.list()
  const text = JSON.stringify(mock.snapshot())
  await mock.posts.exact.delete(far)
  mock.restore(JSON.parse(text))
  expect(mock.posts.exact.list()).toEqual(before)
  expect((await mock.posts.exact.create(fields)).id).toBe(far + 1n)
})

test('a write that was under way at a reset leaves nothing', async () => {
  const mock = createPostsMock({ posts: 1 })
  const writes = [mock.posts.create(fields), mock.posts.replace(1, fields), mock.posts.delete(1)]
  mock.reset()
  const first = mock.snapshot()
  await Promise.all([...writes, mock.posts.collection()])
  expect(mock.snapshot()).toEqual(first)
})

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen)
}

const highest = 2n ** 63n - 1n
function mockWith(profile: PartialProfile, posts = 3) {
  const mock = createPostsMock({ profile, posts, onWarning() {} })
  const create = async () => (await mock.posts.exact.create(fields)).id
  const bring = (id: PostId) => mock.world.store.create(fields, { id })
  return { mock, create, bring }
}

test.each(['sequential', 'unordered', 'beyond-2^53'] as const)(
  'gives no id out twice with %s, also across restore and fork',
  async (assignment) => {
    const { mock, create } = mockWith({ 'id.assignment': assignment })
    const gone = await create()
    await mock.posts.exact.delete(gone)
    const snapshot = mock.snapshot()
    const later = [(await mock.fork().posts.exact.create(fields)).id, await create()]
    mock.restore(structuredClone(snapshot))
    expect([...later, await create()]).not.toContain(gone)
  },
)

test('never gives an id out twice once a client has brought the highest int64', async () => {
  for (const last of [highest, highest - 1n]) {
    const { mock, create, bring } = mockWith({})
    await mock.posts.delete(3)
    await bring(last)
    const drawn = [await create(), await create()]
    expect(drawn).not.toContain(3)
    expect(new Set(drawn).size).toBe(2)
    await mock.posts.delete(drawn[1] as PostId)
    expect([3, ...drawn]).not.toContain(await create())
  }
})
