/** An existing post of the sequence: 0 is the oldest, -1 the latest; too large numbers wrap around. */
type Index = number

/** Critical ids: zero, negative, beyond 32 bits, beyond double precision, both ends of int64. */
export const farIds = [0n, -1n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]

/** What a move is about: an existing post, a deleted one, or an unused id: near that of a post, or one of {@link farIds}. */
export type Target =
  | Index
  | { readonly deleted: Index }
  | { readonly near: Index; readonly offset: number }
  | { readonly far: Index }

/** Texts of a post of the sequence. `version` picks one of its versions as an index does. */
export interface Likeness {
  readonly like: Index | { readonly deleted: Index }
  readonly version: number
  /** Changes the case of the title. Default false. */
  readonly near?: boolean
  /** Another content: the number of a text. */
  readonly content?: number
}

/** What a write sends: a new title and the text of a number, or the texts of a post. */
export type Texts = number | Likeness

export type Write =
  /** A create, perhaps with an id in its body. */
  | { readonly do: 'create'; readonly texts: Texts; readonly id?: Target }
  | { readonly do: 'replace'; readonly post: Target; readonly texts: Texts }
  | { readonly do: 'delete'; readonly post: Target }

/** One request of a client. */
export type Move = Write | { readonly do: 'list' } | { readonly do: 'read'; readonly post: Target }

/** What a sequence checks after a write. */
export type Look = 'nowhere' | 'list' | 'read' | 'both'

/** A step of a sequence. */
export type Step =
  | (Write & { readonly look: Look })
  /** @property tells the key of the observation that it is, if any. */
  | { readonly do: 'list'; readonly times: number; readonly tells?: string }
  | { readonly do: 'read'; readonly post: Target; readonly times: number }
  /** Requests at the same time, each by another client. */
  | { readonly do: 'at once'; readonly moves: readonly Move[] }
  /**
   * Creates, or replaces of the latest posts. The first texts are those that services are known to change; later ones
   * are long.
   */
  | {
      readonly do: 'many'
      readonly write: 'create' | 'replace'
      readonly from: number
      readonly count: number
    }
  /** An example of the document, with the posts that it needs. */
  | { readonly do: 'example'; readonly key: string }

/** Steps that share their posts. */
export interface Scenario {
  /** What it is, such as `sequence/3`. */
  readonly key: string
  readonly steps: readonly Step[]
  /** Whether each step means something on its own, so that those after a failed one are run too. */
  readonly hasOwnSteps?: boolean
}

/** The item at an index, from the end where negative; too large indexes wrap around. */
export function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items.length === 0 ? undefined : items.at(index % items.length)
}
