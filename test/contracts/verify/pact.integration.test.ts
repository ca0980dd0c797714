import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { textReport } from '../../../contracts/report/text-report.ts'
import { pactNotes } from '../../../contracts/verify/run-pact.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { realClock } from '../../../contracts/wire/clock.ts'
import { startProvider } from '../../provider-set/start.ts'

const ledgerFolder = await mkdtemp(join(tmpdir(), 'understudy-pact-'))
afterAll(() => rm(ledgerFolder, { recursive: true, force: true }))

/** However busy the machine is, the provider is near. */
const clock = { ...realClock, now: () => 0 }

test("Pact's own verifier replays the contract at a near provider, and its verdict is a line of the report", async () => {
  const { url, close } = await startProvider()
  onTestFinished(close)
  const result = await verifyProvider({ url, ledgerFolder, budget: 0, settle: 300, clock })
  expect(result.pact).toEqual({ accepted: expect.any(Number), refused: [] })
  const { accepted } = result.pact ?? {}
  expect(accepted).toBeGreaterThan(30)
  expect(textReport(result, { width: 200 })).toContain(
    `Pact's verifier accepted ${accepted} of ${accepted} interactions.`,
  )
})

test('what fails in Pact and nowhere else is told', () => {
  const refused = [{ key: 'list/several', message: '$.0.id: expected an integer' }]
  expect(pactNotes({ accepted: 80, refused }, false)).toEqual([
    "Only Pact's verifier refuses list/several: $.0.id: expected an integer.",
  ])
  expect(pactNotes({ accepted: 80, refused }, true)).toEqual([])
})
