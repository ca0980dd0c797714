import { expect, test } from 'vitest'
import { dryRunOf } from '../../../contracts/verify/dry-run.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { realClock } from '../../../contracts/wire/clock.ts'
import { createPostsServer } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

test('lists the requests that a verification sends without random sequences and Pact, as far as their number shows', async () => {
  await using server = await createPostsServer({ posts: 0, onWarning() {} })
  const { url } = server
  const plan = await dryRunOf({ url, profile: 'default' })
  // However busy the machine is, the provider is near.
  const clock = { ...realClock, now: () => 0 }
  const { requests } = await verifyProvider({
    url,
    profile: 'default',
    budget: 0,
    pact: false,
    clock,
    ledgerFolder: await temporaryFolder(),
  })
  const planned = plan.filter((line) => !line.startsWith('#')).length
  // A real connection shows a little more.
  expect(Math.abs(planned - requests)).toBeLessThan(requests / 100)
})
