import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { presets } from '../../../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../../handlers/choices.ts'
import { createPostsServer } from '../../../src/server.ts'
import { arbitraryProfile, isGate, seed } from '../../support/arbitrary-profile.ts'
import { atHome, calibrateServer, isWorkable, mistakes } from '../../support/calibrate/calibrate.ts'
import { isFull, oneIn, sampled } from '../../support/full.ts'

vi.spyOn(console, 'warn').mockImplementation(() => {})

/** What a client needs beside an answer to see it. */
const beside: { readonly [Id in ChoiceId]?: PartialProfile } = {
  'delete.body': { 'delete.status': 200 },
  'list.order': { 'input.client-id': 'honoured' },
}

const single = choiceIds
  .filter((choice) => !isGate(choice) || choice === 'list.page-size')
  .flatMap((choice) =>
    choices[choice].answers.map(
      (answer) =>
        [
          choice,
          JSON.stringify(answer),
          answer,
          completeProfile({ ...beside[choice], [choice]: answer }),
        ] as const,
    ),
  )

const notTried = ['input.max-bytes', 'id.reuse']

test.each(single.filter(([choice]) => !notTried.includes(choice) && (isFull || choice === 'input.required')))(
  'reads %s = %s off a server that has nothing else of its own, exactly, and so all else',
  async (choice, _text, answer, profile) => {
    const calibration = await calibrateServer(profile)
    expect(calibration.profile[choice]).toEqual(answer)
    expect(mistakes(calibration, profile)).toEqual([])
  },
)

test('a service that takes short titles alone is read like any other, with its limit and the status of that', async () => {
  const profile = completeProfile({ 'input.max-length': { title: 30, status: 413 } })
  const calibration = await calibrateServer(profile)
  expect(calibration.profile['input.max-length']).toEqual({ title: 30, status: 413 })
  expect(mistakes(calibration, profile)).toEqual([])
})

/** Every answer of every choice, a few profiles all together. */
const rows = Math.max(...choiceIds.map((choice) => choices[choice].answers.length))
const mixed = Array.from({ length: rows }, (_, row) => {
  const answers = choiceIds.map((choice, at) => {
    const all = choices[choice].answers
    return [choice, isGate(choice) ? all[0] : all[(row + (at % 2)) % all.length]]
  })
  return agreeing(Object.fromEntries(answers))
})

const random = fc.sample(arbitraryProfile.filter(isWorkable), { numRuns: isFull ? 120 : 1, seed })
const sampledMixed = oneIn(
  6,
  mixed.map((profile, at) => [`mixed ${at + 1}`, profile] as const),
)
const profiles = [
  ...sampled(Object.keys(presets), 2).map(
    (name) => [name, completeProfile(name as keyof typeof presets)] as const,
  ),
  ...sampledMixed,
  ...random.map((profile, at) => [`random ${at + 1}`, profile] as const),
]

/** Each is read once, for all that is looked at. */
const calibrations = new Map<Profile, ReturnType<typeof calibrateServer>>()
const readOff = (profile: Profile) => {
  const made = calibrations.get(profile) ?? calibrateServer(profile)
  calibrations.set(profile, made)
  return made
}

test.each(profiles)(
  'reads the profile %s off a server as far as a client can see it',
  async (_name, profile) => {
    expect(mistakes(await readOff(profile), profile)).toEqual([])
  },
)

test.each(sampled(profiles, 0))(
  'a server with the profile %s is held against what was read off it, by contract and sequences',
  async (_name, profile) => {
    const { profile: read } = await readOff(profile)
    await using server = await createPostsServer({ profile, posts: 0 })
    const sequences = { seed, budget: isFull ? 5000 : 1 }
    const result = await verifyProvider({ url: server.url, ...atHome, profile: read, ...sequences })
    expect(result.choices.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    expect(result.verdict).toBe('held')
  },
)

/** Leaves out of answers what contradicts others: a write that answers 204 has no body. */
function agreeing(answers: Record<string, unknown>): Profile {
  for (const operation of ['create', 'replace', 'delete'])
    if (answers[`${operation}.status`] === 204) answers[`${operation}.body`] = 'none'
  return completeProfile(answers as PartialProfile)
}
