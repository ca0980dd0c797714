import { Collection } from '@msw/data'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { createPostsMock, type Post, type PostId, type PostsCollection } from '../../../src/index.ts'
import { sent } from '../../support/sent.ts'

const fields = { title: 'Tea', content: 'Kenya' }
const base = 'https://api.example.com/v1/posts'
type Values = Parameters<PostsCollection['create']>[0]
type Query = Parameters<Exclude<Parameters<PostsCollection['updateMany']>[0], { test: unknown }>>[0]
const second = (query: Query) => query.where({ id: 2 })

async function mockOf(count: number) {
  const mock = createPostsMock({ posts: count })
  const collection = await mock.posts.collection<{ comments?: unknown[]; meta?: unknown }>()
  const answered = async (): Promise<unknown> => (await mock.fetch(base)).json()
  const queried = () => collection.findMany().map((row) => ({ ...row }))
  return { mock, collection, answered, queried }
}

const retitled = (title: (old: string) => string) => ({
  data(post: { title: string }) {
    post.title = title(post.title)
  },
})

test('holds the posts as the service answers them, after every write over HTTP', async () => {
  const { mock, collection, answered, queried } = await mockOf(3)
  await mock.fetch(base, sent('POST', fields))
  collection.hooks.once('create', ({ data }) => void Object.assign(data.record, { title: 'by a hook' }))
  await mock.fetch(base, sent('POST', fields))
  await mock.fetch(`${base}/1`, sent('PUT', fields))
  await mock.fetch(`${base}/2`, { method: 'DELETE' })
  expect(queried()).toEqual(await answered())
})

test('every write of the user is seen by the service and by listeners', async () => {
  const mock = createPostsMock({ posts: ['a', 'b', 'c'].map((title) => ({ title, content: '' })) })
  const collection = await mock.posts.collection()
  let changes = 0
  mock.world.store.changed.add(() => changes++)
  const all = (query: Query) => query.where(() => true)
  const renamed = retitled(() => 'new')
  const louder = retitled((old) => `${old}!`)
  const writes: [write: () => unknown, titles: string][] = [
    [() => collection.create({ id: 7, ...fields }), 'a,b,c,Tea'],
    [() => collection.createMany(2, (at) => ({ id: 8 + at, ...fields })), 'a,b,c,Tea,Tea,Tea'],
    [() => collection.update(second, renamed), 'a,new,c,Tea,Tea,Tea'],
    [() => collection.updateMany(all, louder), 'a!,new!,c!,Tea!,Tea!,Tea!'],
    [() => collection.delete(second), 'a!,c!,Tea!,Tea!,Tea!'],
    [() => collection.deleteMany((query) => query.where({ title: 'Tea!' })), 'a!,c!'],
    [() => collection.clear(), ''],
  ]
  const titlesOf = (posts: readonly { title: string }[]) => posts.map(({ title }) => title).join()
  for (const [index, [write, titles]] of writes.entries()) {
    await write()
    expect([titlesOf(mock.posts.list()), titlesOf(collection.findMany())]).toEqual([titles, titles])
    expect(changes).toBeGreaterThan(index)
  }
})

test.each<[name: string, write: (posts: PostsCollection) => unknown]>([
  ['a create without an id', (posts) => posts.create(fields as Values)],
  ['a create with a rounded id', (posts) => posts.create({ id: 2 ** 53, ...fields })],
  ['a create with an id that is taken', (posts) => posts.create({ id: 1, ...fields })],
  ['a create without content', (posts) => posts.create({ id: 7, title: 'Tea' } as Values)],
  [
    'an update to another id',
    (posts) => posts.update(second, { data: (post) => void Object.assign(post, { id: 9 }) }),
  ],
  [
    'an update to no title',
    (posts) => posts.update(second, { data: (post) => void Object.assign(post, { title: 5 }) }),
  ],
])('refuses %s, and changes nothing', async (_name, write) => {
  const { mock, collection, queried } = await mockOf(3)
  const before = mock.snapshot()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(write(collection)).rejects.toThrow('Failed to')
  expect(mock.snapshot()).toEqual(before)
  expect(queried()).toEqual(before.posts)
})

