import { expect, test, vi } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { completeProfile, type PartialProfile } from '../../../handlers/choices/profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { atHome, calibrateServer } from '../../support/calibrate/calibrate.ts'
import { sampled } from '../../support/full.ts'

vi.spyOn(console, 'warn').mockImplementation(() => {})
const patient = { ...atHome, timeout: 10_000 }

const profiles: readonly PartialProfile[] = [
  {
    'create.status': 203,
    'create.body': { data: 'post' },
    'create.location': 'no',
    'replace.body': { status: '=success', data: { post: 'post' } },
    'delete.status': 200,
    'delete.body': { message: 'text', deleted: 1 },
  },
  {
    'create.body': { message: 'text', post: { id: 'id' } },
    'replace.body': { title: 'title', content: 'content' },
    'delete.status': 200,
    'delete.body': 'id',
    'error.body': { error: { code: 'status', message: 'detail' }, ok: false },
  },
  {
    'replace.body': ['post'],
    'delete.status': 200,
    'delete.body': true,
    'input.unknown-fields': 'stored',
    'input.required': 'title',
    'input.media-type': 422,
    'method.other': 501,
  },
]

test.each(sampled(profiles, 1, 2))('reads the bodies and treatments %j off a provider', async (stated) => {
  const { profile, failureReason } = await calibrateServer(completeProfile(stated), patient)
  expect(failureReason).toBeUndefined()
  expect(profile).toMatchObject(stated)
})

const withTwoMore = { ...profiles[0], 'input.client-id': 403, 'replace.body-id': 409 } as const

test.each(sampled([withTwoMore, ...profiles.slice(1)], 0))(
  'a provider with %j is held against its own profile',
  async (stated) => {
    const profile = completeProfile(stated)
    await using server = await createPostsServer({ profile, posts: 2 })
    const result = await verifyProvider({
      url: server.url,
      ...patient,
      profile,
      budget: 1,
      seed: 1,
    })
    expect(result.choices.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    expect(result.verdict).toBe('held')
  },
)
