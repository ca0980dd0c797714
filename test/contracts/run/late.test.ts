import { expect, test } from 'vitest'
import type { SearchResult } from '../../../contracts/run/search.ts'
import type { Send } from '../../../contracts/spec/exchange.ts'
import { WriteRefused } from '../../../contracts/wire/failure.ts'
import { answer } from '../../../handlers/answer.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { emptyWorld } from '../../../handlers/world/world.ts'
import { isFull } from '../../support/full.ts'
import { searchAt } from './search-at.ts'

/** A clock on which waiting takes no time, and every request a millisecond. */
function createClock() {
  let time = 0
  return {
    now: () => time,
    tick: () => time++,
    async wait(milliseconds: number) {
      time += milliseconds
    },
  }
}

/** Searches at a service in which a delete takes so long, in milliseconds of the clock, until it shows; before that, one read in so many shows the post. */
async function searchWithLateDeletes(
  lag: number,
  settle: number,
  { every = 1, ...options }: { readonly every?: number; readonly isEventual?: boolean } = {},
): Promise<SearchResult> {
  let reads = 0
  const clock = createClock()
  const world = emptyWorld(completeProfile())
  const shown = new Map<string, { readonly body: string; readonly until: number }>()
  const send: Send = async ({ method, path, headers, body }) => {
    clock.tick()
    const request = { method, base: '', path, query: '', headers, body }
    const before = method === 'DELETE' ? await answer({ ...request, method: 'GET' }, world) : undefined
    const reply = await answer(request, world)
    if (before?.status === 200) shown.set(path, { body: before.body ?? '', until: clock.now() + lag })
    const late = method === 'GET' ? shown.get(path) : undefined
    const isLate = late !== undefined && clock.now() < late.until && ++reads % every === 0
    return { ...reply, ...(isLate ? { status: 200, body: late.body } : { body: reply.body ?? '' }) }
  }
  return await searchAt({ send, most: 20, budget: 1_000_000, settle, clock, ...options })
}

test('waits for a delete that takes a moment until it shows', async () => {
  const { failure } = await searchWithLateDeletes(200, 300)
  expect(failure).toBeUndefined()
})

test('calls a delete late that shows, but not within the time to settle, and says how late', async () => {
  const { failure } = await searchWithLateDeletes(450, 300)
  expect(failure?.kind).toBe('late')
  expect(failure?.window).toBeGreaterThan(300)
  expect(failure?.window).toBeLessThan(600)
})

test('reads may go back in time where the user has said that writes take a while to show', async () => {
  expect((await searchWithLateDeletes(200, 300, { every: 2, isEventual: true })).failure).toBeUndefined()
})

test('does not call late what is right at no time', async () => {
  const { failure } = await searchWithLateDeletes(Number.POSITIVE_INFINITY, 300)
  expect(failure?.kind).toBe('deterministic')
})

test.each([
  ['at once', 0],
  ['late', 250],
])('a post created beside a write that was not sent, and listed %s, is not reported', async (_when, lag) => {
  const states: { readonly body: string; readonly from: number }[] = [{ body: '[]', from: 0 }]
  const clock = createClock()
  const world = emptyWorld(completeProfile())
  let underWay = 0
  let refused = 0
  const send: Send = async ({ method, path, headers, body }) => {
    const isConcurrent = underWay > 0
    if (method !== 'GET') underWay++
    await Promise.resolve()
    clock.tick()
    if (method !== 'GET') underWay--
    if (isConcurrent && (method === 'PUT' || method === 'DELETE')) {
      refused++
      throw new WriteRefused(method, path, 'reading it does not show what this run sent')
    }
    const request = { base: '', query: '', headers }
    const reply = await answer({ ...request, method, path, body }, world)
    if (method !== 'GET') {
      const list = await answer({ ...request, method: 'GET', path: '/posts', body: undefined }, world)
      states.push({ body: list.body ?? '', from: clock.now() + lag })
    }
    const listed = states.findLast(({ from }) => from <= clock.now())
    const isList = method === 'GET' && path === '/posts'
    return { ...reply, body: (isList ? listed?.body : reply.body) ?? '' }
  }
  const { failure } = await searchAt({
    send,
    isEventual: lag > 0,
    most: isFull ? 100 : 40,
    budget: 1_000_000,
    clock,
  })
  expect(refused).toBeGreaterThan(5)
  expect(failure).toBeUndefined()
})
