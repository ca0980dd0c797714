import { expect, expectTypeOf, test } from 'vitest'
import { createPostsMock, type Post, type PostId, type PostsMock } from '../../../src/index.ts'

const far = 9007199254740993n
const fields = { title: 'Far', content: 'Away' }
const refusal = {
  code: 'ID_NOT_A_NUMBER',
  message:
    'Failed to give post 9007199254740993: a number cannot hold this id exactly. Use `mock.posts.exact`, whose ids are number | bigint.',
}

test('an id is a number in TypeScript, and an int64 in `exact`', () => {
  expectTypeOf<Post['id']>().toEqualTypeOf<number>()
  expectTypeOf<ReturnType<PostsMock['posts']['list']>>().toEqualTypeOf<readonly Post[]>()
  expectTypeOf<ReturnType<PostsMock['posts']['exact']['list']>>().toEqualTypeOf<readonly Post<PostId>[]>()
  const post = createPostsMock({ posts: 1 }).posts.read(1)
  const id: number | undefined = post?.id
  expect(id).toBe(1)
})

test('a post that is read, listed or found is refused where a number cannot hold its id', async () => {
  const { posts } = createPostsMock({ posts: [{ id: far, ...fields }] })
  expect(() => posts.read(far)).toThrow(expect.objectContaining(refusal))
  expect(() => posts.list()).toThrow(expect.objectContaining(refusal))
  await expect(posts.find((query) => query.where({ title: 'Far' }))).rejects.toMatchObject(refusal)
  expect(posts.exact.list()).toEqual([{ id: far, ...fields }])
})

test('a write whose id a number cannot hold is refused before it changes anything', async () => {
  const { posts } = createPostsMock({
    posts: [{ id: far, ...fields }],
    profile: { 'id.assignment': 'beyond-2^53' },
  })
  const before = posts.exact.list()
  await expect(posts.create(fields)).rejects.toMatchObject({ code: 'ID_NOT_A_NUMBER' })
  await expect(posts.replace(far, { title: '', content: '' })).rejects.toMatchObject(refusal)
  expect(posts.exact.list()).toEqual(before)
  expect(typeof (await posts.exact.create(fields)).id).toBe('bigint')
})
