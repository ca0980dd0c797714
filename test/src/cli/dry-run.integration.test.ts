import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/derive.ts'
import { realClock } from '../../../contracts/session/client/clock.ts'
import { dryRunOf } from '../../../contracts/verify/dry-run.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { createPostsServer } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

test('lists as many requests as a verification sends, 1,000 at the most: behind 150 ms each of them counts', async () => {
  await using server = await createPostsServer({ posts: 0, onWarning() {} })
  const { url } = server
  const contracts = [await deriveContract({ kind: 'document' }), await deriveContract({ kind: 'mock' })]
  const plan = await dryRunOf(contracts, { url })
  // However busy the machine is, the provider is near: workers take a few requests more.
  const clock = { ...realClock, now: () => 0 }
  const { requests } = await verifyProvider({
    url,
    profile: 'default',
    budget: 0,
    clock,
    ledgerFolder: await temporaryFolder(),
  })
  expect(plan.filter((line) => !line.startsWith('#'))).toHaveLength(requests)
  expect(requests).toBeLessThan(1000)
})
