import { describe, expect, test } from 'vitest'
import { shapedBy } from '../../../src/devtools/shaped-by.ts'
import { createPostsMock } from '../../../src/index.ts'

const baseUrl = 'https://api.example.com/v1'
const fields = { title: 'a', content: 'b' }

async function shapingOf(method: string, path: string, body?: object, profile = {}): Promise<string[]> {
  const mock = createPostsMock({ baseUrl, posts: 3, profile, onWarning() {} })
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  await mock.fetch(baseUrl + path, { method, ...(body && json) })
  const [entry] = mock.journal.requests
  return entry ? [...(await shapedBy(entry, mock.world))] : []
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
  ['GET', '/comments', undefined, ['error.body']],
] as const)('the reply to %s %s is shaped by what would change it', async (method, path, body, choices) => {
  expect(await shapingOf(method, path, body)).toEqual(choices)
})

test('a choice that another answer makes idle shapes nothing', async () => {
  expect(await shapingOf('POST', '/posts', fields)).toContain('create.body')
  expect(await shapingOf('POST', '/posts', fields, { 'create.status': 204 })).not.toContain('create.body')
})

describe('behind credentials', () => {
  const behind = (headers: Record<string, string>, credentials: object = {}) => {
    const profile = { 'access.credentials': 'bearer' } as const
    const mock = createPostsMock({ baseUrl, posts: 3, profile, onWarning() {}, ...credentials })
    return mock
      .fetch(`${baseUrl}/posts/99`, { headers })
      .then(() => mock.journal.requests.map((entry) => shapedBy(entry, mock.world))[0])
  }
  const refused = ['access.credentials', 'error.body']

  test('an accepted request is shaped as without them', async () => {
    expect(await behind({ authorization: 'Bearer s3cret' })).toEqual(['error.body'])
  })

  test('a request without them is shaped by what asks for them', async () => {
    expect((await behind({}))?.toSorted()).toEqual(refused)
  })

  test('a request with wrong ones is shaped by what asks for them', async () => {
    const wrong = await behind({ authorization: 'Bearer wrong' }, { credentials: 's3cret' })
    expect(wrong?.toSorted()).toEqual(refused)
  })
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
