import { expect, test } from 'vitest'
import { headline, lastLine } from '../../../contracts/report/headline.ts'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { textReport } from '../../../contracts/report/text-report.ts'
import { notRunNotes, notRunOf } from '../../../contracts/verify/not-run.ts'
import { verifyResult } from '../../support/verify-result.ts'

const ran = (key: string, setUpFailure?: string, contract: 'document' | 'mock' = 'document') => ({
  contract,
  key,
  verdict: setUpFailure === undefined ? ('ok' as const) : ('error' as const),
  messages: [],
  ...(setUpFailure === undefined ? {} : { setUpFailure }),
})

const reason = (id: number) => `DELETE /posts/${id} was not sent, because the list does not show it`

test('counts examples that were not run once, though two contracts have them', () => {
  const all = [
    ran('read/plain'),
    ran('list/all', reason(7)),
    ran('list/all', reason(8), 'mock'),
    ran('delete/double', reason(9)),
  ]
  expect(notRunOf(all)).toEqual({ examples: 2, of: 3, reason: reason(7) })
  expect(notRunOf([ran('read/plain')])).toBeUndefined()
})

test('writes one note for one reason, whatever the ids are', () => {
  const refused = 'POST /posts answered 507'
  const notes = notRunNotes([
    ran('list/all', reason(7)),
    ran('delete/double', reason(9)),
    ran('create/plain', refused),
  ])
  expect(notes).toEqual([
    `2 examples were not run, because ${reason(7)}: list/all, delete/double.`,
    `1 example was not run, because ${refused}: create/plain.`,
  ])
})

const partly = { notRun: { examples: 33, of: 98, reason: reason(7) } }

test('HELD says in the first and the last line how many examples were not run, and why', () => {
  const result = verifyResult(partly)
  expect(headline(result)).toContain(`33 of 98 examples were not run (${reason(7)}).`)
  expect(lastLine(result)).toBe('HELD (33 of 98 examples not run), exit code 0')
  expect(textReport(result, { width: 500 }).split('\n')[0]).toContain('33 of 98 examples were not run')
  expect(junitReport(result)).toContain('33 of 98 examples were not run')
})

test('BROKEN needs no example that was not run, and HELD with all of them says nothing', () => {
  for (const result of [verifyResult({ ...partly, verdict: 'broken', exitCode: 1 }), verifyResult()])
    expect([headline(result), lastLine(result)].join()).not.toContain('not run')
})
