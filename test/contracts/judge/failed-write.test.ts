import { expect, test } from 'vitest'
import { CheckContext } from '../../../contracts/judge/check-context.ts'
import { judgeFailedWrite } from '../../../contracts/judge/failed-write.ts'
import { SequencePosts } from '../../../contracts/model/sequence-posts.ts'
import { noPatience } from '../../../contracts/wire/patience.ts'

/** What is found where a service answers a create so. */
async function findings(reply: { status: number; headers?: Record<string, string> }) {
  const send = async () => ({ status: 200, headers: {}, body: '[]' })
  const context = new CheckContext(new SequencePosts({ send }), 'mark', noPatience)
  const sent = { title: 'mark-2 and more', content: 'plain' }
  const request = { method: 'POST', path: '/posts', headers: {}, body: JSON.stringify(sent) }
  await judgeFailedWrite(context, 'create', { request, reply: { headers: {}, body: '{}', ...reply } })
  return context.findings.map(({ clause }) => clause)
}

test.each([400, 422, 500])('an ordinary create that is answered with %i breaks a clause', async (status) => {
  expect(await findings({ status })).toEqual(['create.adds'])
})

test.each([402, 423, 428, 429, 507])(
  'a limit or a condition that is told with %i breaks none',
  async (status) => {
    expect(await findings({ status })).toEqual([])
  },
)

test.each([502, 503, 504])('a service or gateway that is busy (%i) breaks none', async (status) => {
  expect(await findings({ status })).toEqual([])
})

test('a delete that fails is shown by the delete, and by the read of a post that is gone', async () => {
  const status = 404
  const posts = new SequencePosts({
    send: async () => ({ status, headers: {}, body: '' }),
    nextTitle: () => 'mark-9',
  })
  const context = new CheckContext(posts, 'mark', noPatience)
  posts.adopt({ id: 7, title: 'mark-1', content: '' })
  const request = { method: 'DELETE', path: '/posts/7', headers: {} }
  await judgeFailedWrite(context, 'delete', { request, reply: { status, headers: {}, body: '' } })
  const [{ exchanges = [] } = {}] = context.findings
  expect(exchanges.map(({ request }) => request.method)).toEqual(['DELETE', 'GET'])
})
