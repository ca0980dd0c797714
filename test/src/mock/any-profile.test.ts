import { expect, test, vi } from 'vitest'
import { createPostsMock, type PartialProfile } from '../../../src/index.ts'
import { drawnAnswers } from '../../../src/mock/any-profile.ts'

const url = 'https://api.example.com/v1/posts'
vi.spyOn(console, 'warn').mockReturnValue()

test.each([
  ['GET', ''],
  ['DELETE', '/1'],
  ['GET', '/1'],
  ['POST', ''],
  ['OPTIONS', ''],
])('of %s %s the answers are named that repeat its reply, and no other', async (method, path) => {
  for (let seed = 0; seed < 8; seed++) {
    const repliedUnder = async (profile: PartialProfile | 'any') => {
      const mock = createPostsMock({ profile, seed, onWarning() {} })
      const reply = await mock.fetch(url + path, { method })
      return { mock, met: [reply.status, [...reply.headers], await reply.text()] }
    }
    const { mock, met } = await repliedUnder('any')
    const needed = (await drawnAnswers(mock.world)) ?? {}
    expect((await repliedUnder(needed)).met).toEqual(met)
    for (const choice of Object.keys(needed)) {
      const { [choice as 'create.status']: _leftOut, ...others } = needed
      expect((await repliedUnder(others)).met, `${choice} of seed ${seed}`).not.toEqual(met)
    }
  }
})
