import { expect, test } from 'vitest'
import { diffProfiles } from '../../../contracts/choices/profile-diff.ts'

test('neither the order of keys nor a choice without effect is a difference', () => {
  const from = { 'error.body': { message: 'detail', code: 'status' } }
  expect(diffProfiles(from, { 'error.body': { code: 'status', message: 'detail' } })).toEqual([])
  const found = diffProfiles('default', { 'id.assignment': 'unordered', 'id.reuse': 'lowest-free' })
  expect(found.map(({ choice }) => choice)).toEqual(['id.assignment'])
})
