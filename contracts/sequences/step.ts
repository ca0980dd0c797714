/**
 * Picks a post of the sequence: 0 is the oldest, -1 the latest, others wrap around. Of a post that was written more
 * than once, `version` 0 is what it was created with, -1 what was written last.
 */
export interface Pick {
  readonly among: 'alive' | 'deleted'
  readonly at: number
  readonly version: number
}

/** A write of a sequence. `post` picks one of the posts alive, as in {@link Pick}; `text` picks one of the texts. */
export type Write =
  | { readonly do: 'create'; readonly text: number }
  /** A create with the texts of another post; of the title perhaps in another case, of the content perhaps not at all. */
  | { readonly do: 'copy'; readonly of: Pick; readonly near: boolean; readonly text?: number }
  | { readonly do: 'replace'; readonly post: number; readonly text: number }
  /** A replace with texts that were written before: to this post, or to another. */
  | { readonly do: 'replace-as'; readonly post: number; readonly of: Pick }
  | { readonly do: 'delete'; readonly post: number }

/** Where a sequence looks after a write. */
export type Look = 'nowhere' | 'list' | 'read' | 'both'

/** A body that services refuse. */
export type BadBody = 'cut-off' | 'without-content' | 'of-numbers'

/** A step of a sequence: a write, another look, a write that must change nothing, or several requests at once. */
export type Step =
  | (Write & { readonly look: Look })
  | { readonly do: 'list'; readonly times: number }
  | { readonly do: 'read'; readonly post: number; readonly times: number }
  | { readonly do: 'read-deleted'; readonly post: number; readonly times: number }
  /** A read of an id that no post has, near that of a post. */
  | { readonly do: 'read-near'; readonly post: number; readonly offset: Offset; readonly times: number }
  /** A read of an id that no post has, far from all. */
  | { readonly do: 'read-far'; readonly id: number }
  /** The latest PUT or DELETE once more. */
  | { readonly do: 'repeat'; readonly look: Look }
  | { readonly do: 'delete-deleted'; readonly post: number; readonly look: Look }
  | { readonly do: 'replace-deleted'; readonly post: number; readonly look: Look }
  /** A write that names the id of a post that might come soon, where nobody else seems to create any. */
  | { readonly do: 'replace-next' | 'create-next'; readonly post: number; readonly look: Look }
  /** A create, or a replace of a post, whose body most services refuse. */
  | { readonly do: 'refused'; readonly post: number | 'new'; readonly body: BadBody; readonly look: Look }
  /** So many creates. */
  | { readonly do: 'many'; readonly count: number }
  /** Several clients at once, each of them one request after the other. */
  | { readonly do: 'clients'; readonly clients: readonly (readonly ClientMove[])[] }
  | { readonly do: 'together'; readonly writes: readonly Write[]; readonly looks: readonly ConcurrentRead[] }

/** How an id differs from that of a post: by a number, or by its last digit. */
export type Offset = number | 'shorter' | 'longer'

/** What is looked at while writes are under way: the list, or the post picked. */
export type ConcurrentRead = 'list' | number

/** What a client does: a write, or a look. */
export type ClientMove = Write | ConcurrentRead

/** The item that an index picks: from the end where it is negative, wrapping around where it is beyond. */
export function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items.length === 0 ? undefined : items.at(index % items.length)
}
