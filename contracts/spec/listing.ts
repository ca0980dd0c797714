import type { JsonValue } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { asPost, carries, isObject, type ReceivedPost } from './post-text.ts'

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
  readonly ids: ReadonlySet<PostId>
  readonly odd: readonly OddItem[]
  /** The last item with an id; undefined where it is not a post. */
  get(id: PostId): ReceivedPost | undefined
  marked(marker: string): readonly JsonValue[]
}

/** Indexes the items of a list by id. */
export function listingOf(items: readonly JsonValue[]): Listing {
  const byId = new Map<PostId, JsonValue>()
  const odd: OddItem[] = []
  for (const item of items) {
    const id = isObject(item) ? toPostId(item.id) : undefined
    const earlier = id === undefined ? undefined : byId.get(id)
    if (id !== undefined) byId.set(id, item)
    if (earlier !== undefined) odd.push({ item, id, earlier })
    else if (!asPost(item)) odd.push({ item, id })
  }
  return {
    items,
    odd,
    // Keeping only the ids must not keep the items in memory.
    ids: new Set(byId.keys()),
    get: (id) => asPost(byId.get(id)),
    marked: (marker) => items.filter((item) => carries(item, marker)),
  }
}
