import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import { dryRunOf } from '../../../contracts/verify/dry-run.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { createPostsServer } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

test('lists as many requests as a verification of a provider like the profile sends', async () => {
  await using server = await createPostsServer({ posts: 0, onWarning() {} })
  const { url } = server
  const contracts = [await deriveContract({ kind: 'document' }), await deriveContract({ kind: 'mock' })]
  const plan = await dryRunOf(contracts, { url })
  const { requests } = await verifyProvider({ url, budget: 0, ledgerFolder: await temporaryFolder() })
  expect(plan.filter((line) => !line.startsWith('#'))).toHaveLength(requests)
})
