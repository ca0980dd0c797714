import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestWindow } from '../../../contracts/session/request-window.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs a request when it is its turn. */
async function run(window: RequestWindow, answer: () => Promise<void>): Promise<void> {
  const leave = await window.enter()
  const start = performance.now()
  await answer()
  leave(performance.now() - start)
}

/** A provider that answers in 500 ms, and works on so many requests at the same time. */
function provider(capacity = Number.POSITIVE_INFINITY) {
  let [working, underWay, widest] = [0, 0, 0]
  const queue: (() => void)[] = []
  const answer = async () => {
    widest = Math.max(widest, ++underWay)
    while (working >= capacity) await new Promise<void>((resolve) => queue.push(resolve))
    working++
    await new Promise((resolve) => setTimeout(resolve, 500))
    working--
    underWay--
    queue.shift()?.()
  }
  return { answer, widest: () => widest }
}

/** Sends so many requests, as many as possible at the same time. */
async function afterMany(count: number, answer: () => Promise<void>, window = windowOf()) {
  const all = Array.from({ length: count }, () => run(window, answer))
  await vi.runAllTimersAsync()
  await Promise.all(all)
  return window
}

const windowOf = (most = 32) => new RequestWindow({ most: () => most, usual: () => 500 })

test('sends more at the same time as long as replies take no longer for it', async () => {
  const { answer, widest } = provider()
  const { size } = await afterMany(200, answer)
  expect({ size, widest: widest() }).toEqual({ size: 32, widest: 32 })
})

test('never sends more than the run has a use for', async () => {
  const { answer, widest } = provider()
  expect((await afterMany(200, answer, windowOf(7))).size).toBe(10)
  expect(widest()).toBe(10)
})

test.each([
  [1, 4, 10],
  [3, 5, 10],
  [5, 10, 10],
  [10, 20, 20],
  [20, 32, 32],
])('a provider that works on %i at a time gets %i, and never more than %i', async (capacity, size, most) => {
  const { answer, widest } = provider(capacity)
  expect((await afterMany(300, answer)).size).toBe(size)
  expect(widest()).toBe(most)
})

test('a refusal makes them fewer, for the rest of the run', async () => {
  const { answer } = provider()
  const window = await afterMany(200, answer)
  window.noteStrain()
  expect(window.size).toBe(10)
  expect((await afterMany(200, answer, window)).size).toBe(10)
  for (let count = 0; count < 5; count++) window.noteStrain()
  expect(window.size).toBe(4)
})

test('a request without a reply makes room for the next, and says nothing about the others', async () => {
  const window = windowOf()
  for (let count = 0; count < 50; count++) {
    const leave = await window.enter()
    leave(undefined)
  }
  expect(window.size).toBe(10)
})
