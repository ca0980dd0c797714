import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffProfiles } from '../../../contracts/choices/profile-diff.ts'
import { diffReport } from '../../../contracts/report/diff-report.ts'
import { choices } from '../../../handlers/choices.ts'
import { arbitraryProfile, seed } from '../../support/arbitrary-profile.ts'

test('names the choices with different answers', () => {
  expect(diffProfiles('default', { 'create.status': 200, 'create.location': 'no' })).toEqual([
    { choice: 'create.status', from: 201, to: 200, about: choices['create.status'].about },
    { choice: 'create.location', from: 'yes', to: 'no', about: choices['create.location'].about },
  ])
})

test('the order of keys is no difference', () => {
  const from = { 'error.body': { message: 'detail', code: 'status' } }
  expect(diffProfiles(from, { 'error.body': { code: 'status', message: 'detail' } })).toEqual([])
})

test('a choice without effect is no difference', () => {
  const found = diffProfiles('default', { 'id.assignment': 'unordered', 'id.reuse': 'lowest-free' })
  expect(found.map(({ choice }) => choice)).toEqual(['id.assignment'])
})

test('no profile differs from itself, and the way back is as long as the way there', () => {
  fc.assert(
    fc.property(arbitraryProfile, arbitraryProfile, (one, other) => {
      expect(diffProfiles(one, one)).toEqual([])
      expect(diffProfiles(one, other).map(({ choice }) => choice)).toEqual(
        diffProfiles(other, one).map(({ choice }) => choice),
      )
    }),
    { seed, numRuns: 100 },
  )
})

test('a report tells each difference once', () => {
  const report = (to: 'minimal' | 'default') =>
    diffReport({ names: ['here', 'there'], differences: diffProfiles('default', to) })
  expect(report('minimal')).toMatch(
    /^DIFFERENT {2}5 differing choices between here and there:\n\ncreate\.body: "post" -> "none"\n {2}The response body of/,
  )
  expect(report('minimal').match(/replace\.status/g)).toHaveLength(1)
  expect(report('default')).toBe('SAME  No choice differs between here and there.\n')
})
