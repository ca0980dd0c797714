import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toResponse } from '../../handlers/app.ts'
import { compactCases } from '../behaviour/cases.ts'
import { brokenRules } from '../behaviour/document-rules.ts'
import { coreFor } from '../behaviour/hosts/core.ts'
import { perform } from '../behaviour/run-case.ts'
import { arbitraryProfile, seed } from '../support/arbitrary-profile.ts'
import { isFull } from '../support/full.ts'

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
  await fc.assert(answered, { numRuns: isFull ? 400 : 12, seed, endOnFailure: true })
})
