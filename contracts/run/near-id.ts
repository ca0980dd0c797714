import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { SequenceRun } from './sequence-run.ts'
import { type Offset, pick } from './step.ts'

/** Critical ids: zero, negative, beyond 32 bits, beyond double precision, both ends of int64. */
export const distantIds = [0n, -1n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]

/** A free id near that of a post. */
export function freeId(run: SequenceRun, post: number, offset: Offset): PostId | undefined {
  const near = pick(run.context.own.alive, post)
  const id = near && toPostId(changed(BigInt(near.id), offset))
  return id === undefined || isTaken(run, id) ? undefined : id
}

/** Whether a post has the id, or one of the sequence had it. */
export function isTaken({ context }: SequenceRun, id: PostId): boolean {
  return context.own.get(id) !== undefined || context.foreign.has(id) || context.own.isGone(id)
}

function changed(id: bigint, offset: Offset): bigint {
  if (offset === 'shorter') return id / 10n
  if (offset === 'negated') return -id
  return offset === 'longer' ? id * 10n : id + BigInt(offset)
}
