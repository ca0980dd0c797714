import { expect, test } from 'vitest'
import { profileLines } from '../../../contracts/report/text-report.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { completeProfile, parseProfile } from '../../../handlers/choices/profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

test('with the lines of a profile that a report suggests, a mock is like the provider', async () => {
  await using server = await createPostsServer({ profile: 'json-server', posts: 0, onWarning() {} })
  const ledgerFolder = await temporaryFolder()
  const options = { url: server.url, ledgerFolder, settle: 300 }
  const { choices } = await verifyProvider({ ...options, profile: 'default', budget: 0 })
  const differing = choices.filter(({ verdict }) => verdict === 'differs')
  const lines = profileLines(differing)
  expect(lines).toHaveLength(differing.length)
  const profile = completeProfile(parseProfile(`{${lines.join(',')}}`))
  const again = await verifyProvider({ ...options, profile, seed: 1, budget: 1 })
  expect(again.choices.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  expect(again.verdict).toBe('held')
})
