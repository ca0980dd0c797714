import { expect, test } from 'vitest'
import { textReport } from '../../../contracts/report/text-report.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../../handlers/choices.ts'

const profile = completeProfile('default')

/** A run in which a provider answers one choice otherwise than the default profile. */
function resultWith(other: ChoiceId, answer: unknown): VerifyResult {
  return {
    url: 'http://127.0.0.1/v1',
    verdict: 'differs',
    exitCode: 1,
    mode: { documentOnly: false, readOnly: false, without: [] },
    clauses: [],
    choices: choiceIds.map((choice) => {
      const expected = profile[choice]
      if (choice !== other) return { choice, verdict: 'held', expected, actual: expected, evidence: [] }
      return { choice, verdict: 'differs', expected, actual: answer, evidence: [] }
    }),
    operations: [],
    interactions: [],
    leftovers: [],
    notes: [],
    requests: 2,
    duration: 1234,
  }
}

test('says what a client notices of a choice that differs', () => {
  const text = textReport(resultWith('create.status', 200))
  expect(text).toContain('A create answers 200 instead of 201: count 200 as success.')
})

test('says nothing of what a client notices where another choice hides the difference', () => {
  const text = textReport(resultWith('input.client-id-null', 'as-none'))
  expect(text).toContain('≠ input.client-id-null  the profile says "refused", the provider "as-none"')
  expect(text).not.toContain('instead of')
})

test('says of a run that came to no end why, and leaves out what it did not come to', () => {
  const failureReason = 'Failed to set up a post: POST /posts answered 405.'
  const notJudged = {
    verdict: 'not judged',
    evidence: [],
    reason: 'Not tested in this mode.',
  } as const
  const text = textReport({
    ...resultWith('create.status', 200),
    verdict: 'broken',
    failureReason,
    clauses: [
      { clause: 'create.adds', verdict: 'broken', observations: 1, shownBy: ['contract'], findings: [] },
    ],
    choices: choiceIds.map((choice) => ({ choice, ...notJudged })),
  })
  expect(text).toContain(`The run came to no end: ${failureReason}`)
  expect(text).not.toContain('Not tested in this mode.')
})
