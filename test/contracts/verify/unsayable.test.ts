import { expect, test } from 'vitest'
import { composeChoices, withDifferences } from '../../../contracts/verify/compose.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'

const request = { method: 'POST', path: '/posts', headers: {}, body: '{"title":"a","content":"b"}' }

function resultOf(status: number) {
  const exchange = { request, reply: { status, headers: {}, body: '' } }
  const byExample = new Map([['create/plain', { exchange, values: {} as never }]])
  const observations = { byExample, history: [], beganEmpty: true }
  const difference = {
    choice: 'create.status',
    about: 'a create',
    expected: 'status 201',
    actual: `status ${status}`,
    exchange,
  } as const
  const results = withDifferences(composeChoices(observations, completeProfile(), []), [difference])
  return results.find(({ choice }) => choice === 'create.status')
}

test('an answer that no profile can say is no difference, in a sequence neither', () => {
  expect(resultOf(303)).toMatchObject({ verdict: 'not judged', unsayable: true })
})

test('an answer that a profile can say differs', () => {
  expect(resultOf(203)).toMatchObject({ verdict: 'differs', actual: 203 })
})
