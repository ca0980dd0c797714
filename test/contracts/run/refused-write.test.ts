import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Send } from '../../../contracts/scenarios/exchange.ts'
import { WriteRefused } from '../../../contracts/wire/failure.ts'
import { answer } from '../../../handlers/answer.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { emptyWorld } from '../../../handlers/world/world.ts'
import { isFull } from '../../support/full.ts'
import { searchAt } from './search-at.ts'

test.each([
  ['at once', 0],
  ['late', 250],
])('a post created beside a write that was not sent, and listed %s, is not reported', async (_when, lag) => {
  const states: { readonly body: string; readonly from: number }[] = [{ body: '[]', from: 0 }]
  // Waiting takes no time, and every request a millisecond.
  let time = 0
  const clock = {
    now: () => time,
    async wait(milliseconds: number) {
      time += milliseconds
    },
  }
  const world = emptyWorld(completeProfile())
  let underWay = 0
  let refused = 0
  const send: Send = async ({ method, path, headers, body }) => {
    const isConcurrent = underWay > 0
    if (method !== 'GET') underWay++
    for (let turn = 0; turn < 4; turn++) await setImmediate()
    time++
    if (method !== 'GET') underWay--
    if (isConcurrent && (method === 'PUT' || method === 'DELETE')) {
      refused++
      throw new WriteRefused(method, path, 'reading it does not show what this run sent')
    }
    const request = { base: '', query: '', headers }
    const reply = await answer({ ...request, method, path, body }, world)
    if (method !== 'GET') {
      const list = await answer({ ...request, method: 'GET', path: '/posts', body: undefined }, world)
      states.push({ body: list.body ?? '', from: time + lag })
    }
    const listed = states.findLast(({ from }) => from <= time)
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
