import { expect, test } from 'vitest'
import { createPostsMock, type Fault, type Faults, type PostsMockOptions } from '../../../src/index.ts'
import { setupPosts } from '../../../src/node.ts'
import { sent } from '../../support/sent.ts'

const baseUrl = 'https://api.example.com/v1'
const list = `${baseUrl}/posts`

/** A mock whose waiting is written down and takes no time. */
function withNotedWaits(options: PostsMockOptions = {}) {
  const waits: number[] = []
  const timers = {
    setTimeout: (callback: () => void, milliseconds: number) => {
      waits.push(milliseconds)
      queueMicrotask(callback)
    },
    clearTimeout: () => {},
  }
  return { waits, mock: createPostsMock({ baseUrl, posts: 2, timers, onWarning: () => {}, ...options }) }
}

async function statuses(mock: { fetch: typeof fetch }, count: number, url = list): Promise<number[]> {
  const seen: number[] = []
  for (let index = 0; index < count; index++) seen.push((await mock.fetch(url)).status)
  return seen
}

test('a latency is in milliseconds, comes before a fault too, and 0 ends it', async () => {
  const { mock, waits } = withNotedWaits()
  mock.faults.latency(250)
  mock.faults.latency(20, 'read')
  mock.faults.next('list', { status: 500 })
  expect(await statuses(mock, 2)).toEqual([500, 200])
  await statuses(mock, 1, `${list}/1`)
  mock.faults.latency(0)
  await statuses(mock, 2)
  expect(waits).toEqual([250, 250, 20])
})

test('latencies of a range and failures of a rate are drawn from the seed, anew after a reset', async () => {
  const drawn = async (seed: number) => {
    const { mock, waits } = withNotedWaits({ seed })
    const seen: number[][] = []
    for (let round = 0; round < 2; round++) {
      mock.faults.latency({ min: 50, max: 200 })
      mock.faults.rate(0.5)
      seen.push(await statuses(mock, 40))
      mock.reset()
    }
    return [...seen, waits.slice(0, 40), waits.slice(40)]
  }
  const [first, again, waits = [], waitsAgain] = await drawn(7)
  expect([again, waitsAgain]).toEqual([first, waits])
  expect(new Set(first)).toEqual(new Set([200, 500]))
  expect(waits.filter((wait) => wait >= 50 && wait <= 200)).toEqual(waits)
  expect(await drawn(7)).toEqual([first, first, waits, waits])
  expect(await drawn(8)).not.toEqual([first, first, waits, waits])
})

test('a rate of 0 fails none, of 1 all, and of one operation no other', async () => {
  const failing = async (share: number, ...rest: [Fault?, 'read'?]) => {
    const { mock } = withNotedWaits()
    mock.faults.rate(share, ...rest)
    return new Set(await statuses(mock, 40))
  }
  expect(await failing(0)).toEqual(new Set([200]))
  expect(await failing(1, { status: 502 })).toEqual(new Set([502]))
  expect(await failing(1, { status: 502 }, 'read')).toEqual(new Set([200]))
})

test('the queue is worked off in order, keeps a fault for its operation, and is empty after a reset', async () => {
  const { mock } = withNotedWaits()
  mock.faults.next('read', { status: 500 }, 2)
  mock.faults.next('any', { status: 503 })
  expect(await statuses(mock, 2)).toEqual([503, 200])
  expect(await statuses(mock, 3, `${list}/1`)).toEqual([500, 500, 200])
  mock.faults.next('any', { status: 500 }, 9)
  mock.reset()
  expect(await statuses(mock, 1)).toEqual([200])
})

const times = 'Give a whole number from 1 to 10,000'
const unlike = (place: string) => `Failed to set a fault: "${place}" is not as expected`

test.each<[string, (faults: Faults) => void]>([
  [unlike('latency.any'), (faults) => faults.latency(-1)],
  [unlike('latency.read'), (faults) => faults.latency({ min: 5, max: 1 }, 'read')],
  [unlike('rate.any.share'), (faults) => faults.rate(1.5)],
  [unlike('next.0.fault.status'), (faults) => faults.next('any', { status: 99 })],
  [unlike('next.0.fault'), (faults) => faults.next('any', 'explode' as 'timeout')],
  [unlike('next.0.operation'), (faults) => faults.next('reed' as 'read', 'timeout')],
  [unlike('rate.toString'), (faults) => faults.rate(1, 'timeout', 'toString' as 'read')],
  [times, (faults) => faults.next('any', 'timeout', 0)],
  [times, (faults) => faults.next('any', 'timeout', Number.POSITIVE_INFINITY)],
])('what no request could follow is refused: %s', (words, set) => {
  const { faults } = createPostsMock({ posts: 0 })
  expect(() => set(faults)).toThrow(words)
  expect(faults.idle).toBe(true)
})

const creation = sent('POST', { title: 'a', content: 'b' })

/** A mock behind the real `fetch`: what a client sees is compared with a real server in test/src/node/fault-codes.test.ts. */
const start = () => setupPosts({ baseUrl, posts: 2 }).listen()

test('a status fails the operation with the error body of the profile, and nothing is done', async () => {
  using posts = start()
  posts.faults.next('create', { status: 503 })
  const response = await fetch(list, creation)
  expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ status: 503 })])
  expect(posts.posts.count).toBe(2)
  expect((await fetch(list, creation)).status).toBe(201)
})

test('a status may bring its own headers, each once, and the exact text of its body', async () => {
  using posts = start()
  const headers = { 'Retry-After': '7', 'Access-Control-Allow-Origin': 'https://only.example' }
  posts.faults.next('any', { status: 429, headers, body: '{"wait": 7}' })
  const response = await fetch(list, { headers: { origin: 'https://app.example' } })
  expect([response.status, await response.text()]).toEqual([429, '{"wait": 7}'])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'retry-after': '7',
    'content-type': 'application/json',
    'access-control-allow-origin': expect.not.stringContaining(','),
  })
})

test.each([204, 205, 304])('the status %i has no body', async (status) => {
  using posts = start()
  posts.faults.next('any', { status, body: '{}', headers: { etag: '"7"' } })
  const response = await fetch(list)
  expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([status, '', '"7"'])
})

test.each(['GET', 'DELETE'])('a malformed reply to %s is not JSON', async (method) => {
  using posts = start()
  posts.faults.next('any', 'malformed')
  const response = await fetch(`${list}/1`, { method })
  const text = await response.text()
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(response.headers.get('content-type')).toMatch('application/json')
})

test.each(['none', 'reset', 'close'] as const)(
  'a timeout outlasts %s, until the sender gives up',
  async (end) => {
    using posts = start()
    posts.faults.next('list', 'timeout')
    const controller = new AbortController()
    let isOver = false
    const reply = fetch(list, { signal: controller.signal }).finally(() => (isOver = true))
    const failure = expect(reply).rejects.toThrow('given up')
    await expect.poll(() => posts.faults.settings.next).toEqual([])
    if (end !== 'none') await posts[end]()
    expect(isOver).toBe(false)
    controller.abort(new Error('given up'))
    await failure
  },
)
