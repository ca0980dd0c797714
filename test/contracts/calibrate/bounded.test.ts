import { expect, test } from 'vitest'
import { bounded } from '../../../contracts/calibrate/round.ts'

test('an answer of ordinary size stays as it was found', () => {
  const answer = { error: { code: 'status', message: 'text' } }
  expect(bounded({ answer, evidence: [] })).toEqual({ answer, evidence: [] })
})

test.each([
  ['names', Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`field ${at}`, 'text']))],
  ['characters that a file has to escape', '\u001b'.repeat(2000)],
  ['levels', JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)],
])('an answer of too many %s is one that no profile can say', (_what, answer) => {
  expect(bounded({ answer, evidence: [] })).toMatchObject({
    unsayable: true,
    unknown: expect.stringMatching(/^the answer is [\d,]+ characters long$/),
  })
})
