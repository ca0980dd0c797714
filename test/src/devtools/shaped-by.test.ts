import { expect, test } from 'vitest'
import { shapedBy } from '../../../src/devtools/shaped-by.ts'
import { createPostsMock } from '../../../src/index.ts'

const baseUrl = 'https://api.example.com/v1'
const json = { 'content-type': 'application/json' }

function mockWith(profile: object = {}) {
  return createPostsMock({ baseUrl, posts: 3, profile, onWarning() {} })
}

async function shapingOf(path: string, init: RequestInit, mock = mockWith()): Promise<readonly string[]> {
  await mock.fetch(baseUrl + path, { headers: json, ...init })
  const [entry] = mock.journal.requests
  return entry ? await shapedBy(entry, mock.world) : []
}

test.each([
  ['GET', '/posts', undefined, ['list.order', 'list.page-size']],
  ['GET', '/posts/1', undefined, []],
  ['GET', '/posts/x', undefined, ['id.malformed', 'error.body']],
  ['POST', '/posts', '{}', ['input.required', 'input.invalid-status', 'input.invalid-body', 'error.body']],
  ['PUT', '/posts/1', '{"title":"a","content":"b"}', ['replace.status', 'replace.body', 'post.extra-fields']],
  ['DELETE', '/posts/2', undefined, ['delete.status']],
  ['DELETE', '/posts/99', undefined, ['delete.missing', 'error.body']],
])('the reply to %s %s is shaped by what would change it', async (method, path, body, choices) => {
  expect(await shapingOf(path, { method, ...(body && { body }) })).toEqual(choices)
})

test.each([
  [{ authorization: 'Bearer s3cret' }, ['error.body']],
  [{}, ['access.credentials', 'error.body']],
])('behind credentials, a request with %j is shaped by %j', async (headers, choices) => {
  const mock = mockWith({ 'access.credentials': 'bearer' })
  expect((await shapingOf('/posts/99', { headers }, mock)).toSorted()).toEqual(choices)
})

test('an injected fault is shaped by nothing, and nothing is left of the requests that are sent again', async () => {
  const mock = mockWith()
  mock.faults.next('list', { status: 503 })
  expect(await shapingOf('/posts', {}, mock)).toEqual([])
  mock.journal.clear()
  await shapingOf('/posts/1', { method: 'DELETE' }, mock)
  expect([mock.posts.count, mock.journal.requests.length]).toEqual([2, 1])
})
