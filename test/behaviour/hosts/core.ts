import { answer } from '../../../handlers/answer.ts'
import type { Profile } from '../../../handlers/choices/profile.ts'
import { decodeBody } from '../../../handlers/http/plain.ts'
import { createPostsMock } from '../../../src/index.ts'
import { initialPosts } from '../case.ts'
import { bytesOf } from '../oracle/sent-body.ts'
import type { Host } from './host.ts'

/** The mock that every adapter puts behind its way of reaching it. */
export function createMockFor(profile: Profile, baseUrl: string) {
  return createPostsMock({ baseUrl, profile, posts: initialPosts, onWarning() {} })
}

const base = 'https://api.example.com/v1'

/** The core itself: plain requests in, plain replies out. */
export const coreHost: Host = {
  name: 'core',
  skips: {},
  open(profile) {
    const { world } = createMockFor(profile, base)
    return {
      profile,
      base,
      async send({ method, path, headers, body }) {
        const [, before = '', query = ''] = /^([^?]*)(.*)$/s.exec(path) ?? []
        const { 'input.max-bytes': maxBytes } = world.profile
        const plain = decodeBody(bytesOf(body), maxBytes)
        const sent = { method, base, path: before, query: query === '?' ? '' : query, headers, ...plain }
        const reply = await answer(sent, world)
        return { status: reply.status, headers: reply.headers, text: reply.body ?? '' }
      },
      reset: () => world.reset(),
      close() {},
    }
  },
}
