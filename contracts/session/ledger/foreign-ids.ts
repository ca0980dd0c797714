import { comparePostIds, nextPostId, type PostId, toPostId } from '../../../handlers/model/post.ts'

/** Ids that follow one another, both ends included. */
export type IdRange = readonly [from: PostId, to: PostId]

/** A range that is longer stays one: a ledger that somebody has edited must not fill the memory. */
const longest = 10_000

/** More ids than any provider under test has: one that shows others with each list must not fill the memory either. */
const mostIds = 500_000

/** Ids of posts that are not the run's. */
export class ForeignIds {
  readonly #ids = new Set<PostId>()
  readonly #ranges: IdRange[] = []

  /** Whether the limit is reached: from then on any id may be foreign. */
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

/** Writes ids as ranges, in their order. */
export function rangesOf(ids: readonly PostId[]): IdRange[] {
  const ranges: [PostId, PostId][] = []
  for (const id of ids.toSorted(comparePostIds)) {
    const latest = ranges.at(-1)
    if (latest && (latest[1] === id || nextPostId(latest[1]) === id)) latest[1] = id
    else ranges.push([id, id])
  }
  return ranges
}

/** Reads ranges; what is none is left out. */
export function asRanges(values: readonly unknown[]): IdRange[] {
  return values.flatMap((value): IdRange[] => {
    if (!Array.isArray(value)) return []
    const [from, to] = [toPostId(value[0]), toPostId(value[1])]
    return from === undefined || to === undefined ? [] : [[from, to]]
  })
}
