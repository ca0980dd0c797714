import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toResponse } from '../../handlers/app.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { compactCases } from '../behaviour/cases.ts'
import { answerInCore, base, createMockFor } from '../behaviour/hosts/core.ts'
import type { Adapter } from '../behaviour/hosts/host.ts'
import { begin, runStep } from '../behaviour/run-case.ts'
import { arbitraryProfile, seed } from '../support/arbitrary-profile.ts'
import { isFull } from '../support/full.ts'

/** The core, whose every reply the Fetch Standard has to take as it is. */
function core(profile: Profile): Adapter {
  const { world } = createMockFor(profile, base)
  return {
    profile,
    base,
    async send(sent) {
      const reply = await answerInCore(sent, world)
      const { status, headers, body = '' } = reply
      const response = toResponse(reply)
      expect({ status: response.status, text: await response.text() }).toEqual({
        status,
        text: body.toWellFormed(),
      })
      return { status, headers, text: body }
    },
    reset: () => world.reset(),
    close() {},
  }
}

/** The method and path of a request of some case, with the headers and body of a request of any other. */
const anyStep = fc.constantFrom(...compactCases.flatMap(({ steps }) => steps))
const randomRequest = fc
  .tuple(anyStep, anyStep)
  .map(([{ method, path }, { headers, body }]) => ({ method, path, headers, body }))

test('answers random requests as the document and their profiles say', async () => {
  const requests = fc.array(randomRequest, { minLength: 250, maxLength: 250 })
  const answered = fc.asyncProperty(arbitraryProfile, requests, async (profile, sent) => {
    const run = await begin(core(profile))
    for (const each of sent) expect(await runStep(each, run)).toEqual([])
  })
  await fc.assert(answered, { numRuns: isFull ? 400 : 12, seed })
})
