/**
 * Picks a post of the sequence: 0 is the oldest, -1 the latest, others wrap around. `version` picks one of its
 * versions in the same way.
 */
export interface VersionPick {
  readonly among: 'alive' | 'deleted'
  readonly at: number
  readonly version: number
}

/** A write. `post` picks an existing post, as in {@link VersionPick}; `text` picks a text. */
export type Write =
  | { readonly do: 'create'; readonly text: number }
  /** A create with the texts of another post; `near` changes the case of the title, `text` replaces the content. */
  | { readonly do: 'copy'; readonly of: VersionPick; readonly near: boolean; readonly text?: number }
  | { readonly do: 'replace'; readonly post: number; readonly text: number }
  /** A replace with an earlier version of this or another post. */
  | { readonly do: 'replace-as'; readonly post: number; readonly of: VersionPick }
  | { readonly do: 'delete'; readonly post: number }

/** What a sequence checks after a write. */
export type Look = 'nowhere' | 'list' | 'read' | 'both'

/** An invalid body. */
export type BadBody = 'cut-off' | 'without-content' | 'of-numbers'

/** A step of a sequence: a write, a read, a write that must change nothing, or concurrent requests. */
export type Step =
  | (Write & { readonly look: Look })
  | { readonly do: 'list'; readonly times: number }
  | { readonly do: 'read'; readonly post: number; readonly times: number }
  | { readonly do: 'read-deleted'; readonly post: number; readonly times: number }
  /** A read of an unused id near that of a post. */
  | { readonly do: 'read-near'; readonly post: number; readonly offset: Offset; readonly times: number }
  /** A read of an unused id far from all posts. */
  | { readonly do: 'read-far'; readonly id: number }
  /** The latest PUT or DELETE again. */
  | { readonly do: 'repeat'; readonly look: Look }
  | { readonly do: 'delete-deleted'; readonly post: number; readonly look: Look }
  | { readonly do: 'replace-deleted'; readonly post: number; readonly look: Look }
  /** A write to an id that the next creates may get. */
  | { readonly do: 'replace-next' | 'create-next'; readonly post: number; readonly look: Look }
  /** A create or replace with an invalid body. */
  | { readonly do: 'refused'; readonly post: number | 'new'; readonly body: BadBody; readonly look: Look }
  | { readonly do: 'many'; readonly count: number }
  /** Creates, or replaces of the latest posts, with some of the texts that services are known to change. */
  | {
      readonly do: 'special-texts'
      readonly write: 'create' | 'replace'
      readonly from: number
      readonly count: number
    }
  /** An example of the document, with the posts that it needs. */
  | { readonly do: 'example'; readonly key: string }
  /** Waits until everything else of the run is done. */
  | { readonly do: 'later' }
  /** Where a client can choose ids: a post that is newer than others and has a lower id. */
  | { readonly do: 'reuse-id' }
  /** Several concurrent clients, each one request after the other. */
  | { readonly do: 'clients'; readonly clients: readonly (readonly ClientMove[])[] }
  | { readonly do: 'together'; readonly writes: readonly Write[]; readonly looks: readonly ReadMove[] }

/** How an id differs from a post's: by a number, by one digit, or by its sign. */
export type Offset = number | 'shorter' | 'longer' | 'negated'

/** A read during concurrent writes: of the list, or of the picked post. */
export type ReadMove = 'list' | number

export type ClientMove = Write | ReadMove

/** The item at an index, from the end where negative; too large indexes wrap around. */
export function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items.length === 0 ? undefined : items.at(index % items.length)
}
