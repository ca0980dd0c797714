import { expect, test } from 'vitest'
import { completeProfile, type PartialProfile } from '../../../handlers/choices/profile.ts'
import { createPostsMock } from '../../../src/index.ts'
import { neededAnswers } from '../../../src/mock/any-profile.ts'

const url = 'https://api.example.com/v1/posts'
const create = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"title":"a","content":""}',
}
const removed = { method: 'DELETE' }

/** What is needed to repeat some requests under a profile. */
async function neededFor(profile: PartialProfile, ...requests: (readonly [path: string, init?: object])[]) {
  const mock = createPostsMock({ profile, onWarning() {} })
  for (const [path, init] of requests) await mock.fetch(url + path, init)
  const exchanges = mock.journal.requests.map(
    (entry) => ({ kind: 'exchange', own: {}, profile, entry }) as const,
  )
  return await neededAnswers(exchanges, completeProfile(profile))
}

test('answers that changed no reply are not needed', async () => {
  const profile = { 'create.status': 204, 'list.order': 'id-descending', 'delete.missing': 410 } as const
  expect(await neededFor(profile, ['', create])).toEqual({ 'create.status': 204 })
  expect(await neededFor(profile, [''], ['/99', removed])).toEqual({
    'list.order': 'id-descending',
    'delete.missing': 410,
  })
  expect(await neededFor(profile, ['/1'])).toEqual({})
})

test('a status stays while a body needs it', async () => {
  const profile = { 'delete.status': 200, 'delete.body': 'post', 'id.malformed': 400 } as const
  expect(await neededFor(profile, ['/1', removed])).toEqual({ 'delete.status': 200, 'delete.body': 'post' })
  expect(await neededFor(profile, ['/x'])).toEqual({ 'id.malformed': 400 })
})

test('answers that refuse a request only together are needed together', async () => {
  const profile = { 'input.empty': 'refused', 'input.invalid-body': 'html', 'error.body': 'none' } as const
  expect(await neededFor(profile, ['', create])).toEqual({
    'input.empty': 'refused',
    'input.invalid-body': 'html',
  })
})
