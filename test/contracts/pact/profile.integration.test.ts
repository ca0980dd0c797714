import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { deriveContract, type Interaction } from '../../../contracts/pact/contract.ts'
import { verifyWithPact } from '../../../contracts/pact/native/verify-with-pact.ts'
import { writePactFile } from '../../../contracts/pact/pact-file.ts'
import { answerExample, withoutLimits } from '../../../contracts/wire/mock.ts'
import { type PresetName, presets } from '../../../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile, unknownIn } from '../../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../../handlers/choices.ts'
import { sampled } from '../../support/full.ts'

/** What no reply to one request shows, or Pact cannot say of it. */
const unseen = /^(?:cors\.|id\.reuse|list\.order|input\.(?:max|media-type|client-id)|create\.location=no)/

/**
 * The keys of the interactions of a profile's contract that Pact's own verifier rejects at a mock of another profile,
 * among the first that such a mock answers otherwise.
 */
async function rejectedBy(profile: PartialProfile, other: PartialProfile) {
  const { interactions, ...names } = await deriveContract({ profile })
  const own = withoutLimits(completeProfile(profile))
  const mock = withoutLimits(completeProfile(other))
  const chosen: Interaction[] = []
  for (const each of interactions) {
    const [one, another] = [await answerExample(each, own), await answerExample(each, mock)]
    if (profile === other || !isDeepStrictEqual(one.reply, another.reply)) chosen.push(each)
  }
  const contract = { ...names, interactions: profile === other ? chosen : chosen.slice(0, 9) }
  let reply = { status: 500, headers: {}, body: '' }
  const { accepted, refused } = await verifyWithPact({
    write: (folder) => writePactFile(contract, folder),
    async setUp(key) {
      const interaction = contract.interactions.find((each) => each.key === key)
      if (interaction) reply = (await answerExample(interaction, mock)).reply
      return {}
    },
    send: async () => reply,
    signal: AbortSignal.timeout(60_000),
  })
  expect(accepted + refused.length).toBe(contract.interactions.length)
  return refused.map(({ key }) => key)
}

const names = Object.keys(presets).filter((name) => name !== 'default') as PresetName[]

test.each(names)('the contract of %s accepts a mock under it', async (name) => {
  const profile = { extends: name }
  expect(await rejectedBy(profile, profile)).toEqual([])
})

test.each(sampled(names, 3))('it rejects a mock that differs from %s in one answer', async (name) => {
  const own = completeProfile(name)
  const accepted: ChoiceId[] = []
  // What no profile can say of the stack is open in the contract, too.
  for (const choice of choiceIds.filter((each) => !unknownIn(own).has(each))) {
    const other = completeProfile({ ...own, [choice]: completeProfile()[choice] })
    const isSame = JSON.stringify(other) === JSON.stringify(own)
    if (isSame || unseen.test(`${choice}=${own[choice]}`)) continue
    if ((await rejectedBy(own, other)).length === 0) accepted.push(choice)
  }
  expect(accepted).toEqual([])
})

test('what a profile says is unknown is not required', async () => {
  const unknown = ['create.status', 'create.body', 'error.body'] as const
  const other = { 'create.status': 200, 'create.body': 'none', 'error.body': 'none' } as const
  expect(await rejectedBy({ unknown }, other)).toEqual([])
  expect(await rejectedBy({}, other)).toContain('create/plain')
})
