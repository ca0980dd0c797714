import { expect, test } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { variations } from '../../provider-set/variations.ts'
import { sampled } from '../../support/full.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

const busy = variations.filter(({ name }) => name.startsWith('strangers-'))

test.each(sampled(busy, 0, 4))(
  'reports no failure where $name: requests at once and repeated ones included',
  async ({ change }) => {
    const { url, close } = await startProvider(change)
    const result = await verifyProvider({
      url,
      budget: 1,
      seed: 7,
      settle: 300,
      ledgerFolder: await temporaryFolder(),
    }).finally(close)
    expect(result.clauses.flatMap(({ findings }) => findings)).toEqual([])
    expect(result).toMatchObject({ verdict: 'held', exitCode: 0, sequences: {} })
  },
)