test('keeps and answers extra fields, and gives out no id that a user has taken', async () => {
  const { mock, collection } = await mockOf(1)
  const meta = { tags: ['x'], big: 2n ** 60n }
  await collection.create({ id: 2n ** 53n, ...fields, meta })
  meta.tags.push('changed later')
  expect(mock.posts.exact.read(2n ** 53n)).toEqual({
    id: 2n ** 53n,
    ...fields,
    meta: { tags: ['x'], big: 2n ** 60n },
  })
  expect((await mock.posts.exact.create(fields)).id).toBe(2n ** 53n + 1n)
})

test('has each field of a given post, also one named constructor, but none named __proto__', async () => {
  const given = JSON.parse('{"title":"Tea","content":"","constructor":"c","prototype":1,"__proto__":{"x":1}}')
  const mock = createPostsMock({ posts: [given] })
  const collection = await mock.posts.collection()
  await collection.create({ ...given, ['__proto__']: 5, id: 2 })
  const kept = { title: 'Tea', content: '', constructor: 'c', prototype: 1 }
  expect(mock.posts.list()).toEqual([1, 2].map((id) => ({ id, ...kept })))
  expect(collection.all().map(Object.entries)).toEqual(mock.posts.list().map(Object.entries))
})

test('is the same collection after a reset or restore, and shows it once asked for', async () => {
  const { mock, collection, queried } = await mockOf(3)
  const first = mock.snapshot()
  await mock.posts.replace(1, fields)
  const snapshot = mock.snapshot()
  mock.reset()
  expect(await mock.posts.collection()).toBe(collection)
  expect(queried()).toEqual(first.posts)
  mock.restore(snapshot)
  await mock.posts.collection()
  expect(queried()).toEqual(snapshot.posts)
})

test('is as at the start after a reset, also where a hook prevents that a post is deleted', async () => {
  const { mock, collection, queried } = await mockOf(2)
  const first = mock.snapshot().posts
  collection.hooks.on('delete', (event) => event.preventDefault())
  await mock.posts.replace(1, fields)
  await mock.posts.create(fields)
  mock.reset()
  await mock.posts.collection()
  expect(mock.snapshot().posts).toEqual(first)
  expect(queried()).toEqual(first)
})

test('keeps no trace of an update that was under way at a reset', async () => {
  const { mock, collection, queried } = await mockOf(3)
  const first = mock.snapshot().posts
  const update = collection.update(
    (query) => query.where({ id: 1 }),
    retitled(() => 'late'),
  )
  const created = collection.create({ id: 7, ...fields })
  mock.reset()
  await Promise.all([update, created, mock.posts.collection()])
  expect(mock.snapshot().posts).toEqual(first)
  expect(queried()).toEqual(first)
})

test('a request whose write a hook refuses is answered with 500, and changes nothing', async () => {
  const { mock, collection } = await mockOf(1)
  const before = mock.snapshot()
  collection.hooks.on('create', () => {
    throw new Error('full')
  })
  expect((await mock.fetch(base, sent('POST', fields))).status).toBe(500)
  expect(mock.snapshot().posts).toEqual(before.posts)
})

async function withComments() {
  const { mock, collection } = await mockOf(2)
  const comments = new Collection({
    schema: v.object({ text: v.string(), post: v.custom<Post<PostId>>(() => true) }),
  })
  comments.defineRelations(({ one }) => ({ post: one(collection, { onDelete: 'cascade' }) }))
  collection.defineRelations(({ many }) => ({ comments: many(comments) }))
  const post = collection.findFirst((query) => query.where({ id: 1 }), { strict: true })
  await comments.create({ text: 'First!', post })
  const related = () => collection.all()[0]?.comments
  return { mock, comments, related }
}

test('a comment follows its post through a PUT, and the service answers no relation', async () => {
  const { mock, comments, related } = await withComments()
  await mock.fetch(`${base}/1`, sent('PUT', fields))
  expect(comments.all()[0]?.post.title).toBe('Tea')
  expect(related()).toHaveLength(1)
  expect(await (await mock.fetch(`${base}/1`)).json()).toEqual({ id: 1, ...fields })
  expect(Object.keys(mock.snapshot().posts[0] ?? {})).toEqual(['id', 'title', 'content'])
})

test.each(['delete', 'reset'])(
  'a comment goes with its post at a %s, and new posts have none',
  async (end) => {
    const { mock, comments, related } = await withComments()
    if (end === 'delete') await mock.fetch(`${base}/1`, { method: 'DELETE' })
    else mock.reset()
    await mock.posts.collection()
    expect([comments.count(), related()]).toEqual([0, []])
  },
)
