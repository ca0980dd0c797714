import { expect, test } from 'vitest'
import { presets } from '../../handlers/choices/presets.ts'
import { completeProfile } from '../../handlers/choices/profile.ts'
import { cases, compactCases } from './cases.ts'
import { brokenDefaults } from './default-replies.ts'
import { brokenRules, brokenUnder } from './document-rules.ts'
import { coreFor } from './hosts/core.ts'
import { perform } from './run-case.ts'

const core = coreFor(completeProfile())

test.each(cases)('by default $fact', async ({ steps, statuses }) => {
  const broken: string[] = []
  let at = 0
  for await (const performed of perform(steps, core))
    broken.push(...(await brokenRules(performed, core)), ...brokenDefaults(performed, statuses[at++]))
  expect(broken).toEqual([])
  expect(at).toBe(statuses.length)
})

const withoutLimits = { 'input.max-bytes': 'none', 'input.unknown-fields': 'stored' } as const

// Random profiles: behaviour.integration.test.ts.
test.each(Object.entries(presets))('the document holds under the preset %s', async (_name, preset) =>
  expect(await brokenUnder(completeProfile(preset), compactCases)).toEqual([]),
)

test('the document holds where nothing is limited and all is stored', async () => {
  expect(await brokenUnder(completeProfile(withoutLimits), cases)).toEqual([])
})
