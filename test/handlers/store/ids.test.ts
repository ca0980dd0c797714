import { expect, test } from 'vitest'
import { createPostsMock, type PartialProfile, type PostId } from '../../../src/index.ts'

const highest = 2n ** 63n - 1n
const fields = { title: 'a title', content: 'a content' }

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
