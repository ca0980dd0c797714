import { expect, test } from 'vitest'
import { notRunNotes, notRunOf } from '../../../contracts/verify/not-run.ts'

const reason = (id: number) => `DELETE /posts/${id} was not sent, because the list does not show it`

test('counts the examples that were not run', () => {
  const left = new Map([
    ['list/all', reason(7)],
    ['delete/double', reason(9)],
  ])
  expect(notRunOf(left, 3)).toEqual({ examples: 2, of: 3, reason: reason(7) })
  expect(notRunOf(new Map(), 3)).toBeUndefined()
})

test('writes one note for one reason, whatever the ids are', () => {
  const refused = 'POST /posts answered 507'
  const left = new Map([
    ['list/all', reason(7)],
    ['delete/double', reason(9)],
    ['create/plain', refused],
  ])
  expect(notRunNotes(left)).toEqual([
    `2 examples were not run, because ${reason(7)}: list/all, delete/double.`,
    `1 example was not run, because ${refused}: create/plain.`,
  ])
})
