import { expect, test } from 'vitest'
import { textReport } from '../../../contracts/report/verify-reports.ts'
import { pactNotes } from '../../../contracts/verify/verify-provider.ts'
import { instant } from '../../support/distant-clock.ts'
import { verifyAt } from '../../support/verify-at.ts'

test("Pact's own verifier replays the contract at a near provider, and its verdict is a line of the report", async () => {
  const result = await verifyAt(undefined, { settle: 300, clock: instant, pact: true })
  expect(result.pact).toEqual({ accepted: expect.any(Number), refused: [] })
  const { accepted } = result.pact ?? {}
  expect(accepted).toBeGreaterThan(30)
  expect(textReport(result, { width: 200 })).toContain(
    `Pact's verifier accepted ${accepted} of ${accepted} interactions.`,
  )
})

test('what fails in Pact is told where no broken clause of its example explains it', () => {
  const refused = [{ key: 'delete/existing twice, then read 2', message: 'status 404' }]
  const note = "Only Pact's verifier refuses delete/existing twice, then read 2: status 404."
  const broken = (clause: 'list.all' | 'others.untouched') => [
    { clause, verdict: 'broken', observations: 1, findings: [] } as const,
  ]
  expect(pactNotes({ accepted: 80, refused }, broken('list.all'))).toEqual([note])
  expect(pactNotes({ accepted: 80, refused }, broken('others.untouched'))).toEqual([])
})
