import { expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'
import { neededAnswers } from '../../../src/mock/any-profile.ts'

const url = 'https://api.example.com/v1/posts'
const profile = {
  'create.status': 204,
  'delete.status': 200,
  'delete.body': 'post',
  'id.assignment': { from: 1000 },
  'list.order': 'id-descending',
} as const

test.each([
  ['GET', '', ['id.assignment', 'list.order']],
  ['DELETE', '/1000', ['delete.status', 'delete.body', 'id.assignment']],
  ['GET', '/1', ['id.assignment']],
  ['OPTIONS', '', []],
])('of %s %s the answers are named without which its reply is another one', async (method, path, needed) => {
  const mock = createPostsMock({ profile, onWarning() {} })
  await mock.fetch(url + path, { method })
  expect(Object.keys(await neededAnswers(mock.world, {}))).toEqual(needed)
})

test('all answers are named where the requests alone do not repeat the replies', async () => {
  const mock = createPostsMock({ profile, onWarning() {} })
  await mock.posts.delete(1000)
  await mock.fetch(`${url}/1000`)
  expect(Object.keys(await neededAnswers(mock.world, {}))).toHaveLength(6)
})
