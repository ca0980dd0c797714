import { expect, test } from 'vitest'
import { realClock } from '../../../contracts/wire/clock.ts'
import { waitForStart } from '../../../contracts/wire/wait-for-start.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

/** A clock that tells how often something waited, and waits no time. */
function countingClock() {
  let [now, waits] = [0, 0]
  return {
    ...realClock,
    now: () => now,
    async wait(milliseconds: number) {
      waits++
      now += milliseconds
    },
    waits: () => waits,
  }
}

test('waits as long as a gateway says that the service is not there', async () => {
  let requests = 0
  const { url } = await startScriptedServer(() => ({
    status: ++requests < 12 ? 502 : 200,
    headers: {},
    body: '[]',
  }))
  await waitForStart({ url }, 60_000)
  expect(requests).toBeGreaterThanOrEqual(12)
})

test('returns once the time is over, and at once where the service answers with an error', async () => {
  const clock = countingClock()
  await waitForStart({ url: 'http://127.0.0.1:9/v1', clock }, 3000)
  expect(clock.now()).toBeGreaterThanOrEqual(3000)
  const before = clock.waits()
  const { url } = await startScriptedServer(() => ({ status: 401, headers: {}, body: '' }))
  await waitForStart({ url, clock }, 3000)
  expect(clock.waits()).toBe(before)
})
