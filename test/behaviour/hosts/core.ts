import { answer } from '../../../handlers/answer.ts'
import type { Profile } from '../../../handlers/choices/profile.ts'
import { decodeBody, type PlainReply } from '../../../handlers/http/plain.ts'
import type { World } from '../../../handlers/world/world.ts'
import { createPostsMock } from '../../../src/index.ts'
import { initialPosts, type Step } from '../case.ts'
import { bytesOf } from '../oracle/sent-body.ts'
import type { Host } from './host.ts'

/** The mock that every adapter puts behind its way of reaching it. */
export function createMockFor(profile: Profile, baseUrl: string) {
  return createPostsMock({ baseUrl, profile, posts: initialPosts, onWarning() {} })
}

/** The base address of the core. */
export const base = 'https://api.example.com/v1'

/** Answers a request in a world, with nothing between it and the handlers. */
export function answerInCore({ method, path, headers, body }: Step, world: World): Promise<PlainReply> {
  const [, before = '', query = ''] = /^([^?]*)(.*)$/s.exec(path) ?? []
  const plain = decodeBody(bytesOf(body), world.profile['input.max-bytes'])
  return answer({ method, base, path: before, query: query === '?' ? '' : query, headers, ...plain }, world)
}

/** The core itself: plain requests in, plain replies out. */
export const coreHost: Host = {
  name: 'core',
  skips: {},
  open(profile) {
    const { world } = createMockFor(profile, base)
    return {
      profile,
      base,
      async send(sent) {
        const { status, headers, body } = await answerInCore(sent, world)
        return { status, headers, text: body ?? '' }
      },
      reset: () => world.reset(),
      close() {},
    }
  },
}
