import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { calibrateProfile } from '../../../contracts/calibrate.ts'
import type { Clock } from '../../../contracts/wire/clock.ts'
import type { Call, Reply } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { farAway, near } from '../../support/distant-clock.ts'
import { atHome } from '../../support/verify-at.ts'

/** Calibrates a provider, and counts its concurrent creates. @param crowded its answer to a request during another. */
async function calibrated(clock: Clock, crowded: (call: Call) => Reply | undefined = () => undefined) {
  let [underWay, creates, widest] = [0, 0, 0]
  const { url, provider, close } = await startProvider((_living, correct) => ({
    async route(call) {
      underWay++
      if (call.method === 'POST') widest = Math.max(widest, ++creates)
      try {
        for (let turn = 0; turn < 5; turn++) await setImmediate()
        return (underWay > 1 ? crowded(call) : undefined) ?? (await correct.route(call))
      } finally {
        underWay--
        if (call.method === 'POST') creates--
      }
    },
  }))
  const options = { ...atHome, timeout: 600_000, maxTime: 86_400_000, url, clock }
  const result = await calibrateProfile(options).finally(close)
  return { result, widest, left: provider.posts.size }
}

test('calibrate learns the same of a distant provider, with concurrent requests', async () => {
  const [expected, far] = [await calibrated(near), await calibrated(farAway())]
  expect(far.result.profile).toEqual(expected.result.profile)
  expect([expected.widest, far.widest > 3, far.left]).toEqual([1, true, 0])
})

test('what is wrong only during other requests is not told as broken', async () => {
  let during = 0
  const { result } = await calibrated(farAway(), ({ method, path }) => {
    const isList = method === 'GET' && path.endsWith('/posts')
    return isList && ++during < 200 ? { status: 200, body: [{ id: 1 }] } : undefined
  })
  expect(during).toBeGreaterThan(20)
  expect(result.broken).toEqual([])
  expect(result.failureReason).toBeUndefined()
})
