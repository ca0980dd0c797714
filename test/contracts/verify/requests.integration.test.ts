import { expect, test } from 'vitest'
import { realClock } from '../../../contracts/session/client/clock.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

test('a list that ends after 100 posts is found without sequences', async () => {
  const { url, close } = await startProvider((_provider, correct) => ({
    all: () => correct.all().slice(0, 100),
  }))
  // However busy the machine is, the provider is near.
  const clock = { ...realClock, now: () => 0 }
  const ledgerFolder = await temporaryFolder()
  const { clauses } = await verifyProvider({
    url,
    ledgerFolder,
    documentOnly: true,
    budget: 0,
    settle: 200,
    clock,
  }).finally(close)
  expect(clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)).toEqual([
    'list.all',
  ])
})
