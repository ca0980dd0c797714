import { expect, test } from 'vitest'
import { notRunNotes, notRunOf } from '../../../contracts/verify/not-run.ts'

const ran = (key: string, setUpFailure?: string) => ({
  interaction: { key },
  ...(setUpFailure === undefined ? {} : { setUpFailure }),
})

const reason = (id: number) => `DELETE /posts/${id} was not sent, because the list does not show it`

test('counts examples that were not run once, though two contracts have them', () => {
  const all = [
    ran('read/plain'),
    ran('list/all', reason(7)),
    ran('list/all', reason(8)),
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
