import { fingerprint } from '../../handlers/model/fingerprint.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import { parseSnapshot } from '../../handlers/store/snapshot-data.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { World } from '../../handlers/world/world.ts'

/**
 * What keeps the posts of a page beyond a reload: its tab (`tab`), or the browser, for all tabs of the origin, which
 * then share them (`browser`), or nothing (`false`).
 */
export type Keep = 'tab' | 'browser' | false

export interface MirrorOptions {
  readonly world: World
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** What the other tabs hear and speak on; undefined where nothing is shared. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined
  readonly key: string
  /** The name of this tab, and of no other. */
  readonly tab: string
  /** Told what a person should know. */
  readonly warn: (message: string) => void
}

/**
 * Keeps a snapshot of a world's posts in a storage, and shows it to other tabs. After a change, in a task of its own, the
 * whole snapshot is written, so changes that come together are written once. Of two tabs that write at the same moment one
 * wins, in both of them.
 */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #begun: string
  readonly #stop: () => void
  #stamp: Stamp = [0, '']
  #timer: unknown
  #isTaking = false
  #hasWarned = false

  /** Takes over what is kept; where nothing is, the world stays as it is, and is kept from its first change on. */
  constructor(options: MirrorOptions) {
    this.#options = options
    this.#begun = fingerprint(stringifyJson(options.world.store.snapshot()))
    this.load()
    this.#stop = options.world.store.listen(() => {
      if (!this.#isTaking) this.#timer ??= realTimers.setTimeout(() => this.flush(), 0)
    })
    if (options.channel) options.channel.onmessage = ({ data }) => this.#take(String(data))
  }

  /** Takes over what is kept now, if it is later than what is here. */
  load(): void {
    const { storage, key } = this.#options
    const text = storage.getItem(key)
    if (text !== null) this.#take(text)
  }

  /** Writes what is not written yet. */
  flush(): void {
    if (this.#timer === undefined) return
    this.#cancel()
    this.#stamp = [this.#stamp[0] + 1, this.#options.tab]
    const text = this.#write()
    this.#options.channel?.postMessage(text)
  }

  /** Writes what is not written yet, and keeps no more. */
  close(): void {
    this.flush()
    this.#stop()
    this.#options.channel?.close()
  }

  #take(text: string): void {
    const { world, storage, key, warn } = this.#options
    try {
      const kept = readKept(text, this.#begun, world)
      if (!kept) return
      if (isLater(this.#stamp, kept.stamp)) return void this.#write()
      this.#cancel()
      this.#stamp = kept.stamp
      this.#isTaking = true
      world.store.restore(kept.snapshot)
    } catch (error) {
      storage.removeItem(key)
      warn(`Dropped the posts that were kept as "${key}": ${(error as Error).message}`)
    } finally {
      this.#isTaking = false
    }
  }

  #write(): string {
    const { world, storage, key, warn } = this.#options
    const text = writeKept({ stamp: this.#stamp, snapshot: world.store.snapshot() }, this.#begun)
    try {
      storage.setItem(key, text)
    } catch (error) {
      if (!this.#hasWarned)
        warn(
          `Failed to keep the posts as "${key}": ${(error as Error).message} They are lost with the next reload.`,
        )
      this.#hasWarned = true
    }
    return text
  }

  #cancel(): void {
    if (this.#timer !== undefined) realTimers.clearTimeout(this.#timer as never)
    this.#timer = undefined
  }
}

/** Counts up when what is written here changes; what another version wrote is dropped. */
const version = 1

/** Which of two snapshots is the later one: the higher count, and among equals the tab whose name is the higher. */
type Stamp = readonly [count: number, tab: string]

/** The posts as they are kept, and where they come from. */
interface KeptPosts {
  readonly stamp: Stamp
  readonly snapshot: Snapshot
}

/** Writes what {@link readKept} reads. @param begun what the posts began with: other first posts, other kept ones. */
function writeKept({ stamp, snapshot }: KeptPosts, begun: string): string {
  return stringifyJson({ version, begun, stamp, ...snapshot })
}

/**
 * Reads kept posts.
 * @returns undefined for those of another version, and for those that began with other posts.
 * @throws Error for what cannot be read.
 */
function readKept(text: string, begun: string, world: World): KeptPosts | undefined {
  const kept = parseJson(text) as { [key: string]: JsonValue }
  if (kept.version !== version || kept.begun !== begun) return undefined
  const [count, tab] = kept.stamp as [unknown, unknown]
  const snapshot = parseSnapshot({ posts: kept.posts, ids: kept.ids }, world)
  return { stamp: [Number(count), String(tab)], snapshot }
}

function isLater([count, tab]: Stamp, [otherCount, otherTab]: Stamp): boolean {
  return count === otherCount ? tab > otherTab : count > otherCount
}

/**
 * Keeps the posts of this page as its tab or its browser do.
 *
 * @param name tells the posts of one service from those of another.
 * @returns what ends it.
 */
export function keepPosts(world: World, keep: Exclude<Keep, false>, name: string): () => void {
  const key = `posts-understudy ${name}`
  const storage = keep === 'tab' ? sessionStorage : localStorage
  const warn = (message: string) => console.warn(`[posts-understudy] ${message}`)
  const channel = keep === 'browser' ? new BroadcastChannel(key) : undefined
  const mirror = new Mirror({ world, storage, channel, key, tab: crypto.randomUUID(), warn })
  const hidden = () => mirror.flush()
  // A page that comes back as it was has heard nothing of the others meanwhile.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && keep === 'browser' && mirror.load()
  addEventListener('pagehide', hidden)
  addEventListener('pageshow', shown)
  return () => {
    removeEventListener('pagehide', hidden)
    removeEventListener('pageshow', shown)
    mirror.close()
  }
}
