import { expect, test } from 'vitest'
import { diffProfiles } from '../../../contracts/choices/profile-diff.ts'

test('the order of keys is not a difference', () => {
  const from = { 'error.body': { message: 'detail', code: 'status' } }
  expect(diffProfiles(from, { 'error.body': { code: 'status', message: 'detail' } })).toEqual([])
})
