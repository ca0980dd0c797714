import { expect, test, vi } from 'vitest'
import { replyShare } from '../../../contracts/calibrate/share.ts'
import type { Observation } from '../../../contracts/choices/detection.ts'
import { presets } from '../../../handlers/choices/presets.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import { calibrateServer } from '../../support/calibrate/calibrate.ts'
import { sampled } from '../../support/full.ts'

vi.spyOn(console, 'warn').mockImplementation(() => {})

test.each(sampled(Object.keys(presets) as (keyof typeof presets)[], 0, 2))(
  'a mock with the profile of a mock of the preset %s gives the same replies',
  async (preset) => {
    const { share } = await calibrateServer(completeProfile(preset))
    expect(share?.differences).toEqual([])
    expect(share?.documented.replies).toBeGreaterThan(20)
    expect(share?.others.replies).toBeGreaterThan(10)
    expect([share?.documented.equal, share?.others.equal]).toEqual([
      share?.documented.replies,
      share?.others.replies,
    ])
  },
)

test('says where the mock answers otherwise, those of documented requests first', async () => {
  const share = await replyShare(
    new Map([
      ['create/malformed', observed(409, '{}')],
      ['create/plain', observed(201, '{"id":7,"title":"a","content":"c"}')],
    ]),
    completeProfile({ 'create.location': 'no' }),
  )
  expect(share).toMatchObject({
    documented: { replies: 1, equal: 0 },
    others: { replies: 1, equal: 0 },
    differences: [
      { shownBy: 'create/plain', about: 'body', request: 'POST /posts' },
      { shownBy: 'create/malformed', about: 'status', mock: '201', provider: '409' },
    ],
  })
})

/** What an example saw at a provider. */
function observed(status: number, body: string): Observation {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', path: '/posts', headers, body: '{"title":"a","content":"b"}' }
  return { exchange: { request, reply: { status, headers, body } }, values: {} }
}
