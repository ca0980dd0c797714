import { expect, test } from 'vitest'
import { choiceResults } from '../../../contracts/verify/judgement.ts'
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
