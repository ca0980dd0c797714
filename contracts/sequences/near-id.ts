import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Scene } from './scene.ts'
import { type Offset, pick } from './step.ts'

/** An id near that of a post, that nobody seems to have. */
export function freeId(scene: Scene, post: number, offset: Offset): PostId | undefined {
  const near = pick(scene.bench.own.alive, post)
  const id = near && toPostId(changed(BigInt(near.id), offset))
  return id === undefined || isTaken(scene, id) ? undefined : id
}

/** Asks whether a post has the id, or one of the sequence had it. */
export function isTaken({ bench }: Scene, id: PostId): boolean {
  return bench.own.get(id) !== undefined || bench.foreign.has(id) || bench.own.isGone(id)
}

function changed(id: bigint, offset: Offset): bigint {
  if (offset === 'shorter') return id / 10n
  return offset === 'longer' ? id * 10n : id + BigInt(offset)
}
