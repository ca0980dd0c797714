import { expect, test } from 'vitest'
import { diffProfiles } from '../../../contracts/choices/profile-diff.ts'
import { choices } from '../../../handlers/choices.ts'

test('names the choices with different answers', () => {
  expect(diffProfiles('default', { 'create.status': 200, 'create.location': 'no' })).toEqual([
    { choice: 'create.status', from: 201, to: 200, about: choices['create.status'].about },
    { choice: 'create.location', from: 'yes', to: 'no', about: choices['create.location'].about },
  ])
})

test('neither the order of keys nor a choice without effect is a difference', () => {
  const from = { 'error.body': { message: 'detail', code: 'status' } }
  expect(diffProfiles(from, { 'error.body': { code: 'status', message: 'detail' } })).toEqual([])
  const found = diffProfiles('default', { 'id.assignment': 'unordered', 'id.reuse': 'lowest-free' })
  expect(found.map(({ choice }) => choice)).toEqual(['id.assignment'])
})
