import type { JsonValue } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { endsInCommon } from './long-body.ts'
import { withoutSequence } from './marks.ts'
import { asPost, carries, isObject, isPost, type ReceivedPost } from './post-text.ts'

export type KnownIds = Pick<ReadonlySet<PostId>, 'has'>

export interface PostIds extends KnownIds, Iterable<PostId> {
  readonly size: number
}

/** An item of a list that is not a post, or that has the id of another item. */
export interface OddItem {
  readonly item: JsonValue
  readonly id: PostId | undefined
  /** The item before it with the same id. */
  readonly earlier?: JsonValue
}

/** The items of a list by id. Immutable. */
export interface Listing {
  readonly items: readonly JsonValue[]
  readonly ids: PostIds
  readonly odd: readonly OddItem[]
  /** The last item with an id; undefined where it is not a post. */
  get(id: PostId): ReceivedPost | undefined
  marked(marker: string): readonly JsonValue[]
}

/** Shorter lists are always indexed as a whole. */
const long = 1000

/** The long list that the latest lists are compared with. */
let base: Index | undefined
const known = new WeakMap<readonly JsonValue[], Listing>()

/**
 * Indexes the items of a list by id. A run reads the same long list hundreds of times with few changes: only the
 * difference to an earlier list is indexed.
 *
 * @param items from {@link readBody}: equal items of two bodies are the same objects.
 */
export function listingOf(items: readonly JsonValue[]): Listing {
  if (items.length < long) return new Index(items)
  let listing = known.get(items) ?? (base && changedFrom(base, items))
  if (!listing) listing = base = new Index(items)
  known.set(items, listing)
  return listing
}

/** How many items two lists have in common at the start and, in addition, at the end. */
export function commonEnds(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
): { start: number; end: number } {
  const most = Math.min(before.length, after.length)
  let { start, end } = endsInCommon(before, after)
  while (start < most && before[start] === after[start]) start++
  end = Math.min(end, most - start)
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { start, end }
}

function changedFrom(base: Index, items: readonly JsonValue[]): Listing | undefined {
  const { start, end } = commonEnds(base.items, items)
  const rest = Math.max(base.items.length, items.length) - start - end
  if (rest > items.length / 10) return undefined
  const gone = new Index(base.items.slice(start, base.items.length - end))
  const come = new Index(items.slice(start, items.length - end))
  // Where an id occurs twice, the difference is not enough.
  const isTwice = (id: PostId) => base.ids.has(id) && !gone.ids.has(id)
  const isRepeated = ({ id, earlier }: OddItem) =>
    id !== undefined && earlier !== undefined && gone.ids.has(id)
  if (gone.odd.length > 0 || [...come.ids].some(isTwice)) return undefined
  if (gone.ids.size > 0 && base.odd.some(isRepeated)) return undefined
  return new Changed(base, items, gone, come)
}

function idOf(item: JsonValue): PostId | undefined {
  return isObject(item) ? toPostId(item.id) : undefined
}

/** A list that is indexed as a whole. */
class Index implements Listing {
  readonly items: readonly JsonValue[]
  readonly odd: readonly OddItem[]
  readonly ids: PostIds
  /** Positions, so that keeping only the ids does not keep the items in memory. */
  readonly #byId = new Map<PostId, number>()
  readonly #marked = new Map<string, readonly JsonValue[]>()

  constructor(items: readonly JsonValue[]) {
    this.items = items
    const odd: OddItem[] = []
    for (const [at, item] of items.entries()) {
      const id = idOf(item)
      const before = id === undefined ? undefined : this.#byId.get(id)
      const earlier = before === undefined ? undefined : items[before]
      if (id !== undefined) this.#byId.set(id, at)
      if (earlier !== undefined) odd.push({ item, id, earlier })
      else if (!isPost(item)) odd.push({ item, id })
    }
    this.odd = odd
    const byId = this.#byId
    this.ids = { size: byId.size, has: (id) => byId.has(id), [Symbol.iterator]: () => byId.keys() }
  }

  get(id: PostId): ReceivedPost | undefined {
    return asPost(this.items[this.#byId.get(id) ?? -1])
  }

  marked(marker: string): readonly JsonValue[] {
    return this.markedItems(marker).filter((item) => carries(item, marker))
  }

  /** Items that may have a marker: those with the run's marker, which begins the markers of its sequences. */
  markedItems(marker: string): readonly JsonValue[] {
    const root = withoutSequence(marker)
    const known = this.#marked.get(root)
    if (known) return known
    const marked = this.items.filter((item) => carries(item, root))
    this.#marked.set(root, marked)
    return marked
  }
}

/** A list as the difference to another. */
class Changed implements Listing {
  readonly items: readonly JsonValue[]
  readonly odd: readonly OddItem[]
  readonly ids: PostIds
  readonly #base: Index
  readonly #gone: Index
  readonly #come: Index

  constructor(base: Index, items: readonly JsonValue[], gone: Index, come: Index) {
    this.items = items
    this.#base = base
    this.#gone = gone
    this.#come = come
    this.ids = {
      size: base.ids.size - gone.ids.size + come.ids.size,
      has: (id) => come.ids.has(id) || (base.ids.has(id) && !gone.ids.has(id)),
      *[Symbol.iterator]() {
        for (const id of base.ids) if (!gone.ids.has(id)) yield id
        yield* come.ids
      },
    }
    this.odd = come.odd.length > 0 ? [...base.odd, ...come.odd] : base.odd
  }

  get(id: PostId): ReceivedPost | undefined {
    if (this.#come.ids.has(id)) return this.#come.get(id)
    return this.#gone.ids.has(id) ? undefined : this.#base.get(id)
  }

  marked(marker: string): readonly JsonValue[] {
    const gone = new Set(this.#gone.markedItems(marker))
    const kept = this.#base.markedItems(marker).filter((item) => !gone.has(item))
    return [...kept, ...this.#come.markedItems(marker)].filter((item) => carries(item, marker))
  }
}
