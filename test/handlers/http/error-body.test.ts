import { describe, expect, test } from 'vitest'
import { detectChoice } from '../../../contracts/choices/detect.ts'
import type { Template } from '../../../handlers/model/template.ts'
import { createPostsMock } from '../../../src/index.ts'

const missing = 'https://api.example.com/v1/posts/7'

/** What a reply to a read of no post tells. */
function read(body: string, status = 404) {
  const reply = { status, headers: { 'content-type': 'application/json' }, body }
  const request = { method: 'GET', path: '/posts/7', headers: {}, body: undefined }
  const trace = { exchange: { request, reply }, values: {} }
  return detectChoice('error.body', {
    byExample: new Map([['read/missing', trace as never]]),
    history: [],
    beganEmpty: true,
  })
}

describe('an error body of fields', () => {
  test.each<[string, Template, unknown]>([
    ['Django REST', { detail: 'detail' }, { detail: 'No post has the id 7.' }],
    ['Rails', { status: 'status', error: 'title' }, { status: 404, error: 'Not Found' }],
    [
      'LoopBack',
      { error: { statusCode: 'status', name: 'title', message: 'detail' } },
      { error: { statusCode: 404, name: 'Not Found', message: 'No post has the id 7.' } },
    ],
  ])('is answered as %s writes it', async (_stack, fields, body) => {
    const mock = createPostsMock({
      baseUrl: 'https://api.example.com/v1',
      posts: 0,
      profile: { 'error.body': fields },
    })
    expect(await (await mock.fetch(missing)).json()).toEqual(body)
  })

  test.each<[string, Template]>([
    ['{"detail":"Not found."}', { detail: 'detail' }],
    ['{"status":404,"error":"Not Found"}', { status: 'status', error: 'title' }],
    [
      '{"error":{"statusCode":404,"name":"NotFoundError","message":"x"}}',
      { error: { statusCode: 'status', name: 'detail', message: 'detail' } },
    ],
    ['{"message":"gone"}', { message: 'detail' }],
    ['{}', {}],
    ['', 'none'],
    [
      '{"status":404,"title":"Not Found","detail":"x","errors":[]}',
      { status: 'status', title: 'title', detail: 'detail', errors: 'errors' },
    ],
    ['{"message":"gone","code":17,"more":null}', { message: 'detail', code: 17, more: null }],
    ['"gone"', 'detail'],
  ])('is read off %s', (body, answer) => {
    expect(read(body)).toMatchObject({ answer })
  })

  test('is read without a field that is too deep for a profile', () => {
    expect(read('{"message":"gone","a":{"b":{"c":{"d":1}}}}')).toMatchObject({
      answer: { message: 'detail' },
    })
  })

  test.each(['<p>gone</p>', 'gone'])('is not read off %s', (body) => {
    expect(read(body)).toMatchObject({ unknown: expect.any(String), unsayable: true })
  })

  test('fits a profile that has other words in the same fields, and no other fields', () => {
    const reading = read('{"error":"Not Found"}') as { fits: (expected: unknown) => boolean }
    expect(['title', 'detail', 'status'].map((error) => reading.fits({ error }))).toEqual([true, true, false])
    expect(reading.fits({ error: 'title', status: 'status' })).toBe(false)
    expect(reading.fits('none')).toBe(false)
  })
})
