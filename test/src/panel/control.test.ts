import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clauseIds } from '../../../contracts/spec/clauses.ts'
import { choiceIds } from '../../../handlers/choices.ts'
import type { JournalEntry } from '../../../handlers/journal/journal-entry.ts'
import type { WorldState } from '../../../src/devtools/world-watch.ts'
import { createPostsMock } from '../../../src/index.ts'
import type { WorldHandle } from '../../../src/mock/world-handle.ts'
import type { PanelControl } from '../../../src/panel/control.ts'
import { localControl } from '../../../src/panel/local-control.ts'
import { remoteControl } from '../../../src/panel/remote-control.ts'
import { createPostsServer } from '../../../src/server.ts'

interface Stage extends AsyncDisposable {
  readonly control: PanelControl
  readonly world: WorldHandle
  ask(path: string, init?: RequestInit): Promise<Response>
}

const stages: Record<string, () => Promise<Stage>> = {
  async remote() {
    const server = await createPostsServer({ posts: 3, onWarning: () => {} })
    const { controlUrl, url } = server
    const control = remoteControl({ controlUrl, postsUrl: url })
    const close = () => server.close()
    return {
      control,
      world: server,
      ask: (path, init) => fetch(url + path, init),
      [Symbol.asyncDispose]: close,
    }
  },
  async local() {
    const baseUrl = 'http://localhost/v1'
    const mock = createPostsMock({ baseUrl, posts: 3, onWarning: () => {} })
    const ask = (path: string, init?: RequestInit) => mock.fetch(baseUrl + path, init)
    return { control: localControl(mock), world: mock, ask, [Symbol.asyncDispose]: async () => {} }
  },
}

// What a page has, and Node has not.
beforeAll(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})

afterAll(() => vi.unstubAllGlobals())

