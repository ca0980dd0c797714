import { expect, test } from 'vitest'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { textReport } from '../../../contracts/report/text-report.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { verifyResult } from './verify-result.ts'

/** The verdict in a sentence. */
const headline = (result: VerifyResult) => textReport(result, { width: 500 }).split('\n')[0]

const reason = 'POST /posts answered 507'
const partly = { notRun: { examples: 33, of: 98, reason } }

test('HELD says in the first line how many examples were not run, and why', () => {
  const result = verifyResult(partly)
  expect(headline(result)).toContain(`33 of 98 examples not run (${reason}).`)
  expect(junitReport(result)).toContain('33 of 98 examples not run')
})

test('BROKEN needs no example that was not run, and HELD with all of them says nothing', () => {
  for (const result of [verifyResult({ ...partly, verdict: 'broken', exitCode: 1 }), verifyResult()])
    expect(headline(result)).not.toContain('not run')
})

test('HELD says in the first line that posts may be left, unless the run was told to leave them', () => {
  const leftovers = [{ title: 'pu-1', path: '/posts/1', curl: undefined }]
  expect(headline(verifyResult({ leftovers }))).toContain('1 post of this run may be left at the provider.')
  const mode = { profile: 'default', readOnly: false, without: ['delete'] as const, accepted: [] }
  expect(headline(verifyResult({ leftovers, mode }))).not.toContain('may be left')
})

test('says of a provider like the mock how many choices were checked', () => {
  const held = verifyResult()
  const [, ...others] = held.choices
  const all = held.choices.length
  const open = { choice: 'create.status', verdict: 'not judged' } as const
  const conforms = 'conforms to the interface document and the profile default'
  expect(headline(held)).toContain(`${conforms} (${all} of ${all} choices checked).`)
  expect(headline({ ...held, choices: [open, ...others] })).toContain(
    `${conforms} (${all - 1} of ${all} choices checked).`,
  )
})
