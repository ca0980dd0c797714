import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toResponse } from '../../handlers/app.ts'
import { presets } from '../../handlers/choices/presets.ts'
import { arbitraryProfile, seed } from '../support/arbitrary-profile.ts'
import { isFull } from '../support/full.ts'
import { cases, compactCases, oneOf } from './cases.ts'
import { brokenRules, brokenUnder } from './document-rules.ts'
import { coreFor } from './hosts/core.ts'
import { fetchHost } from './hosts/fetch.ts'
import { mswFetchHost, mswHttpHost } from './hosts/msw.ts'
import { serverHost } from './hosts/server.ts'
import { perform } from './run-case.ts'
import { describeBehaviour, expectAsCore, reasonToSkip } from './suite.ts'

const { default: _default, loopback, ...otherPresets } = presets

describeBehaviour(mswHttpHost)
describeBehaviour(serverHost, cases, isFull ? { loopback, ...otherPresets } : { loopback })

test('the document holds under any profile', async () => {
  const holds = fc.asyncProperty(arbitraryProfile, async (profile) => {
    expect(await brokenUnder(profile, compactCases)).toEqual([])
  })
  await fc.assert(holds, { seed, numRuns: isFull ? 200 : 25, endOnFailure: true })
})

/** The method and path of a request of some case, with the headers and body of a request of any other. */
const anyStep = fc.constantFrom(...compactCases.flatMap(({ steps }) => steps))
const randomRequest = fc
  .tuple(anyStep, anyStep)
  .map(([{ method, path }, { headers, body }]) => ({ method, path, headers, body }))

test('no random requests under any profile break the document or the Fetch Standard', async () => {
  const requests = fc.array(randomRequest, { minLength: 250, maxLength: 250 })
  const answered = fc.asyncProperty(arbitraryProfile, requests, async (profile, steps) => {
    const core = coreFor(profile)
    for await (const performed of perform(steps, core)) {
      expect(await brokenRules(performed, core)).toEqual([])
      const { status, headers, text } = performed.reply
      const response = toResponse({ status, headers, body: text || undefined })
      expect({ status: response.status, text: await response.text() }).toEqual({
        status,
        text: text.toWellFormed(),
      })
    }
  })
  await fc.assert(answered, { seed, numRuns: isFull ? 400 : 12, endOnFailure: true })
})

/**
 * How many random profiles are run through each host; PROFILES=200 SEED=7 runs as many others. Through MSW 3.0.5 a process has memory
 * for some hundred profiles only: it keeps about 18 KB of every request that it intercepts.
 */
const numRuns = Number(process.env.PROFILES ?? 1)

/** A part of the cases where MSW is between: it is slow, and behind it the same code answers. */
const hosts = [
  [fetchHost, compactCases],
  [serverHost, compactCases],
  [mswFetchHost, isFull ? compactCases : oneOf(4, 0, compactCases)],
  [mswHttpHost, isFull ? compactCases : oneOf(4, 2, compactCases)],
] as const

test.each(hosts.map(([host, meant]) => ({ name: host.name, host, meant })))(
  `behaves as the core under each of ${numRuns} random profiles through $name`,
  async ({ host, meant }) => {
    const behaves = fc.asyncProperty(arbitraryProfile, async (profile) => {
      const adapter = await host.open(profile)
      try {
        for (const each of meant) if (!reasonToSkip(host, each)) await expectAsCore(each, adapter)
      } finally {
        await adapter.close()
      }
    })
    await fc.assert(behaves, { seed, numRuns, endOnFailure: true })
  },
  600_000,
)
