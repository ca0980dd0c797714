import { describe, expect, test } from 'vitest'
import { createPostsMock, type Fault, type Faults, type PostsMockOptions } from '../../../src/index.ts'

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

describe('latency', () => {
  test('is as many milliseconds as asked for, and 0 ends it', async () => {
    const { mock, waits } = withNotedWaits()
    mock.faults.latency(250)
    await statuses(mock, 2)
    mock.faults.latency(0)
    await statuses(mock, 2)
    expect(waits).toEqual([250, 250])
  })

  test('of a range is drawn from the seed, anew after a reset', async () => {
    const drawn = async (seed: number) => {
      const { mock, waits } = withNotedWaits({ seed })
      mock.faults.latency({ min: 50, max: 200 })
      await statuses(mock, 5)
      mock.reset()
      mock.faults.latency({ min: 50, max: 200 })
      await statuses(mock, 5)
      return waits
    }
    const waits = await drawn(7)
    expect(waits.slice(5)).toEqual(waits.slice(0, 5))
    expect(await drawn(7)).toEqual(waits)
    expect(await drawn(8)).not.toEqual(waits)
    expect(new Set(waits).size).toBe(5)
    expect(waits.filter((wait) => wait >= 50 && wait <= 200)).toEqual(waits)
  })

  test('of an operation wins over that of all', async () => {
    const { mock, waits } = withNotedWaits()
    mock.faults.latency(10)
    mock.faults.latency(20, 'read')
    await statuses(mock, 1)
    await statuses(mock, 1, `${list}/1`)
    await mock.fetch(`${baseUrl}/elsewhere`)
    expect(waits).toEqual([10, 20, 10])
  })

  test('comes before a fault as well', async () => {
    const { mock, waits } = withNotedWaits()
    mock.faults.latency(10)
    mock.faults.next('list', { status: 500 })
    expect([await statuses(mock, 1), waits]).toEqual([[500], [10]])
  })
})

describe('the queue', () => {
  test('is worked off in order, each fault as often as asked for', async () => {
    const { mock } = withNotedWaits()
    mock.faults.next('any', { status: 500 }, 2)
    mock.faults.next('any', { status: 503 })
    expect(await statuses(mock, 4)).toEqual([500, 500, 503, 200])
  })

  test('keeps a fault of one operation for it', async () => {
    const { mock } = withNotedWaits()
    mock.faults.next('read', { status: 500 })
    mock.faults.next('any', { status: 503 })
    expect(await statuses(mock, 2)).toEqual([503, 200])
    expect(await statuses(mock, 2, `${list}/1`)).toEqual([500, 200])
  })

  test('is empty after a reset', async () => {
    const { mock } = withNotedWaits()
    mock.faults.next('any', { status: 500 }, 9)
    mock.reset()
    expect(await statuses(mock, 1)).toEqual([200])
  })
})

describe('a failure rate', () => {
  const failing = async (seed: number, share: number, ...rest: [Fault?, 'read'?]) => {
    const { mock } = withNotedWaits({ seed })
    mock.faults.rate(share, ...rest)
    return statuses(mock, 40)
  }

  test('is drawn from the seed', async () => {
    const seen = await failing(3, 0.5)
    expect(new Set(seen)).toEqual(new Set([200, 500]))
    expect(await failing(3, 0.5)).toEqual(seen)
    expect(await failing(4, 0.5)).not.toEqual(seen)
  })

  test('of 0 fails none, of 1 all, with the fault that was asked for', async () => {
    expect(new Set(await failing(3, 0))).toEqual(new Set([200]))
    expect(new Set(await failing(3, 1, { status: 502 }))).toEqual(new Set([502]))
  })

  test('of one operation leaves the others alone', async () => {
    expect(new Set(await failing(3, 1, { status: 502 }, 'read'))).toEqual(new Set([200]))
  })
})

test('the settings are plain data, and can be put back', async () => {
  const { mock } = withNotedWaits()
  mock.faults.next('list', { status: 500 })
  mock.faults.rate(1, { status: 502 }, 'read')
  const saved = structuredClone(mock.faults.settings)
  mock.faults.clear()
  expect(await statuses(mock, 1)).toEqual([200])
  mock.faults.settings = saved
  expect([...(await statuses(mock, 2)), ...(await statuses(mock, 1, `${list}/1`))]).toEqual([500, 200, 502])
})

test.each<[string, (faults: Faults) => void]>([
  ['latency.any', (faults) => faults.latency(-1)],
  ['latency.read', (faults) => faults.latency({ min: 5, max: 1 }, 'read')],
  ['rate.any.share', (faults) => faults.rate(1.5)],
  ['next.0.fault.status', (faults) => faults.next('any', { status: 99 })],
  ['next.0.fault', (faults) => faults.next('any', 'explode' as 'timeout')],
  ['next.0.operation', (faults) => faults.next('reed' as 'read', 'timeout')],
  ['rate', (faults) => faults.rate(1, 'timeout', 'toString' as 'read')],
])('%s is refused where no request could follow it', (place, set) => {
  const { faults } = createPostsMock({ posts: 0 })
  expect(() => set(faults)).toThrow(`Failed to set a fault: "${place}" is not as expected`)
  expect(faults.idle).toBe(true)
})
