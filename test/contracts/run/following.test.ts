import { expect, test } from 'vitest'
import { answerThatFollows } from '../../../contracts/model/mock.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../../handlers/choices.ts'
import { exchange } from '../../support/verify-result.ts'

const numbers = '{"title":7,"content":"c"}'
const fine = '{"title":"t","content":"c"}'

test.each<[ChoiceId, ReturnType<typeof exchange>, unknown]>([
  ['input.wrong-type', exchange('POST /posts', 201, '{"id":1,"title":7}', numbers), 'coerced'],
  ['input.wrong-type', exchange('POST /posts', 422, '', numbers), 422],
  ['replace.missing', exchange('PUT /posts/7', 201, fine, fine), 'creates-201'],
  ['delete.missing', exchange('DELETE /posts/7', 204), 204],
  ['create.status', exchange('POST /posts', 200, fine, fine), 200],
])('%s: the answer is found with which the mock does the same', async (choice, given, answer) => {
  expect(await answerThatFollows(choice, given, completeProfile('default'))).toBe(answer)
})

test.each<[ChoiceId, ReturnType<typeof exchange>]>([
  ['input.max-length', exchange('POST /posts', 400, '', `{"title":"t","content":"${'c'.repeat(600)}"}`)],
  ['create.body', exchange('POST /posts', 201, '', fine)],
])('%s: no answer is made up where none does the same', async (choice, given) => {
  expect(await answerThatFollows(choice, given, completeProfile('default'))).toBeUndefined()
})
