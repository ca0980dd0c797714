import type { PostId } from '../../handlers/model/post.ts'
import { knownOf, type ReferenceModel, type View, type Write } from './reference-model.ts'

/** A write since a post, or the list, was last right. */
export interface PastWrite extends Pick<Write, 'method'> {
  /** Whether it wrote to the post, or sent the text of an unknown one. */
  readonly isOwn: boolean
}

/** What was written since a post, or the list, was last right. */
export interface WritesSince {
  readonly writes: readonly PastWrite[]
  /** Whether no view was right since the post was made. */
  readonly isNew: boolean
}

/**
 * What was written since these views last showed a post right.
 * @param failed the method of its latest write, if that write failed. It is left out, unless it is the only one.
 */
export function sinceRight(
  model: ReferenceModel,
  id: PostId,
  views: readonly View[],
  failed?: string,
): WritesSince {
  const { madeAt, rightAt } = knownOf(model, id)
  const moments = views.flatMap((view) => rightAt[view] ?? [])
  const isNew = moments.length === 0
  const all = model.writes.slice(isNew ? madeAt : Math.max(...moments))
  const last = all.findLastIndex((write) => write.id === id && write.method === failed)
  const others = all.filter((_write, at) => at !== last)
  return { writes: pastOf(others.length > 0 ? others : all, (write) => write.id === id), isNew }
}

/** What was written since the list last had no unknown posts. @param token a text that one write sent. */
export function sinceListRight(
  { writes, listRightAt }: ReferenceModel,
  token: string | undefined,
): WritesSince {
  const all = writes.slice(listRightAt)
  const sender = token === undefined ? undefined : all.findLast(({ body }) => body.includes(token))
  return { writes: pastOf(all, (write) => write === sender), isNew: false }
}

function pastOf(writes: readonly Write[], isOwn: (write: Write) => boolean): PastWrite[] {
  return writes.map((write) => ({ method: write.method, isOwn: isOwn(write) }))
}
