import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presets } from '../../../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile, parseProfile } from '../../../handlers/choices/profile.ts'
import { choiceIds, choices } from '../../../handlers/choices.ts'
import { isUnderstudyError } from '../../../handlers/model/errors.ts'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { arbitraryProfile, seed } from '../../support/arbitrary-profile.ts'

function refusalOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (isUnderstudyError(error) && error.code === 'PROFILE_INVALID') return error.message
    throw error
  }
  throw new Error('Expected a refusal.')
}

const complete = (value: unknown) => completeProfile(value as PartialProfile)

test('keeps every answer given and takes the others from the preset', () => {
  const preset = fc.constantFrom(...(Object.keys(presets) as (keyof typeof presets)[]))
  // A status may settle the body beside it.
  const ids = choiceIds.filter((id) => !/^(create|replace|delete)\.body$/.test(id))
  fc.assert(
    fc.property(arbitraryProfile, fc.subarray(ids), preset, (drawn, given, base) => {
      const partial = Object.fromEntries(given.map((id) => [id, drawn[id]]))
      const profile = completeProfile({ ...partial, extends: base })
      for (const id of ids) expect(profile[id]).toEqual((id in partial ? drawn : completeProfile(base))[id])
    }),
    { seed },
  )
})

test('keeps the body null, which is an answer', () => {
  expect(completeProfile({ 'create.body': null })['create.body']).toBeNull()
})

test.each([204, 205])('a status %i has no body, whatever is stated', (status) => {
  const profile = completeProfile({ 'create.status': status, 'create.body': 'post', 'replace.body': 'post' })
  expect(profile).toMatchObject({ 'create.body': 'none', 'replace.body': 'post' })
  expect(completeProfile({ 'delete.body': 'post' })['delete.body']).toBe('none')
})

test('a profile does not change with what it was made of', () => {
  const body: Record<string, string> = { id: 'id' }
  const profile = completeProfile({ 'create.body': body })
  body.title = 'title'
  expect(profile['create.body']).toEqual({ id: 'id' })
})

test('reads from JSON what it wrote as JSON, ids exact', () => {
  fc.assert(
    fc.property(arbitraryProfile, (profile) => {
      expect(parseProfile(stringifyJson({ ...profile, about: 1 }, 2))).toEqual(profile)
    }),
    { seed },
  )
})

test('everything that is wrong is told at once, a line each', () => {
  const wrong = {
    'create.status': 700,
    'delete.body': 'nonsense',
    extends: 'unheard',
    unknown: ['create.what'],
    colour: 1,
  }
  const [head, ...lines] = refusalOf(() => complete(wrong)).split('\n')
  expect(head).toBe('Failed to read the profile:')
  expect(lines.sort()).toEqual([
    expect.stringContaining('"create.status" is 700. '),
    expect.stringContaining('"delete.body" is "nonsense". '),
    expect.stringContaining('"unknown" is ["create.what"]. '),
    expect.stringContaining('not a choice: "colour". '),
    expect.stringContaining('unknown preset "unheard". '),
  ])
})

test.each(choiceIds)('an invalid answer to %s is refused with the choice and its meaning', (id) => {
  for (const answer of ['no such answer', 999, 399, 500.5, -1, null, [], true, { surprise: 1 }]) {
    if (choices[id].answers.some((known) => known === answer)) continue
    if (choices[id].kind.name === 'limit' && Number(answer) >= 1 && answer !== 500.5) continue
    // Every other JSON may be a body.
    if (choices[id].kind.name === 'body' && answer !== 'no such answer') continue
    const message = refusalOf(() => complete({ [id]: answer }))
    expect(message).toContain(`"${id}" is ${JSON.stringify(answer)}`)
    expect(message).toContain(choices[id].about)
  }
})

const presetNames = '"default", "minimal", "json-server"'

test.each<[value: unknown, message: string]>([
  [{ extends: 'toString' }, presetNames],
  ['no-such', presetNames],
  ['__proto__', presetNames],
  [null, 'not an object'],
  [[], 'not an object'],
])('refuses %o as a profile, with what there is', (value, message) => {
  expect(refusalOf(() => complete(value))).toContain(message)
})
