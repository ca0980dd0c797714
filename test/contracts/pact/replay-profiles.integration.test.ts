import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PresetName, presets } from '../../../handlers/choices/presets.ts'
import { completeProfile, type Profile } from '../../../handlers/choices/profile.ts'
import { choiceIds } from '../../../handlers/choices.ts'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { arbitraryProfile, seed, takesOrdinaryPosts } from '../../support/arbitrary-profile.ts'
import { isFull } from '../../support/full.ts'
import { inProcessProvider } from '../../support/replaying/in-process-provider.ts'
import { complaints, deriveSome, replayOn } from '../../support/replaying/replay.ts'

/** How many random profiles; PROFILES=200 for a thorough run. */
const count = Number(process.env.PROFILES ?? (isFull ? 20 : 1))

const random = fc.sample(arbitraryProfile.filter(takesOrdinaryPosts), { numRuns: count, seed })
const defaults = completeProfile()
/** The other ones: verify/profiles.integration.test.ts. */
const sampledPresets = isFull ? (Object.keys(presets) as PresetName[]) : (['django-rest'] as const)
const profiles = [
  ...sampledPresets.map((name) => [name, completeProfile(name)] as const),
  ...random.map((profile, index) => [`random ${index + 1}`, profile] as const),
]
const document = await deriveSome({ kind: 'document' })

test.each(profiles)(
  'a provider with the profile %s passes the document contract and its own mock contract',
  async (_name, profile) => {
    const mock = await deriveSome({ kind: 'mock', profile })
    const found = complaints(await replayOn(inProcessProvider(profile), [document, mock]))
    expect(found, `the profile is ${stringifyJson(ownAnswers(profile))}`).toEqual([])
  },
)

function ownAnswers(profile: Profile): Record<string, unknown> {
  const ids = choiceIds.filter((id) => stringifyJson(profile[id]) !== stringifyJson(defaults[id]))
  return Object.fromEntries(ids.map((id) => [id, profile[id]]))
}
