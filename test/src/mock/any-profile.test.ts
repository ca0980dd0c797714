import { expect, test, vi } from 'vitest'
import { createPostsMock, type PartialProfile } from '../../../src/index.ts'
import { drawnAnswers } from '../../../src/mock/any-profile.ts'

const url = 'https://api.example.com/v1/posts'
vi.spyOn(console, 'warn').mockReturnValue()

async function replyUnder(profile: PartialProfile, seed: number, path: string, method: string) {
  const { fetch } = createPostsMock({ profile, seed, onWarning() {} })
  const reply = await fetch(url + path, { method })
  return [reply.status, [...reply.headers], await reply.text()]
}

test.each([
  ['GET', ''],
  ['DELETE', '/1'],
  ['GET', '/1'],
  ['POST', ''],
  ['OPTIONS', ''],
])('of %s %s the answers are named that repeat its reply, and no other', async (method, path) => {
  for (let seed = 0; seed < 8; seed++) {
    const mock = createPostsMock({ profile: 'any', seed, onWarning() {} })
    const reply = await mock.fetch(url + path, { method })
    const met = [reply.status, [...reply.headers], await reply.text()]
    const needed = (await drawnAnswers(mock.world)) ?? {}
    expect(await replyUnder(needed, seed, path, method)).toEqual(met)
    for (const choice of Object.keys(needed)) {
      const { [choice as 'create.status']: _leftOut, ...others } = needed
      const other = await replyUnder(others, seed, path, method)
      expect(other, `${choice} of seed ${seed}`).not.toEqual(met)
    }
  }
})
