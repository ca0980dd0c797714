import { comparePostIds, nextPostId, type PostId, toPostId } from '../../handlers/model/post.ts'

/** Consecutive ids, both ends included. */
export type IdRange = readonly [from: PostId, to: PostId]

/** A longer range is not expanded: an edited ledger must not fill the memory. */
const longest = 10_000

/** The most ids kept. */
const mostIds = 500_000

/** The ids of foreign posts. */
export class ForeignIds {
  readonly #ids = new Set<PostId>()
  readonly #ranges: IdRange[] = []

  /** Whether the limit is reached: then any id may be foreign. */
  get isFull(): boolean {
    return this.#ids.size + this.#ranges.length >= mostIds
  }

  has(id: PostId): boolean {
    return this.#ids.has(id) || this.#ranges.some(([from, to]) => from <= id && id <= to)
  }

  add(ranges: readonly IdRange[]): void {
    for (const [from, to] of ranges)
      if (this.isFull) return
      else if (BigInt(to) - BigInt(from) > longest) this.#ranges.push([from, to])
      else
        for (let id: PostId | undefined = from; id !== undefined && id <= to; id = nextPostId(id))
          this.#ids.add(id)
  }
}

/** Writes ids as sorted ranges. */
export function rangesOf(ids: readonly PostId[]): IdRange[] {
  const ranges: [PostId, PostId][] = []
  for (const id of ids.toSorted(comparePostIds)) {
    const latest = ranges.at(-1)
    if (latest && (latest[1] === id || nextPostId(latest[1]) === id)) latest[1] = id
    else ranges.push([id, id])
  }
  return ranges
}

/** Reads ranges, and ignores everything else. */
export function asRanges(values: readonly unknown[]): IdRange[] {
  return values.flatMap((value): IdRange[] => {
    if (!Array.isArray(value)) return []
    const [from, to] = [toPostId(value[0]), toPostId(value[1])]
    return from === undefined || to === undefined ? [] : [[from, to]]
  })
}
