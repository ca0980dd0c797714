import { expect, test } from 'vitest'
import { createPostsMock, type PartialProfile, type PostId } from '../../../src/index.ts'

const highest = 2n ** 63n - 1n
const fields = { title: 'a title', content: 'a content' }

function mockWith(profile: PartialProfile, posts = 3) {
  const mock = createPostsMock({ profile, posts, onWarning() {} })
  const ids = () => mock.posts.exact.list().map(({ id }) => id)
  const create = async () => (await mock.posts.exact.create(fields)).id
  const bring = (id: PostId) => mock.world.store.create(fields, { id })
  return { mock, ids, create, bring }
}

test.each([
  [{ 'id.assignment': 'sequential' }, [1, 2, 3, 4]],
  [{ 'id.assignment': { from: 1000 } }, [1000, 1001, 1002, 1003]],
  [{ 'id.assignment': { from: 0 } }, [0, 1, 2, 3]],
  [{ 'id.assignment': { from: -2 } }, [-2, -1, 0, 1]],
  [{ 'id.assignment': 'beyond-2^53' }, [1n, 2n, 3n, 4n].map((step) => 2n ** 53n + step)],
  [{ 'id.assignment': { from: 2 ** 53 - 2 } }, [2 ** 53 - 2, 2 ** 53 - 1, 2n ** 53n, 2n ** 53n + 1n]],
  [{ 'id.assignment': { from: highest - 3n } }, [highest - 3n, highest - 2n, highest - 1n, highest]],
] as const)('counts as %o says', async (profile, expected) => {
  const { ids, create } = mockWith(profile)
  await create()
  expect(ids()).toEqual(expected)
})

test.each([
  ['never', [5, 6]],
  ['highest-plus-one', [4, 5]],
  ['lowest-free', [2, 4]],
] as const)('gives out after 2 and 4 of 1 to 4 are gone, reusing %s, %j', async (reuse, expected) => {
  const { mock, create } = mockWith({ 'id.reuse': reuse }, 4)
  await mock.posts.delete(2)
  await mock.posts.delete(4)
  expect([await create(), await create()]).toEqual(expected)
})

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
