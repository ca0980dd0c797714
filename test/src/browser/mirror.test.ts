import { expect, test } from 'vitest'
import { Mirror, type MirrorOptions } from '../../../src/browser/mirror.ts'
import { createPostsMock } from '../../../src/index.ts'
import type { PostsMock } from '../../../src/mock/mock.ts'

const key = 'posts'
const fields = { title: 'Kept', content: 'For later.' }

/** The storage of one browser, which its tabs share. */
class KeptTexts extends Map<string, string> {
  isFull = false
  written = 0
  getItem(name: string): string | null {
    return this.get(name) ?? null
  }
  setItem(name: string, text: string): void {
    if (this.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this.written++
    this.set(name, text)
  }
  removeItem(name: string): void {
    this.delete(name)
  }
}

/** A browser whose tabs hear one another when they are let. */
class Tabs {
  readonly storage = new KeptTexts()
  readonly warnings: string[] = []
  readonly #channels: NonNullable<MirrorOptions['channel']>[] = []
  readonly #messages: (() => void)[] = []

  open(tab: string, posts: PostsMock = createPostsMock({ posts: 3 })): { posts: PostsMock; mirror: Mirror } {
    const channel: NonNullable<MirrorOptions['channel']> = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of this.#channels)
          if (other !== channel)
            this.#messages.push(() =>
              other.onmessage?.call(other as BroadcastChannel, new MessageEvent('message', { data })),
            )
      },
      close: () => void this.#channels.splice(this.#channels.indexOf(channel), 1),
    }
    this.#channels.push(channel)
    const { storage } = this
    const warn = (message: string) => void this.warnings.push(message)
    return { posts, mirror: new Mirror({ world: posts.world, storage, channel, key, tab, warn }) }
  }

  deliver(): void {
    for (const message of this.#messages.splice(0)) message()
  }
}

const titlesIn = ({ posts }: PostsMock) => posts.list().map(({ title }) => title)

test('keeps the posts over a reload, and the ids that were given out', async () => {
  const tabs = new Tabs()
  const { posts, mirror } = tabs.open('a')
  await posts.posts.create(fields)
  await posts.posts.delete(4)
  await posts.posts.delete(1)
  mirror.close()
  const { posts: reloaded } = tabs.open('a')
  expect(reloaded.posts.list()).toEqual(posts.posts.list())
  expect((await reloaded.posts.create(fields)).id).toBe(5)
})

test('keeps ids beyond 2^53 exactly', async () => {
  const tabs = new Tabs()
  const big = () => createPostsMock({ posts: [{ id: 9007199254740993n, ...fields }] })
  const { posts, mirror } = tabs.open('a', big())
  await posts.posts.exact.create(fields)
  mirror.close()
  expect(
    tabs
      .open('a', big())
      .posts.posts.exact.list()
      .map(({ id }) => id),
  ).toEqual([9007199254740993n, 9007199254740994n])
})

test('goes back to the first posts with a reset, also after a reload', async () => {
  const tabs = new Tabs()
  const { posts, mirror } = tabs.open('a')
  await posts.posts.delete(1)
  mirror.close()
  const { posts: reloaded } = tabs.open('a')
  expect(reloaded.posts.count).toBe(2)
  reloaded.reset()
  expect(reloaded.posts.count).toBe(3)
})

test('writes changes that come together once, in a task of their own', async () => {
  const tabs = new Tabs()
  const { posts } = tabs.open('a')
  await Promise.all([posts.posts.create(fields), posts.posts.create(fields), posts.posts.delete(1)])
  expect(tabs.storage.written).toBe(0)
  await expect.poll(() => tabs.storage.written).toBe(1)
})

test('writes nothing where nothing changed', () => {
  const tabs = new Tabs()
  tabs.open('a').mirror.close()
  expect(tabs.storage.size).toBe(0)
})

test('shows every change to another tab, and gives it no posts twice', async () => {
  const tabs = new Tabs()
  const [one, other] = [tabs.open('a'), tabs.open('b')]
  const created = await one.posts.posts.create(fields)
  one.mirror.flush()
  tabs.deliver()
  expect(other.posts.posts.list()).toEqual(one.posts.posts.list())
  await other.posts.posts.replace(created.id, { ...fields, title: 'Changed' })
  await other.posts.posts.delete(2)
  other.mirror.flush()
  tabs.deliver()
  expect(one.posts.posts.list()).toEqual(other.posts.posts.list())
  expect(titlesIn(one.posts)).toContain('Changed')
  expect(one.posts.posts.count).toBe(3)
})

