import axios from 'axios'
import { afterEach, beforeEach, expect } from 'vitest'
import { createPostsTest } from '../../../src/vitest.ts'
import { clients } from '../../support/http-clients.ts'

const baseUrl = 'https://api.example.com/v1'
const list = `${baseUrl}/posts`
const fields = { title: 'a', content: 'b' }

const test = createPostsTest({ baseUrl, posts: 3 })

const statuses: number[] = []
beforeEach(async () => {
  statuses.push((await fetch(list)).status)
})
test.afterEach(({ mock }) => {
  expect(mock.journal.requests[0]).toMatchObject({ operation: 'list' })
})
afterEach(async () => {
  statuses.push((await fetch(list)).status)
})

test('answers the test and its hooks from one mock', async ({ mock }) => {
  await axios.post(list, fields)
  expect(mock.posts.read(4)).toEqual({ id: 4, ...fields })
  expect(mock.journal.requests.map(({ operation }) => operation)).toEqual(['list', 'create'])
  expect(statuses).toEqual([200])
})

test('begins anew in every test', ({ mock }) => {
  expect(mock.posts.count).toBe(3)
  expect(mock.journal.requests).toHaveLength(1)
  expect(statuses).toEqual([200, 200, 200])
})

const names = Object.keys(clients)
for (let index = 0; index < 20; index++) {
  const name = names[index % names.length] as string
  test.concurrent(`number ${index} of twenty concurrent tests writes by ${name} and sees only its own`, async ({
    mock,
    expect,
  }) => {
    for (let written = 0; written < 5; written++) {
      const body = JSON.stringify({ title: `of ${index}`, content: '' })
      expect((await clients[name]?.({ method: 'POST', url: list, body }))?.status).toBe(201)
    }
    const outcome = await clients[name]?.({ method: 'GET', url: list })
    const seen = JSON.parse(outcome?.text ?? '') as { title: string }[]
    expect(seen.slice(3).map(({ title }) => title)).toEqual(Array(5).fill(`of ${index}`))
    expect(mock.posts.list()).toEqual(seen)
  })
}
