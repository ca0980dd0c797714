import { expect, test } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { completeProfile, type PartialProfile } from '../../../handlers/choices/profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

test('with the answers that a report shows, a mock is like the provider', async () => {
  await using server = await createPostsServer({ profile: 'json-server', posts: 0, onWarning() {} })
  const ledgerFolder = await temporaryFolder()
  const options = { url: server.url, ledgerFolder, settle: 300 }
  const { choices } = await verifyProvider({ ...options, profile: 'default', budget: 0 })
  const differing = choices.filter(({ verdict }) => verdict === 'differs')
  expect(differing.filter(({ actual }) => actual === undefined)).toEqual([])
  const profile = completeProfile(
    Object.fromEntries(differing.map(({ choice, actual }) => [choice, actual])) as PartialProfile,
  )
  const again = await verifyProvider({ ...options, profile, seed: 1, budget: 1 })
  expect(again.choices.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  expect(again.verdict).toBe('held')
})
