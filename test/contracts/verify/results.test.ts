import { expect, test } from 'vitest'
import { choiceResults } from '../../../contracts/verify/choice-results.ts'
import { clauseResults } from '../../../contracts/verify/clause-results.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'

const request = { method: 'POST', path: '/posts', headers: {}, body: '{"title":"a","content":"b"}' }

function resultOf(status: number, profile = completeProfile()) {
  const exchange = { request, reply: { status, headers: {}, body: '' } }
  const byExample = new Map([['create/plain', { exchange, values: {} as never }]])
  const observations = { byExample, history: [], beganEmpty: true }
  return choiceResults(observations, profile).find(({ choice }) => choice === 'create.status')
}

test('an answer that no profile can say is not a difference', () => {
  expect(resultOf(302)).toMatchObject({ verdict: 'not judged' })
})

test('an answer that a profile can say differs', () => {
  expect(resultOf(203)).toMatchObject({ verdict: 'differs', actual: 203 })
})

test('a choice that the profile calls unknown is held against nobody', () => {
  const profile = { unknown: ['create.status'] } as const
  expect(resultOf(203, completeProfile(profile))).toMatchObject({ verdict: 'not judged' })
  expect(resultOf(203, completeProfile(completeProfile(profile)))).toMatchObject({ verdict: 'not judged' })
})

test('a finding of an ordinary request is told before those of odd requests', () => {
  const shown = (shownBy: string, about: string) => ({
    clause: 'replace.whole' as const,
    shownBy,
    about,
    expected: 'a',
    actual: 'b',
    exchanges: [],
  })
  const findings = [
    shown('replace/unknown-field', 'a replace kept the old content'),
    shown('replace/existing, repeated', 'the content of post 7 is wrong'),
  ]
  const results = clauseResults({
    observations: new Map(),
    findings,
    reasons: new Map(),
    untested: new Set(),
    operations: [],
  })
  const broken = results.find(({ clause }) => clause === 'replace.whole')
  expect(broken?.findings.map(({ shownBy }) => shownBy)).toEqual([
    'replace/existing, repeated',
    'replace/unknown-field',
  ])
})
