import { mock as nodeMock } from 'node:test'
import { setTimeout as realDelay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type PostsSetup, setupPosts } from '../../../src/node.ts'

const baseUrl = 'https://api.example.com/v1'
const list = `${baseUrl}/posts`

/** Each way of putting in fake timers, and of taking them out again. */
const kinds = {
  'the fake timers of Vitest': [() => vi.useFakeTimers(), () => vi.useRealTimers()],
  'the mock timers of node:test': [
    () => nodeMock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] }),
    () => nodeMock.timers.reset(),
  ],
} satisfies Record<string, [() => void, () => void]>

describe.each(Object.entries(kinds))('under %s', (_name, [fake, unfake]) => {
  let posts: PostsSetup
  beforeEach(() => {
    posts = setupPosts({ baseUrl, posts: 2 }).listen()
    fake()
  })
  afterEach(() => {
    unfake()
    void posts.close()
  })

  test('an intercepted request is answered', async () => {
    expect(await (await fetch(list)).json()).toHaveLength(2)
  })

  test('a latency passes in real time', async () => {
    posts.faults.latency({ min: 1, max: 20 })
    expect((await fetch(list)).status).toBe(200)
    expect((await posts.fetch(list)).status).toBe(200)
  })

  test('a request that hangs ends when its sender gives up', async () => {
    posts.faults.next('list', 'timeout')
    const controller = new AbortController()
    const failure = expect(fetch(list, { signal: controller.signal })).rejects.toThrow('aborted')
    while (posts.faults.settings.next.length > 0) await realDelay(1)
    controller.abort()
    await failure
  })

  test('waiting for a request ends when it comes, and when it does not', async () => {
    const coming = posts.journal.waitFor('list')
    await fetch(list)
    expect(await coming).toMatchObject({ status: 200, duration: 0 })
    await expect(posts.journal.waitFor('create', { timeout: 5 })).rejects.toMatchObject({
      code: 'WAIT_TIMED_OUT',
    })
  })
})

test('timers that were fake before the package was loaded are seen through', async () => {
  vi.resetModules()
  vi.useFakeTimers()
  try {
    const { createPostsMock } = await import('../../../src/index.ts')
    const mock = createPostsMock({ baseUrl })
    mock.faults.latency(5)
    expect((await mock.fetch(list)).status).toBe(200)
    await expect(mock.journal.waitFor('create', { timeout: 5 })).rejects.toThrow('did not come within 5 ms')
  } finally {
    vi.useRealTimers()
  }
})
