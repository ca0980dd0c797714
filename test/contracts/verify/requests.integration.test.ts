import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { realClock } from '../../../contracts/session/client/clock.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import type { Change } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'

const ledgerFolder = await mkdtemp(join(tmpdir(), 'understudy-requests-'))
afterAll(() => rm(ledgerFolder, { recursive: true, force: true }))

async function verified(change?: Change) {
  const { url, close } = await startProvider(change)
  try {
    // However busy the machine is, the provider is near: workers take a few requests more.
    return await verifyProvider({ url, ledgerFolder, budget: 0, clock: { ...realClock, now: () => 0 } })
  } finally {
    await close()
  }
}

test('a run without sequences sends 1,000 requests at the most: behind 150 ms each of them counts', async () => {
  const { verdict, requests } = await verified()
  expect({ verdict, isShort: requests < 1000 }).toEqual({ verdict: 'differs', isShort: true })
})

test('a list that ends after 100 posts is found without sequences', async () => {
  const { clauses } = await verified((_provider, correct) => ({ all: () => correct.all().slice(0, 100) }))
  expect(clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)).toEqual([
    'list.all',
  ])
})
