import { validate } from 'ctrf'
import { expect, test } from 'vitest'
import { ctrfReport } from '../../../contracts/report/ctrf-report.ts'
import { harReport } from '../../../contracts/report/har-report.ts'
import { jsonReport } from '../../../contracts/report/json-report.ts'
import { textReport } from '../../../contracts/report/text-report.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'
import { harFaults, jsonFaults } from '../../support/report-schemas.ts'

const facts = { at: 1_700_000_000_000, by: 'posts-understudy 0.1.0' }

test('the reports of a real fault follow their schemas, and are short', async () => {
  const provider = await startProvider((_provider, correct) => ({ all: () => correct.all().slice(1) }))
  const ledgerFolder = await temporaryFolder()
  const { url } = provider
  const result = await verifyProvider({
    url,
    ledgerFolder,
    budget: 0,
    settle: 100,
    documentOnly: true,
  }).finally(provider.close)
  expect(result.verdict).toBe('broken')
  const json = jsonReport(result)
  expect(jsonFaults(JSON.parse(json))).toEqual([])
  expect(harFaults(JSON.parse(harReport(result, facts)))).toEqual([])
  expect(validate(JSON.parse(ctrfReport(result, facts)))).toMatchObject({ valid: true })
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(200_000)
  expect(textReport(result).split('\n').length).toBeLessThanOrEqual(60)
})
