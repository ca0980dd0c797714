import type { Profile } from '../../../handlers/choices/profile.ts'
import { handleRequest } from '../../../handlers/handle-request.ts'
import { decodeBody } from '../../../handlers/http/plain.ts'
import { createPostsMock } from '../../../src/index.ts'
import { bytesOf, initialPosts } from '../case.ts'
import type { Adapter } from './host.ts'

/** The mock that every adapter puts behind its way of reaching it. */
export function createMockFor(profile: Profile, baseUrl: string) {
  return createPostsMock({ baseUrl, profile, posts: initialPosts, onWarning() {} })
}

/** The core: plain requests in, plain replies out, and nothing between a request and the handlers. */
export function coreFor(profile: Profile, base = 'https://api.example.com/v1'): Adapter {
  const { world } = createMockFor(profile, base)
  return {
    profile,
    base,
    async send({ method, path: sent, headers, body }) {
      const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(sent) ?? []
      const plain = decodeBody(bytesOf(body), profile['input.max-bytes'])
      const asked = { method, base, path, query: query === '?' ? '' : query, headers, ...plain }
      const reply = await handleRequest(asked, world)
      return { status: reply.status, headers: reply.headers, text: reply.body ?? '' }
    },
    reset: () => world.reset(),
    close() {},
  }
}
