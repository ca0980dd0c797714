import { expect, test } from 'vitest'
import { StateSetup } from '../../../contracts/model/state-setup.ts'
import { setUp } from '../../../contracts/model/states.ts'
import type { SentRequest } from '../../../contracts/spec/exchange.ts'

/** Sets up an id that no post has, at a service that answers reads so. */
function unusedId(list: string, statusOfRead: number) {
  const send = async ({ path }: SentRequest) =>
    path === '/posts'
      ? { status: 200, headers: {}, body: list }
      : { status: statusOfRead, headers: {}, body: '{}' }
  const setup = new StateSetup({ send, nextTitle: () => 'pu-states' })
  return setUp({ states: ['no post has the id'] }, setup)
}

test('chooses an id far above all that are listed', async () => {
  expect(await unusedId('[{"id":7},{"id":41}]', 200)).toEqual({ id: 1_000_044 })
})

test('chooses an id far below where the ids end at int64', async () => {
  expect(await unusedId('[{"id":-5},{"id":9223372036854775807}]', 200)).toEqual({ id: -1_000_008 })
})

test('chooses an id far from the middle where there are posts at both ends of int64', async () => {
  const list = '[{"id":-9223372036854775808},{"id":9223372036854775807},{"id":1000003}]'
  expect(await unusedId(list, 200)).toEqual({ id: 1_000_003_000 })
})

test('believes an id chosen without a list only where reading it finds nothing', async () => {
  expect(await unusedId('no list', 404)).toEqual({ id: 1_000_003 })
  await expect(unusedId('no list', 200)).rejects.toThrow('the list cannot be read')
})

test.each([
  { statuses: [409, 423, 425, 204], sent: 4 },
  { statuses: [404], sent: 1 },
])('waits for a delete that is not possible yet: $statuses', async ({ statuses, sent }) => {
  const asked: string[] = []
  const setup = new StateSetup({
    send: async ({ method }) => ({ status: statuses[asked.push(method) - 1] ?? 500, headers: {}, body: '' }),
    nextTitle: () => 'pu-states',
    patience: {
      async until(look) {
        let found = await look()
        for (let tries = 0; found === undefined && tries < 9; tries++) found = await look()
        return found
      },
    },
  })
  setup.adopt({ id: 7, title: 'pu-states', content: '' })
  const { status } = await setup.send({ method: 'DELETE', path: '/posts/7', headers: {} })
  expect([status, asked.length]).toEqual([statuses.at(-1), sent])
})

test('gives the writes to several posts in the order in which they were sent', async () => {
  const posts: string[] = []
  const setup = new StateSetup({
    send: async ({ method, path, body = '' }) => {
      if (method === 'POST') posts.push(JSON.stringify({ id: posts.length + 1, ...JSON.parse(body) }))
      const shown = path === '/posts' ? `[${posts}]` : (posts[Number(path.slice(7)) - 1] ?? '')
      return { status: 200, headers: {}, body: method === 'POST' ? (posts.at(-1) ?? '') : shown }
    },
    nextTitle: () => `pu-order-${posts.length}`,
  })
  await setup.create()
  await setup.create()
  await setup.send({ method: 'PUT', path: '/posts/1', headers: {}, body: '{}' })
  const shown = setup
    .writesTo([2, 1])
    .map(({ request, reply }) => `${request.method} ${reply.body.slice(0, 7)}`)
  expect(shown).toEqual(['POST {"id":1', 'POST {"id":2', 'PUT {"id":1'])
})
