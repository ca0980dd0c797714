import ky from 'ky'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPostsMock } from '../../../src/index.ts'
import { setupPosts } from '../../../src/node.ts'
import { type Call, clients } from '../../support/http-clients.ts'

const bases = ['http://posts.test:8080/v1', 'https://api.example.com/v1'] as const
const table = Object.keys(clients).flatMap((name) => bases.map((base) => [name, base] as const))

describe.each(table)('%s to %s', (name, baseUrl) => {
  const posts = setupPosts({ baseUrl, posts: 3, onUnhandledRequest: 'error' })
  beforeAll(posts.listen)
  afterEach(posts.reset)
  afterAll(posts.close)
  const send = (method: Call['method'], path: string, rest: Omit<Call, 'method' | 'url'> = {}) =>
    (clients[name] as (typeof clients)[string])({ method, url: baseUrl + path, ...rest })

  test('performs all five operations with every character kept', async () => {
    const fields = { title: 'Žluťoučký 🐎\n"\\', content: '' }
    const body = JSON.stringify(fields)
    const { status, text } = await send('POST', '/posts', { body })
    expect({ status, post: JSON.parse(text) }).toEqual({ status: 201, post: { id: 4, ...fields } })
    expect((await send('PUT', '/posts/2', { body })).status).toBe(200)
    expect(JSON.parse((await send('GET', '/posts/2')).text)).toEqual({ id: 2, ...fields })
    expect(await send('DELETE', '/posts/1')).toEqual({ status: 204, text: '' })
    expect(JSON.parse((await send('GET', '/posts')).text)).toEqual(posts.posts.list())
  })
})

test('serves a ky instance through mock.fetch, errors and retries included', async () => {
  const mock = createPostsMock({ baseUrl: 'https://api.example.com/v1', posts: 2 })
  const api = ky.create({
    prefix: 'https://api.example.com/v1',
    fetch: mock.fetch,
    retry: { delay: () => 1 },
  })
  mock.faults.next('read', { status: 503 })
  mock.faults.next('read', 'network-error')
  expect(await api.get('posts/1').json()).toEqual(mock.posts.read(1))
  expect(mock.journal.requests.map(({ status }) => status)).toEqual([503, 0, 200])
  await expect(api.get('posts/99')).rejects.toMatchObject({ response: { status: 404 } })
})