test('ends with the same posts in both tabs and in the storage, where both write at the same moment', async () => {
  const tabs = new Tabs()
  const [one, other] = [tabs.open('a'), tabs.open('b')]
  await one.posts.posts.create({ ...fields, title: 'Of the one' })
  await other.posts.posts.create({ ...fields, title: 'Of the other' })
  one.mirror.flush()
  other.mirror.flush()
  tabs.deliver()
  tabs.deliver()
  expect(one.posts.posts.list()).toEqual(other.posts.posts.list())
  expect(tabs.open('c').posts.posts.list()).toEqual(one.posts.posts.list())
})

test('ends with the same posts where the loser was the last to write', async () => {
  const tabs = new Tabs()
  const [one, other] = [tabs.open('a'), tabs.open('b')]
  await one.posts.posts.create({ ...fields, title: 'Of the one' })
  await other.posts.posts.create({ ...fields, title: 'Of the other' })
  other.mirror.flush()
  one.mirror.flush()
  tabs.deliver()
  tabs.deliver()
  const later = tabs.open('c').posts
  expect([titlesIn(one.posts), titlesIn(later)]).toEqual([titlesIn(other.posts), titlesIn(other.posts)])
})

test.each([
  ['text that is not JSON', 'posts!'],
  ['null', 'null'],
  [
    'posts that are none',
    JSON.stringify({ version: 1, begun: 'BEGUN', stamp: [1, 'a'], posts: [{ id: 1 }] }),
  ],
  ['no stamp', JSON.stringify({ version: 1, begun: 'BEGUN', posts: [] })],
])('drops %s, says so, and begins anew', async (_what, text) => {
  const tabs = new Tabs()
  const { posts, mirror } = tabs.open('a')
  await posts.posts.create(fields)
  mirror.close()
  const { begun } = JSON.parse(tabs.storage.getItem(key) ?? '')
  tabs.storage.set(key, text.replace('BEGUN', begun))
  const { posts: reloaded } = tabs.open('a')
  expect(reloaded.posts.count).toBe(3)
  expect(tabs.warnings).toEqual([expect.stringMatching(/^Dropped the posts that were kept as "posts": /)])
  expect(tabs.storage.size).toBe(0)
})

test.each([
  ['another version of this package', (text: string) => text.replace('"version":1', '"version":0')],
  ['other first posts', (text: string) => text],
])('begins anew without a word where %s wrote', async (what, change) => {
  const tabs = new Tabs()
  const { posts, mirror } = tabs.open('a')
  await posts.posts.create(fields)
  mirror.close()
  tabs.storage.set(key, change(tabs.storage.getItem(key) ?? ''))
  const count = what === 'other first posts' ? 5 : 3
  expect(tabs.open('a', createPostsMock({ posts: count })).posts.posts.count).toBe(count)
  expect(tabs.warnings).toEqual([])
})

test('says once that the storage is full, and goes on', async () => {
  const tabs = new Tabs()
  tabs.storage.isFull = true
  const [one, other] = [tabs.open('a'), tabs.open('b')]
  for (let times = 0; times < 3; times++) {
    await one.posts.posts.create(fields)
    one.mirror.flush()
  }
  tabs.deliver()
  expect(other.posts.posts.count).toBe(6)
  expect(tabs.warnings).toEqual([
    'Failed to keep the posts as "posts": The quota has been exceeded. They are lost with the next reload.',
  ])
})

test('neither keeps nor hears once it is closed', async () => {
  const tabs = new Tabs()
  const [one, other] = [tabs.open('a'), tabs.open('b')]
  one.mirror.close()
  await one.posts.posts.create(fields)
  await other.posts.posts.delete(1)
  one.mirror.flush()
  other.mirror.flush()
  tabs.deliver()
  expect([one.posts.posts.count, other.posts.posts.count]).toEqual([4, 2])
})
