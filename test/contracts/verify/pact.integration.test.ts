import { expect, onTestFinished, test } from 'vitest'
import { textReport } from '../../../contracts/report/verify-reports.ts'
import type { VerifyOptions } from '../../../contracts/verify/verify-options.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { outgoing } from '../../provider-set/changes.ts'
import { startProvider } from '../../provider-set/start.ts'
import { instant } from '../../support/distant-clock.ts'
import { verifyAt } from '../../support/verify-at.ts'

test("Pact's own verifier replays the contract at a near provider without --rate, and the report tells its verdict", async () => {
  const { url, close } = await startProvider()
  onTestFinished(close)
  const options = { url, budget: 0, settle: 300, clock: instant }
  expect((await verifyProvider({ ...options, maxRequestsPerSecond: 1000 })).pact).toBeUndefined()
  const result = await verifyProvider(options)
  expect(result.pact).toEqual({ accepted: expect.any(Number), refused: [] })
  const { accepted } = result.pact ?? {}
  expect(accepted).toBeGreaterThan(30)
  expect(textReport(result, { width: 200 })).toContain(
    `Pact's verifier accepted ${accepted} of ${accepted} interactions.`,
  )
})

test("what only Pact's verifier refuses is a note", async () => {
  let isPact = false
  const gone = outgoing((reply) => (isPact && reply.status === 404 ? { ...reply, status: 410 } : reply))
  const onProgress: VerifyOptions['onProgress'] = ({ key }) => {
    isPact = key === "Pact's verifier"
  }
  const { verdict, notes } = await verifyAt(gone, { settle: 300, clock: instant, pact: true, onProgress })
  expect(verdict).toBe('held')
  expect(notes).toContainEqual(expect.stringMatching(/^Only Pact's verifier refuses read\/missing: .*410/))
})

test('where a clause is broken, Pact is not asked, and a note says so', async () => {
  const result = await verifyAt(changeOf('replace-merges'), { clock: instant, pact: true })
  expect([result.verdict, result.pact]).toEqual(['broken', undefined])
  expect(result.notes).toContain("Pact's verifier was not asked, because a clause is broken.")
})
