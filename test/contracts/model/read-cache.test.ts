import { expect, test } from 'vitest'
import { OwnPosts } from '../../../contracts/model/own-posts.ts'
import { StateSetup } from '../../../contracts/model/state-setup.ts'

/** A setup whose service answers everything with 200, and the requests that reached it. */
function counting() {
  const sent: string[] = []
  const setup = new StateSetup({
    send: async ({ method, path }) => {
      sent.push(`${method} ${path}`)
      return { status: path === '/posts/9' ? 404 : 200, headers: {}, body: '[]' }
    },
    nextTitle: () => 'title',
  })
  const get = (path: string) => ({ method: 'GET', path, headers: {} })
  return { setup, sent, get }
}

test('what was read is not read again', async () => {
  const { setup, sent, get } = counting()
  await setup.recall(get('/posts'))
  await setup.recall(get('/posts'))
  await setup.recall(get('/posts/1'))
  expect(sent).toEqual(['GET /posts', 'GET /posts/1'])
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('a %s makes everything unknown', async (method) => {
  const { setup, sent, get } = counting()
  await setup.send(get('/posts'))
  await setup.send({ method, path: '/posts/1', headers: {} })
  await setup.recall(get('/posts'))
  expect(sent).toEqual(['GET /posts', `${method} /posts/1`, 'GET /posts'])
})

test('what could not be read is asked for again', async () => {
  const { setup, sent, get } = counting()
  await setup.recall(get('/posts/9'))
  await setup.recall(get('/posts/9'))
  expect(sent).toEqual(['GET /posts/9', 'GET /posts/9'])
})

test('an example gets a post between others that was written longest ago', () => {
  const own = new OwnPosts()
  const post = (id: number) => ({ id, title: `title ${id}`, content: 'content' })
  for (const id of [1, 2, 3, 4, 5]) own.put(post(id))
  expect(own.spare()?.id).toBe(2)
  expect(own.spare(2)?.id).toBe(3)
  own.put(post(2))
  expect(own.spare()?.id).toBe(3)
})

test('of long replies only so many are remembered, and the list always is', async () => {
  const body = 'x'.repeat(1_500_000)
  const sent: string[] = []
  const setup = new StateSetup({
    send: async ({ path }) => {
      sent.push(path)
      return { status: 200, headers: {}, body }
    },
    nextTitle: () => 'title',
  })
  const paths = ['/posts/1', '/posts/2', '/posts/3', '/posts']
  for (const path of [...paths, ...paths]) await setup.recall({ method: 'GET', path, headers: {} })
  expect(sent).toEqual([...paths, '/posts/3'])
})
