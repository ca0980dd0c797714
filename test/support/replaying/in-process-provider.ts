import type { RawReply, RawRequest, Target } from '../../../contracts/wire/target.ts'
import { answer } from '../../../handlers/answer.ts'
import type { Profile, ProfileOption } from '../../../handlers/choices/profile.ts'
import { decodeBody } from '../../../handlers/http/plain.ts'
import { World } from '../../../handlers/world/world.ts'

/** A provider in this process that answers as a profile says, reached as one far away is. */
export interface InProcessProvider extends Target {
  /** What came, in order. */
  readonly received: RawRequest[]
}

/** Makes a provider without posts. */
export function inProcessProvider(profile: ProfileOption | Profile = 'default'): InProcessProvider {
  const world = new World({ profile, posts: 0, onWarning: () => {} })
  const received: RawRequest[] = []
  return {
    received,
    async forward(request): Promise<RawReply> {
      received.push(request)
      const { method, headers } = request
      const [path = '', query] = request.path.split('?')
      const body = decodeBody(request.body ?? Buffer.alloc(0), world.profile['input.max-bytes'])
      const reply = await answer(
        {
          method,
          base: 'http://provider.example/v1',
          path,
          query: query === undefined ? '' : `?${query}`,
          headers,
          ...body,
        },
        world,
      )
      return { status: reply.status, headers: reply.headers, body: Buffer.from(reply.body ?? '') }
    },
  }
}
