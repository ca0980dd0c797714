import { expect, test } from 'vitest'
import { CheckContext } from '../../../contracts/judge/check-context.ts'
import { judgeFailedWrite } from '../../../contracts/judge/failed-write.ts'
import { StateSetup } from '../../../contracts/model/state-setup.ts'
import { noPatience } from '../../../contracts/wire/patience.ts'

const plain = { title: 'mark-2 and more', content: 'plain' }
const taken = [plain, { title: 'mark-1 and more', content: 'a content' }]

/** What is found where a service that has taken a post answers a create so. */
async function findings(
  reply: { status: number; headers?: Record<string, string> },
  sent = plain,
  before = taken,
) {
  const setup = new StateSetup({
    send: async () => ({ status: 200, headers: {}, body: '[]' }),
    nextTitle: () => 'mark-9',
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  for (const [at, post] of before.entries()) {
    setup.adopt({ id: at + 7, ...post })
    setup.own.remove(at + 7)
  }
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

test.each([
  { ...plain, title: 'mark-2 and a little more' },
  { ...plain, content: 'a content that is longer' },
  { ...plain, content: 'it' },
  { ...plain, title: 'mark~2 and more' },
  { ...plain, content: 'plaïn' },
])(
  'a text may be refused that is longer or shorter than any taken before, or has another sign: %o',
  async (sent) => {
    expect(await findings({ status: 422 }, sent)).toEqual([])
    expect(await findings({ status: 500 }, sent)).toEqual(['create.adds'])
  },
)

test('a service that takes no ordinary text breaks the clause', async () => {
  expect(await findings({ status: 422 }, plain, [])).toEqual(['create.adds'])
  expect(await findings({ status: 500 }, plain, [])).toEqual(['create.adds'])
  expect(await findings({ status: 405 }, plain, [])).toEqual(['create.adds'])
})

test('a delete that fails is shown by the delete, and by the read of a post that is gone', async () => {
  const status = 404
  const setup = new StateSetup({
    send: async () => ({ status, headers: {}, body: '' }),
    nextTitle: () => 'mark-9',
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  setup.adopt({ id: 7, title: 'mark-1', content: '' })
  const request = { method: 'DELETE', path: '/posts/7', headers: {} }
  await judgeFailedWrite(context, 'delete', { request, reply: { status, headers: {}, body: '' } })
  const [{ exchanges = [] } = {}] = context.findings
  expect(exchanges.map(({ request }) => request.method)).toEqual(['DELETE', 'GET'])
})
