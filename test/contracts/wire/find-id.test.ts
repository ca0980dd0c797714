import { expect, test } from 'vitest'
import { findId } from '../../../contracts/wire/find-id.ts'

const json = JSON.stringify
const theirs = { id: 1, title: 'Theirs', content: '' }
const ours = { id: 7, title: 'pu-mark', content: '' }

/** The id that the reply to a create is said to give falsely, where the new post is number 7. */
async function misnamed(reply: { status: number; body?: unknown; location?: string }) {
  const { status, body, location } = reply
  const found = await findId(
    { status, headers: location ? { location } : {}, body: json(body) ?? '' },
    'pu-mark',
    async ({ path }) => ({
      status: 200,
      headers: {},
      body: json(path === '/posts' ? [theirs, ours] : path === '/posts/1' ? theirs : ours),
    }),
  )
  expect(found?.id).toBe(7)
  return found?.misnamed
}

test.each([
  { status: 201, body: { ...ours, id: 1 } },
  { status: 202, body: { ...ours, id: 1 } },
  { status: 201, body: { data: { ...ours, id: 1 } } },
  { status: 201, body: { id: 1 } },
  { status: 201, location: '/v1/posts/1' },
])('a reply names another post than the new one: $status $body $location', async (reply) => {
  expect(await misnamed(reply)).toBe(1)
})

test.each([
  { status: 202, body: { id: 1, status: 'queued' } },
  { status: 202, location: '/v1/queue/posts/1' },
  { status: 201, body: { author: { id: 1 }, message: 'created' } },
  { status: 201, body: { job: { id: 1 } } },
])('a reply names something that is not a post: $status $body $location', async (reply) => {
  expect(await misnamed(reply)).toBeUndefined()
})

test('a post that no reply names is found on a later page of the list', async () => {
  const link = '<?page=2>; rel="next"'
  const found = await findId({ status: 204, headers: {}, body: '' }, 'pu-mark', async ({ path }) =>
    path === '/posts'
      ? { status: 200, headers: { link }, body: json([theirs]) }
      : { status: 200, headers: {}, body: json([ours]) },
  )
  expect(found).toEqual({ id: 7, source: 'list' })
})
