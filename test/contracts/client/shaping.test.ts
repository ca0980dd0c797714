import { expect, test } from 'vitest'
import type { RecordedExchange } from '../../../contracts/client/recording.ts'
import { shapingOf, type Variant } from '../../../contracts/client/shaping.ts'
import { answersOtherThan, completeProfile, type ProfileOption } from '../../../handlers/choices/profile.ts'
import { createPostsMock } from '../../../src/index.ts'

const baseUrl = 'https://api.example.com/v1'
const headers = { 'content-type': 'application/json' }

/** The last of some requests, as a mock records it. */
async function recorded(
  requests: readonly (readonly [method: string, path: string, body?: string])[],
  profile: ProfileOption = 'default',
): Promise<RecordedExchange> {
  const mock = createPostsMock({ baseUrl, profile, onWarning() {} })
  for (const [method, path, body] of requests)
    await mock.fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body }) })
  const entry = mock.journal.requests.at(-1)
  if (!entry) throw new Error('No request was answered.')
  const inEffect = answersOtherThan(completeProfile(), mock.profile)
  return { kind: 'exchange', own: {}, profile: inEffect, posts: mock.posts.count, entry }
}

/** The shaping answers as a map from the choice to its answers. */
function byChoice(shaping: readonly Variant[]): Record<string, unknown[]> {
  const answersTo = (wanted: string) =>
    shaping.filter(({ choice }) => choice === wanted).map(({ answer }) => answer)
  return Object.fromEntries(shaping.map(({ choice }) => [choice, answersTo(choice)]))
}

const post = '{"title":"a","content":"b"}'
const otherStatuses = [200, 202]

test('a made-up post has another id under another assignment, and added fields', async () => {
  for (const path of ['/posts', '/posts/7']) {
    const shaping = byChoice(await shapingOf(await recorded([['GET', path]])))
    expect(shaping['id.assignment']).toHaveLength(4)
    expect(shaping['post.extra-fields']).toHaveLength(2)
  }
})

test('a body shapes nothing beside a status without one, nor does such a status where there is a body', async () => {
  const usual = byChoice(await shapingOf(await recorded([['DELETE', '/posts/7']])))
  expect(usual['delete.body']).toBe(undefined)
  const other = byChoice(await shapingOf(await recorded([['DELETE', '/posts/7']], { 'delete.status': 200 })))
  expect(other['delete.body']).toEqual(['post', {}, { message: 'text' }, 1, ['post']])
  const empty = byChoice(
    await shapingOf(await recorded([['POST', '/posts', post]], { 'create.body': 'none' })),
  )
  expect(empty['create.status']).toEqual([...otherStatuses, 204])
})

test('the profile in effect counts, and timestamps do not', async () => {
  const profile = { 'create.status': 204, 'post.extra-fields': { createdAt: 'timestamp' } } as const
  const shaping = byChoice(await shapingOf(await recorded([['POST', '/posts', post]], profile)))
  expect(shaping['create.status']).toEqual([201, 200, 202])
  expect(Object.keys(shaping)).not.toContain('list.order')
})