describe.each(Object.entries(stages))('a %s control', (name, setUp) => {
  test('does to posts what a person would', async () => {
    await using stage = await setUp()
    const { control, world } = stage
    await control.create({ title: 'a', content: 'b' })
    await control.replace(1, { title: 'c', content: 'd' })
    await control.delete(2)
    await control.more(2)
    expect((await control.posts()).map(({ id }) => id)).toEqual([1, 3, 4, 5, 6])
    expect([world.posts.read(1)?.title, world.posts.count]).toEqual(['c', 5])
    await control.undo()
    expect(world.posts.count).toBe(3)
    await control.reset()
    expect(world.posts.count).toBe(3)
  })

  test('carries the posts away and brings them in, ids exact', async () => {
    await using stage = await setUp()
    const { control, world } = stage
    await control.importPosts('{"posts":[{"id":9007199254740993,"title":"a","content":"b"}]}')
    expect(world.posts.exact.list()).toEqual([{ id: 9007199254740993n, title: 'a', content: 'b' }])
    const text = await control.exportPosts()
    expect(text).toContain('"id": 9007199254740993')
    await control.delete(9007199254740993n)
    await control.importPosts(text)
    expect(await control.posts()).toEqual([{ id: 9007199254740993n, title: 'a', content: 'b' }])
  })

  test.each([
    ['{"posts":', /is not JSON: /],
    ['{"posts":1}', /Failed to load the posts: "posts" is not a list\./],
    ['{"posts":[{"title":1}]}', /post 1 of the list has the title 1, not a string/],
  ])('says what is wrong with %s', async (text, sentence) => {
    await using stage = await setUp()
    await expect(stage.control.importPosts(text)).rejects.toThrow(sentence)
    expect(stage.world.posts.count).toBe(3)
  })

  test('sets faults, lets requests fail, and enters a scenario', async () => {
    await using stage = await setUp()
    const { control, world } = stage
    await control.failNext('list', { status: 503 }, 1)
    expect([(await stage.ask('/posts')).status, (await stage.ask('/posts')).status]).toEqual([503, 200])
    await control.setFaults({ latency: { any: 5 } })
    expect(world.faults.settings).toEqual({ offline: false, latency: { any: 5 }, next: [], rate: {} })
    await control.enter('offline')
    expect(world.faults.settings).toEqual({ offline: true, latency: {}, next: [], rate: {} })
    await expect(control.failNext('list', 'wrong' as never, 1)).rejects.toThrow('network-error')
    await expect(control.enter('nowhere')).rejects.toThrow('Scenarios: normal, slow')
  })

  test('follows a profile, and knows all that there is to explain', async () => {
    await using stage = await setUp()
    const { control, world } = stage
    await control.follow('minimal')
    expect(world.profile['create.body']).toBe('none')
    await expect(control.follow({ 'create.status': 999 } as never)).rejects.toThrow('"create.status" is 999')
    const { choices, clauses, presets, scenarios } = await control.reference()
    expect(choices.map(({ id }) => id)).toEqual(choiceIds)
    expect(clauses.map(({ id }) => id)).toEqual(clauseIds)
    expect(presets.minimal).toEqual(world.profile)
    expect(scenarios.network.length + scenarios.posts.length).toBe(9)
  })

  test('knows the requests, forgets them, and copies one', async () => {
    await using stage = await setUp()
    const { control } = stage
    await stage.ask('/posts/2')
    const [entry] = await control.requests()
    expect(entry).toMatchObject({ number: 1, operation: 'read', status: 200 })
    const { postsUrl } = control
    expect(await control.asCurl(entry as JournalEntry)).toContain(`${postsUrl}/posts/2`)
    await control.forgetRequests()
    expect(await control.requests()).toEqual([])
  })

  test('tells the state at once and after changes, and every request', async () => {
    await using stage = await setUp()
    const states: WorldState[] = []
    const requests: JournalEntry[] = []
    const stop = stage.control.watch({
      state: (state) => states.push(state),
      request: (entry) => requests.push(entry),
      lost: (reason) => expect.fail(reason),
    })
    await expect.poll(() => states.length).toBe(1)
    await stage.ask('/posts/2', { method: 'DELETE' })
    stage.world.faults.offline()
    await expect
      .poll(() => states.at(-1))
      .toMatchObject({ posts: 2, undo: 1, requests: 1, scenario: 'offline' })
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /posts/2'])
    stop()
    const heard = states.length
    await stage.world.posts.create({ title: '', content: '' })
    await new Promise((settle) => setTimeout(settle, 100))
    expect(states).toHaveLength(heard)
  })

  test('says where it acts', async () => {
    await using stage = await setUp()
    const { place, postsUrl } = stage.control
    expect(place).toMatch(name === 'remote' ? /^127\.0\.0\.1:\d+$/ : /^this page$/)
    expect(postsUrl).toMatch(/^http:\/\/[\w.:]+\/v1$/)
  })
})

test('a remote control acts in a world of its own', async () => {
  await using server = await createPostsServer({ posts: 3 })
  const control = remoteControl({ controlUrl: server.controlUrl, postsUrl: server.url, world: 'a b' })
  await control.delete(1)
  expect([server.posts.count, server.worlds.get('a b').posts.count]).toEqual([3, 2])
  expect(control.place).toContain(', world a b')
})

// Another process may take the port meanwhile.
test('a remote control says that nobody answers, and comes back', { retry: 2 }, async () => {
  const first = await createPostsServer({ posts: 3 })
  const { controlUrl, url, origin } = first
  const control = remoteControl({ controlUrl, postsUrl: url })
  const heard: string[] = []
  const stop = control.watch({
    state: ({ posts }) => heard.push(`${posts} posts`),
    request: () => {},
    lost: (reason) => heard.push(reason),
  })
  await expect.poll(() => heard).toEqual(['3 posts'])
  await first.close()
  await expect.poll(() => heard.at(-1)).toContain(`${origin} does not answer.`)
  await expect(control.posts()).rejects.toThrow(`${origin} does not answer.`)
  await using _second = await createPostsServer({ posts: 4, port: Number(new URL(origin).port) })
  await expect.poll(() => heard.at(-1)).toBe('4 posts')
  stop()
})
