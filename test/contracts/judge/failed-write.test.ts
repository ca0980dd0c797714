import { expect, test } from 'vitest'
import { CheckContext } from '../../../contracts/judge/check-context.ts'
import { judgeFailedWrite } from '../../../contracts/judge/failed-write.ts'
import { SequencePosts } from '../../../contracts/model/sequence-posts.ts'
import { noPatience } from '../../../contracts/wire/patience.ts'

/** What is found where a service answers a create so. */
async function findings(status: number) {
  const send = async () => ({ status: 200, headers: {}, body: '[]' })
  const context = new CheckContext(new SequencePosts({ send }), 'mark', noPatience)
  const sent = { title: 'mark-2 and more', content: 'plain' }
  const request = { method: 'POST', path: '/posts', headers: {}, body: JSON.stringify(sent) }
  await judgeFailedWrite(context, 'create', { request, reply: { status, headers: {}, body: '{}' } })
  return context.findings.map(({ clause }) => clause)
}

test.each([402, 423, 428, 429, 507])(
  'a limit or a condition that is told with %i breaks none',
  async (status) => {
    expect(await findings(status)).toEqual([])
  },
)
