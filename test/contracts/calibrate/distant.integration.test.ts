import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { calibrateProfile } from '../../../contracts/calibrate.ts'
import { measureFidelity } from '../../../contracts/fidelity.ts'
import type { Clock } from '../../../contracts/session/client/clock.ts'
import type { Change, Provider, Reply } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { atHome } from '../../support/calibrate/calibrate.ts'
import { farAway, near } from '../../support/distant-clock.ts'

type Crowded = (provider: Provider) => Reply | undefined

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
          return (underWay > 1 ? crowded(living) : undefined) ?? (await route(call))
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

const calibrated = (options: typeof usual & { url: string; clock: Clock }) =>
  calibrateProfile({ ...options, largestBody: 2000, probes: 60 })

const measured = (options: typeof usual & { url: string; clock: Clock }) =>
  measureFidelity({ ...options, probes: 80 })

test('calibrate learns the same of a distant provider, with concurrent requests', async () => {
  const expected = await at(calibrated, near)
  const far = await at(calibrated, farAway())
  const learned = ({ result }: typeof far) =>
    result.choices.map(({ choice, verdict, answer, sure }) => ({ choice, verdict, answer, sure }))
  expect(learned(far)).toEqual(learned(expected))
  expect({ ...far.result.fidelity, misses: [] }).toEqual({ ...expected.result.fidelity, misses: [] })
  expect([expected.widest, far.widest > 3, far.left]).toEqual([1, true, 0])
})

test('where ids are reused, probes are sent one at a time', async () => {
  const change: Change = (provider) => ({
    nextId: () => {
      let id = 1n
      while (provider.posts.has(id)) id++
      return id
    },
  })
  const { widest, left, result } = await at(measured, farAway(), { change })
  expect({ widest, left, replies: result.fidelity?.replies }).toEqual({
    widest: 1,
    left: 0,
    replies: (await at(measured, near, { change })).result.fidelity?.replies,
  })
})

test('probes that a provider refused during concurrent requests are sent again, one at a time', async () => {
  let probes = 0
  const crowded: Crowded = (provider) =>
    provider.posts.size > 20 && ++probes > 20 ? provider.problem(503, 'Too much at once.') : undefined
  const expected = await at(measured, near)
  const { result, left } = await at(measured, farAway(), { crowded })
  expect(probes).toBeGreaterThan(20)
  expect(result.notes.join()).toContain(
    'answered 503 during concurrent requests, so the rest of the run sent one at a time',
  )
  expect({ ...result.fidelity, misses: [], left }).toEqual({
    ...expected.result.fidelity,
    misses: [],
    left: 0,
  })
})
