import { expect, test } from 'vitest'
import { textReport } from '../../../contracts/report/text-report.ts'
import { pactNotes } from '../../../contracts/verify/verify-provider.ts'
import { near } from '../../support/distant-clock.ts'
import { verifyAt } from '../../support/verify-at.ts'

test("Pact's own verifier replays the contract at a near provider, and its verdict is a line of the report", async () => {
  const result = await verifyAt(undefined, { settle: 300, clock: near })
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
