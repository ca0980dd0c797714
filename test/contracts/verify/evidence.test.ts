import { expect, test } from 'vitest'
import { withEvidence } from '../../../contracts/verify/evidence.ts'
import type { ProviderClient } from '../../../contracts/wire/client.ts'
import { exchange, findingOf } from '../../support/verify-result.ts'

const client = {
  curl: ({ method, path }, bodyFile) =>
    [method, path, ...(bodyFile === undefined ? [] : [`@${bodyFile}`])].join(' '),
} as Pick<ProviderClient, 'curl'> as ProviderClient

const create = (id: number, body = '{}') => exchange('POST /posts', 201, `{"id":${id}}`, body)
const list = exchange('GET /posts', 200, '[]')
const read = (id: number) => exchange(`GET /posts/${id}`, 200, `{"id":${id}}`)

const lines = (finding: ReturnType<typeof withEvidence>) =>
  finding.exchanges.map(({ request }) => `${request.method} ${request.path}`)

test('of many exchanges those stay that show it: the write of the post, the last list, the last read of it', () => {
  const exchanges = [{ ...list }, create(8), read(8), create(9), { ...list }, read(8), read(9), list]
  const finding = withEvidence(findingOf('list.all', { views: ['list'], exchanges, post: 8 }), client)
  expect(lines(finding)).toEqual(['POST /posts', 'GET /posts/8', 'GET /posts'])
  expect(finding.exchanges[0]).toBe(exchanges[1])
})

test('a write of another post is not shown for a post that was there before', () => {
  const finding = withEvidence(
    findingOf('list.all', { views: ['list'], exchanges: [create(9), list], post: 8 }),
    client,
  )
  expect(lines(finding)).toEqual(['GET /posts'])
})

test('a post that is touched is shown with the write to another', () => {
  const exchanges = [create(8), exchange('DELETE /posts/9', 204), list, exchange('GET /posts/8', 404)]
  const finding = findingOf('others.untouched', { views: ['list', 'read'], exchanges, post: 8 })
  expect(lines(withEvidence(finding, client))).toEqual([
    'POST /posts',
    'DELETE /posts/9',
    'GET /posts',
    'GET /posts/8',
  ])
})

test('a clause of a write is shown with one of its writes', () => {
  const exchanges = [create(7), exchange('DELETE /posts/7', 204), exchange('GET /posts/7', 200, '{}')]
  const about = 'a created post is not there'
  expect(lines(withEvidence(findingOf('create.adds', { about, exchanges }), client))).toEqual([
    'POST /posts',
    'GET /posts/7',
  ])
})

test('a list that is not a list is shown alone', () => {
  const finding = findingOf('list.ok', { about: 'the list is not a list', exchanges: [list, read(7)] })
  expect(lines(withEvidence(finding, client))).toEqual(['GET /posts'])
  expect(withEvidence(finding, client).repeat).toBe('GET /posts')
})

test('a finding of a reply alone is shown by the last exchange', () => {
  const finding = findingOf('wire.json', { exchanges: [list, read(7)] })
  expect(lines(withEvidence(finding, client))).toEqual(['GET /posts/7'])
})

test('a post that the list does not show is shown with the read that has it', () => {
  const finding = findingOf('list.all', { views: ['list'], exchanges: [list, read(7)], post: 7 })
  expect(lines(withEvidence(finding, client))).toEqual(['GET /posts', 'GET /posts/7'])
})

test('the script repeats what is shown, a long body from a file', () => {
  expect(
    withEvidence(findingOf('list.all', { exchanges: [create(8), list], views: ['list'] }), client).repeat,
  ).toBe('POST /posts; echo\nGET /posts')
  const finding = withEvidence(findingOf('create.adds', { exchanges: [create(8, 'x'.repeat(2000))] }), client)
  expect(finding).toMatchObject({ repeat: 'POST /posts @create-plain.body', bodyFile: 'create-plain.body' })
})
