import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { parseSnapshot } from '../../handlers/store/snapshot-data.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { World } from '../../handlers/world/world.ts'

/** Counts up when what is written here changes; what another version wrote is dropped. */
const version = 1

/** Which of two snapshots is the later one: the higher count, and among equals the tab whose name is the higher. */
export type Stamp = readonly [count: number, tab: string]

/** The posts as they are kept, and where they come from. */
export interface KeptPosts {
  readonly stamp: Stamp
  readonly snapshot: Snapshot
}

/** Writes what {@link readKept} reads. @param begun what the posts began with: other first posts, other kept ones. */
export function writeKept({ stamp, snapshot }: KeptPosts, begun: string): string {
  return stringifyJson({ version, begun, stamp, ...snapshot })
}

/**
 * Reads kept posts.
 * @returns undefined for those of another version, and for those that began with other posts.
 * @throws Error for what cannot be read.
 */
export function readKept(text: string, begun: string, world: World): KeptPosts | undefined {
  const kept = parseJson(text) as { [key: string]: JsonValue }
  if (kept.version !== version || kept.begun !== begun) return undefined
  const [count, tab] = kept.stamp as [unknown, unknown]
  const snapshot = parseSnapshot({ posts: kept.posts, ids: kept.ids }, world)
  return { stamp: [Number(count), String(tab)], snapshot }
}

export function isLater([count, tab]: Stamp, [otherCount, otherTab]: Stamp): boolean {
  return count === otherCount ? tab > otherTab : count > otherCount
}
