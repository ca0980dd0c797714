import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { asPost, readBody } from '../document/post-text.ts'
import type { CheckContext } from './check-context.ts'
import { missingFaults } from './read-check.ts'

/** Ids where services slip: zero, negative ones, beyond 32 bits, beyond what a float holds, both ends of int64. */
export const distantIds = [0n, -1n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]

/** Checks that ids which no post has, far from those in use, are answered as the document says (clause `read.missing`). */
export async function checkDistantIds(context: CheckContext): Promise<void> {
  const nearby = context.own.alive.slice(-1).flatMap(({ id }) => [BigInt(id) + 2n ** 32n, -BigInt(id)])
  for (const value of [...distantIds, ...nearby]) {
    const id = toPostId(value)
    if (id === undefined || isTaken(context, id)) continue
    await context.check(['read.missing'], async () =>
      missingFaults(context, id, await context.look(`/posts/${id}`)),
    )
  }
  for (const { id } of context.own.alive.slice(-1))
    await context.check(['read.missing'], async () => {
      const beyond = BigInt(id) + 2n ** 64n
      const reply = await context.look(`/posts/${beyond}`)
      // How an id beyond int64 is refused is open; that a post has it is not.
      return asPost(readBody(reply.body)) ? missingFaults(context, beyond, reply) : []
    })
}

function isTaken(context: CheckContext, id: PostId): boolean {
  return context.foreign.has(id) || context.own.get(id) !== undefined
}
