import { expect, test } from 'vitest'
import { jsonReport } from '../../../contracts/report/json-report.ts'
import { textReport } from '../../../contracts/report/text-report.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'
import { jsonFaults } from '../../support/report-schemas.ts'

test('the reports of a real fault follow their schemas, and are short', async () => {
  const provider = await startProvider((_provider, correct) => ({ all: () => correct.all().slice(1) }))
  const ledgerFolder = await temporaryFolder()
  const { url } = provider
  const result = await verifyProvider({
    url,
    ledgerFolder,
    budget: 0,
    settle: 100,
  }).finally(provider.close)
  expect(result.verdict).toBe('broken')
  const json = jsonReport(result)
  expect(jsonFaults(JSON.parse(json))).toEqual([])
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(200_000)
  expect(textReport(result).split('\n').length).toBeLessThanOrEqual(60)
})
