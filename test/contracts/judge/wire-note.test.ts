import { expect, test } from 'vitest'
import { wireNote } from '../../../contracts/judge/wire-check.ts'

const request = { method: 'POST', path: '/posts', headers: {}, body: '{' }

test('tells of errors in another media type once, whatever their status', () => {
  const headers = { 'content-type': 'text/html' }
  const notes = [400, 415, 500].map((status) =>
    wireNote({ request, reply: { status, headers, body: '<p>' } }),
  )
  expect(new Set(notes)).toEqual(
    new Set(['Some errors are not application/json, but have the media type text/html.']),
  )
})

test('tells of errors without a media type', () => {
  expect(wireNote({ request, reply: { status: 400, headers: {}, body: 'no' } })).toBe(
    'Some errors are not application/json, but have no media type.',
  )
})

test.each([
  [201, 'text/html', '<p>'],
  [404, 'application/json; charset=utf-8', '{}'],
  [404, 'text/html', ''],
])('has nothing to tell of a reply with status %i, %s and the body %j', (status, type, body) => {
  expect(wireNote({ request, reply: { status, headers: { 'content-type': type }, body } })).toBeUndefined()
})
