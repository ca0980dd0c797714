import { expect, test } from 'vitest'
import { shapedBy } from '../../../src/devtools/shaped-by.ts'
import { createPostsMock } from '../../../src/index.ts'

const baseUrl = 'https://api.example.com/v1'
const fields = { title: 'a', content: 'b' }

/** Choices that shape every reply with a body. */
const always = ['wire.charset', 'access.credentials']

async function shapingOf(method: string, path: string, body?: object, profile = {}): Promise<string[]> {
  const mock = createPostsMock({ baseUrl, posts: 3, profile, onWarning() {} })
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  await mock.fetch(baseUrl + path, { method, ...(body && json) })
  const [entry] = mock.journal.requests
  return entry ? (await shapedBy(entry, mock.world)).filter((id) => !always.includes(id)) : []
}

test.each([
  ['GET', '/posts', undefined, ['list.order', 'list.page-size']],
  ['GET', '/posts/1', undefined, []],
  ['GET', '/posts/99', undefined, ['error.body']],
  ['GET', '/posts/x', undefined, ['id.malformed', 'error.body']],
  [
    'POST',
    '/posts',
    { title: 'a' },
    ['input.required', 'input.invalid-status', 'input.invalid-body', 'error.body'],
  ],
  ['PUT', '/posts/1', fields, ['replace.status', 'replace.body', 'post.extra-fields']],
  ['DELETE', '/posts/2', undefined, ['delete.status']],
  ['DELETE', '/posts/99', undefined, ['delete.missing', 'error.body']],
  ['GET', '/comments', undefined, ['error.body', 'path.unknown', 'path.unknown-body']],
] as const)('the reply to %s %s is shaped by what would change it', async (method, path, body, choices) => {
  expect(await shapingOf(method, path, body)).toEqual(choices)
})

test('a choice that another answer makes idle shapes nothing', async () => {
  expect(await shapingOf('POST', '/posts', fields)).toContain('create.body')
  expect(await shapingOf('POST', '/posts', fields, { 'create.status': 204 })).not.toContain('create.body')
})

test('nothing is left of the requests that are sent again', async () => {
  const mock = createPostsMock({ baseUrl, posts: 3, onWarning() {} })
  await mock.fetch(`${baseUrl}/posts/1`, { method: 'DELETE' })
  const [entry] = mock.journal.requests
  if (entry) await shapedBy(entry, mock.world)
  expect([mock.posts.count, mock.journal.requests.length]).toEqual([2, 1])
})

test('a fault that was asked for is shaped by nothing', async () => {
  const mock = createPostsMock({ baseUrl, posts: 3, onWarning() {} })
  mock.faults.next('list', { status: 503 })
  await mock.fetch(`${baseUrl}/posts`)
  const [entry] = mock.journal.requests
  expect(entry && (await shapedBy(entry, mock.world))).toEqual([])
})
