import type { JsonValue } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
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

function idOf(item: JsonValue): PostId | undefined {
  return isObject(item) ? toPostId(item.id) : undefined
}

/** Indexes the items of a list by id. */
export function listingOf(items: readonly JsonValue[]): Listing {
  // Positions, so that keeping only the ids does not keep the items in memory.
  const byId = new Map<PostId, number>()
  const odd: OddItem[] = []
  for (const [at, item] of items.entries()) {
    const id = idOf(item)
    const before = id === undefined ? undefined : byId.get(id)
    const earlier = before === undefined ? undefined : items[before]
    if (id !== undefined) byId.set(id, at)
    if (earlier !== undefined) odd.push({ item, id, earlier })
    else if (!isPost(item)) odd.push({ item, id })
  }
  return {
    items,
    odd,
    ids: idsOf(byId),
    get: (id) => asPost(items[byId.get(id) ?? -1]),
    marked: (marker) => items.filter((item) => carries(item, marker)),
  }
}

function idsOf(byId: ReadonlyMap<PostId, unknown>): PostIds {
  return { size: byId.size, has: (id) => byId.has(id), [Symbol.iterator]: () => byId.keys() }
}
