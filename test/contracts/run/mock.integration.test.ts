import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { presets } from '../../../handlers/choices/presets.ts'
import { completeProfile, type Profile } from '../../../handlers/choices/profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { anyWrite } from '../../support/any-write.ts'
import { arbitraryProfile, seed, takesOrdinaryPosts } from '../../support/arbitrary-profile.ts'
import { isFull, sampled } from '../../support/full.ts'
import { searchAt } from '../../support/search-at.ts'

/** Searches at a server with a profile. */
async function searchAtServer(profile: Profile, most: number) {
  await using server = await createPostsServer({ profile, posts: 0, onWarning: () => {} })
  const client = createProviderClient({ url: server.url }).writing(anyWrite)
  const { failure, lost } = await searchAt({ send: client.send, profile, most: isFull ? 100 : most })
  await client.close()
  return { failure, lost }
}

const random = fc.sample(arbitraryProfile.filter(takesOrdinaryPosts), { numRuns: isFull ? 200 : 1, seed })
const profiles = [
  // All of them: calibrate/reply-share.integration.test.ts.
  ...sampled(Object.keys(presets), 0, 2).map(
    (name) => [name, completeProfile(name as keyof typeof presets)] as const,
  ),
  ...random.map((profile, at) => [`random ${at + 1}`, profile] as const),
]

test.each(profiles)('nothing is found wrong at a server with the profile %s', async (_name, profile) => {
  expect(await searchAtServer(profile, 12)).toEqual({ failure: undefined, lost: undefined })
})
