import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { calibrateProfile } from '../../../contracts/calibrate.ts'
import type { Clock } from '../../../contracts/wire/clock.ts'
import type { Call, Change, Reply } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { atHome } from '../../support/calibrate/calibrate.ts'
import { farAway, near } from '../../support/distant-clock.ts'

type Crowded = (call: Call) => Reply | undefined

const usual = { ...atHome, seed: 7, timeout: 600_000, maxTime: 86_400_000 }

/**
 * Does some work at a provider, and counts its concurrent creates.
 * @param crowded its answer to a request during another; undefined is the usual one.
 */
async function at<Result>(
  work: (options: typeof usual & { url: string; clock: Clock }) => Promise<Result>,
  clock: Clock,
  { change = () => ({}), crowded = () => undefined }: { change?: Change; crowded?: Crowded } = {},
) {
  let [underWay, creates, widest] = [0, 0, 0]
  const { url, provider, close } = await startProvider((living, correct) => {
    const given = change(living, correct)
    const route = given.route ?? correct.route
    return {
      ...given,
      async route(call) {
        underWay++
        if (call.method === 'POST') widest = Math.max(widest, ++creates)
        try {
          for (let turn = 0; turn < 5; turn++) await setImmediate()
          return (underWay > 1 ? crowded(call) : undefined) ?? (await route(call))
        } finally {
          underWay--
          if (call.method === 'POST') creates--
        }
      },
    }
  })
  const result = await work({ ...usual, url, clock }).finally(close)
  return { result, widest, left: provider.posts.size }
}

const calibrated = (options: typeof usual & { url: string; clock: Clock }) => calibrateProfile({ ...options })

test('calibrate learns the same of a distant provider, with concurrent requests', async () => {
  const expected = await at(calibrated, near)
  const far = await at(calibrated, farAway())
  const learned = ({ result }: typeof far) =>
    result.choices.map(({ choice, verdict, answer }) => ({ choice, verdict, answer }))
  expect(learned(far)).toEqual(learned(expected))
  expect([expected.widest, far.widest > 3, far.left]).toEqual([1, true, 0])
})

test('what is wrong only during other requests is not told as broken', async () => {
  let during = 0
  const crowded = ({ method, path }: Call) => {
    const isList = method === 'GET' && path.endsWith('/posts')
    return isList && ++during < 200 ? { status: 200, body: [{ id: 1 }] } : undefined
  }
  const { result } = await at(calibrated, farAway(), { crowded })
  expect(during).toBeGreaterThan(20)
  expect(result.failureReason).toBeUndefined()
  expect(result.broken).toEqual([])
})
