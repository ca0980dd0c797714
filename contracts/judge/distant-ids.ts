import { toPostId } from '../../handlers/model/post.ts'
import { asPost, readBody } from '../spec/post-text.ts'
import type { CheckContext } from './check-context.ts'
import { missingFaults } from './read-check.ts'

/** Critical ids: zero, negative, beyond 32 bits, beyond double precision, both ends of int64. */
export const distantIds = [0n, -1n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]

/** Checks clause `read.missing` for unused ids far from the used ones. */
export async function checkDistantIds(context: CheckContext): Promise<void> {
  // Beyond 32 bits, without its sign, and with one more digit.
  const nearby = context.own.alive
    .slice(-1)
    .flatMap(({ id }) => [BigInt(id) + 2n ** 32n, -BigInt(id), BigInt(id) * 10n])
  for (const value of [...distantIds, ...nearby]) {
    const id = toPostId(value)
    if (id === undefined || context.foreign.has(id) || context.own.get(id)) continue
    await context.check(['read.missing'], async () =>
      missingFaults(context, id, await context.look(`/posts/${id}`)),
    )
  }
  for (const { id } of context.own.alive.slice(-1))
    await context.check(['read.missing'], async () => {
      const beyond = BigInt(id) + 2n ** 64n
      const reply = await context.look(`/posts/${beyond}`)
      // The document does not say how an id beyond int64 is refused, but no post may have one.
      return asPost(readBody(reply.body)) ? missingFaults(context, beyond, reply) : []
    })
}
