import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { presets } from '../../../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../../handlers/choices/profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { anyWrite } from '../../support/any-write.ts'
import { arbitraryProfile, seed, takesOrdinaryPosts } from '../../support/arbitrary-profile.ts'
import { isFull, sampled } from '../../support/full.ts'
import { searchAt } from '../../support/search-at.ts'

/** What sequences find at a server with one profile that is held against another. */
async function differences(actual: Profile, expected: Profile, runs = 20): Promise<string[]> {
  await using server = await createPostsServer({ profile: actual, posts: 0, onWarning: () => {} })
  const client = createProviderClient({ url: server.url }).writing(anyWrite)
  const { failure, lost, differences } = await searchAt({
    send: client.send,
    profile: expected,
    most: isFull ? 100 : runs,
  })
  await client.close()
  expect({ failure, lost }).toEqual({ failure: undefined, lost: undefined })
  return differences.map(({ choice, about }) => choice ?? about)
}

const random = fc.sample(arbitraryProfile.filter(takesOrdinaryPosts), { numRuns: isFull ? 200 : 1, seed })
const profiles = [
  // All of them: calibrate/reply-share.integration.test.ts.
  ...sampled(Object.keys(presets), 0, 2).map(
    (name) => [name, completeProfile(name as keyof typeof presets)] as const,
  ),
  ...random.map((profile, at) => [`random ${at + 1}`, profile] as const),
]

test.each(profiles)(
  'a server with the profile %s is not to be told from a mock with it',
  async (_name, profile) => {
    expect(await differences(profile, profile, 12)).toEqual([])
  },
)

/** Choices that do not hide each other are answered otherwise together: each is one more reason to fail, and none takes a server alone. */
const others: readonly PartialProfile[] = [
  {
    'create.status': 200,
    'replace.status': 202,
    'delete.status': 202,
    'input.malformed-status': 422,
    'text.kept': 'trimmed',
  },
  { 'create.body': { id: 'id' }, 'replace.body': {}, 'delete.missing': 204, 'input.required': 'title' },
  {
    'delete.status': 200,
    'delete.body': 'post',
    'replace.missing': 'creates-201',
    'input.wrong-type': 'coerced',
  },
  { 'input.max-length': { content: 1000 } },
]

test.each(others)('names each choice that a server answers otherwise, and no other: %j', async (answers) => {
  const found = await differences(completeProfile(answers), completeProfile())
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(answers).toSorted())
})
