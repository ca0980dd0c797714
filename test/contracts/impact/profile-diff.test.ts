import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffProfiles, says } from '../../../contracts/impact.ts'
import { diffReport } from '../../../contracts/report/diff-report.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../../handlers/choices.ts'
import { arbitraryProfile, seed } from '../../support/arbitrary-profile.ts'

/** What has to be so that a client can see the answers of a choice. */
const beside: { readonly [Id in ChoiceId]?: PartialProfile } = {
  'create.body': { 'create.status': 201 },
  'replace.body': { 'replace.status': 200 },
  'delete.body': { 'delete.status': 200 },
  'replace.location': { 'replace.missing': 'creates-201' },
  'replace.body-id-body': { 'replace.body-id': 'refused' },
  'input.client-id-null': { 'input.client-id': 'honoured' },
  'access.guarded': { 'access.credentials': 'bearer' },
  'access.status': { 'access.credentials': 'bearer' },
  'input.client-id-taken': { 'input.client-id': 'honoured' },
}

/** Every two answers of every choice, with profiles that differ in nothing else where that is possible. */
const pairs = choiceIds.flatMap((choice) => {
  const profiles = choices[choice].answers.map((answer) =>
    completeProfile({ ...beside[choice], [choice]: answer }),
  )
  return profiles.flatMap((from, at) =>
    profiles.flatMap((to, other) => (at === other ? [] : [[choice, from, to] as const])),
  )
})

test.each(pairs)('%s: every two answers make a sentence of their own', (choice, from, to) => {
  const difference = diffProfiles(from, to).find((each) => each.choice === choice)
  expect(difference).toMatchObject({ from: from[choice], to: to[choice] })
  const sentence = difference?.notice ?? ''
  const { subject, verb } = choices[choice]
  expect(sentence.split(/(?<=\.) (?=[A-Z])/)[0]).toBe(
    `${subject} ${verb} ${says(choice, to)}, not ${says(choice, from)}.`,
  )
  expect(sentence).toMatch(/^(?:[A-Z][^\n]+?[^.;:,]\.(?: |$))+$/)
  expect(sentence).not.toMatch(/undefined|(?<!A )null|NaN|\[object| {2}/)
})

test('says what a client notices of a create, and what it does then', () => {
  const found = diffProfiles('default', {
    'create.status': 200,
    'create.body': 'none',
    'create.location': 'no',
  })
  expect(found.map(({ notice }) => notice)).toEqual([
    'A create returns 200, not 201. Treat 200 as success.',
    'The response body of a create is empty, not the post. Read the new id from the list.',
    'The Location header of a create is missing, not the path of the post. Read the new id from the list.',
  ])
})

test('advises by what else is so: the new id stands in the Location header where there is one', () => {
  const [difference] = diffProfiles('default', { 'create.body': 'none' })
  expect(difference?.notice).toMatch(/\. Read the new id from the Location header\.$/)
})

test.each([
  ['no request can show it', { 'input.client-id-taken': 422 }],
  [
    'ids without order are never given out again',
    { 'id.assignment': 'unordered', 'id.reuse': 'lowest-free' },
  ],
  [
    'it says the same in other words',
    { 'input.invalid-status': { missing: 400, 'wrong-type': 400, 'not-allowed': 400 } },
  ],
  ['no field is added', { 'post.extra-fields': {} }],
  ['no length is limited', { 'input.max-length': {} }],
] as [string, PartialProfile][])('tells nothing of a difference where %s', (_why, answers) => {
  const found = diffProfiles('default', answers).map(({ choice }) => choice)
  expect(found.filter((choice) => choice !== 'id.assignment')).toEqual([])
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

test('a report has a line for each difference, and shows the answers side by side', () => {
  const profiles: [Profile, Profile] = [completeProfile(), completeProfile('minimal')]
  const report = diffReport({ names: ['here', 'there'], profiles, differences: diffProfiles(...profiles) })
  expect(report).toContain('A client that changes from here to there notices 5 differences:')
  expect(report.match(/≠/g)).toHaveLength(5)
  expect(report).toMatch(/choice +here +there\n[\s\S]* {2}replace\.status +200 +204\n/)
  const none = diffReport({ names: ['here', 'there'], profiles, differences: [] })
  expect(none).toBe('SAME  A client notices no difference between here and there.\n')
})
