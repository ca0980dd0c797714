import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import { parseSnapshot } from '../../handlers/store/snapshot-data.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { World } from '../../handlers/world/world.ts'

/**
 * Where the posts of a page are stored between reloads: in the tab (`tab`), in the browser, shared by all tabs of the origin
 * (`browser`), or nowhere (`false`).
 */
export type Keep = 'tab' | 'browser' | false

export interface MirrorOptions {
  readonly world: World
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The channel to the other tabs; undefined if nothing is shared. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined
  readonly key: string
  /** The unique name of this tab. */
  readonly tab: string
  /** Receives warnings for the user. */
  readonly warn: (message: string) => void
}

/**
 * Stores a snapshot of a world's posts, and sends it to other tabs. Changes are collected, and the whole snapshot is written
 * once, in a later task. If two tabs write at the same time, one snapshot wins in both.
 */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #begun: string
  readonly #stop: () => void
  #stamp: Stamp = [0, '']
  #timer: unknown
  #isTaking = false
  #hasWarned = false

  /** Loads the stored posts, if there are any. */
  constructor(options: MirrorOptions) {
    this.#options = options
    this.#begun = fingerprint(stringifyJson(options.world.store.snapshot()))
    this.load()
    this.#stop = options.world.store.listen(() => {
      if (!this.#isTaking) this.#timer ??= realTimers.setTimeout(() => this.flush(), 0)
    })
    if (options.channel) options.channel.onmessage = ({ data }) => this.#take(String(data))
  }

  /** Loads the stored posts if they are newer. */
  load(): void {
    const { storage, key } = this.#options
    const text = storage.getItem(key)
    if (text !== null) this.#take(text)
  }

  /** Writes pending changes. */
  flush(): void {
    if (this.#timer === undefined) return
    this.#cancel()
    this.#stamp = [this.#stamp[0] + 1, this.#options.tab]
    const text = this.#write()
    this.#options.channel?.postMessage(text)
  }

  /** Writes pending changes, and stops. */
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

/** A short hash of a text. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `${text.length}-${(hash >>> 0).toString(36)}`
}

/** The version of the stored format; data of other versions is dropped. */
const version = 1

/** Orders snapshots: by count, then by the name of the tab. */
type Stamp = readonly [count: number, tab: string]

/** Stored posts. */
interface KeptPosts {
  readonly stamp: Stamp
  readonly snapshot: Snapshot
}

/** Serializes for {@link readKept}. @param begun a fingerprint of the initial posts. */
function writeKept({ stamp, snapshot }: KeptPosts, begun: string): string {
  return stringifyJson({ version, begun, stamp, ...snapshot })
}

/**
 * Reads stored posts.
 *
 * @returns undefined for another version or other initial posts.
 * @throws Error for invalid data.
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
 * Stores the posts of this page in the tab or the browser.
 *
 * @param name distinguishes several services of an origin.
 * @returns a function that stops it.
 */
export function keepPosts(world: World, keep: Exclude<Keep, false>, name: string): () => void {
  const key = `posts-understudy ${name}`
  const storage = keep === 'tab' ? sessionStorage : localStorage
  const warn = (message: string) => console.warn(`[posts-understudy] ${message}`)
  const channel = keep === 'browser' ? new BroadcastChannel(key) : undefined
  const mirror = new Mirror({ world, storage, channel, key, tab: crypto.randomUUID(), warn })
  const hidden = () => mirror.flush()
  // A page from the back/forward cache has missed the changes of other tabs.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && keep === 'browser' && mirror.load()
  addEventListener('pagehide', hidden)
  addEventListener('pageshow', shown)
  return () => {
    removeEventListener('pagehide', hidden)
    removeEventListener('pageshow', shown)
    mirror.close()
  }
}
