import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Bench } from './bench.ts'
import { missingFaults } from './read-check.ts'

/** Ids where services slip: zero, negative ones, beyond 32 bits, beyond what a float holds, both ends of int64. */
export const farIds = [0n, -1n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]

/** Checks that ids which no post has, far from those in use, are answered as the document says (clause `read.missing`). */
export async function checkFarIds(bench: Bench): Promise<void> {
  const nearby = bench.own.alive.slice(-1).flatMap(({ id }) => [BigInt(id) + 2n ** 32n, -BigInt(id)])
  for (const value of [...farIds, ...nearby]) {
    const id = toPostId(value)
    if (id === undefined || isTaken(bench, id)) continue
    await bench.check(['read.missing'], async () =>
      missingFaults(bench, id, await bench.look('GET', `/posts/${id}`)),
    )
  }
}

function isTaken(bench: Bench, id: PostId): boolean {
  return bench.foreign.has(id) || bench.own.get(id) !== undefined
}
