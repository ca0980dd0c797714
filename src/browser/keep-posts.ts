import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import { parseSnapshot } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'

/**
 * Where the posts of a page are stored between reloads: in the tab (`tab`), in the browser (`browser`), or nowhere (`false`).
 * Of several tabs, the last one to write wins.
 */
export type Keep = 'tab' | 'browser' | false

export interface KeepOptions {
  readonly world: World
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly key: string
  /** The options of the initial posts, as JSON: what was stored for others is ignored. */
  readonly begun: string
}

/**
 * Restores the posts that a storage has, and writes a snapshot to it after changes, once in a later task.
 *
 * @returns a function that writes pending changes, and stops.
 */
export function keepPosts({ world, storage, key, begun }: KeepOptions): () => void {
  const { store } = world
  const warn = (message: string) => console.warn(`[posts-understudy] ${message}`)
  try {
    const { begun: other, ...kept } = parseJson(storage.getItem(key) ?? '{}') as Record<string, JsonValue>
    if (other === begun) store.restore(parseSnapshot(kept, world))
  } catch (error) {
    storage.removeItem(key)
    warn(`Dropped the posts that were kept as "${key}": ${(error as Error).message}`)
  }
  let timer: unknown
  const write = () => {
    if (timer === undefined) return
    realTimers.clearTimeout(timer as never)
    timer = undefined
    try {
      storage.setItem(key, stringifyJson({ begun, ...store.snapshot() }))
    } catch (error) {
      stop()
      const { message } = error as Error
      warn(`Failed to keep the posts as "${key}": ${message} They are lost with the next reload.`)
    }
  }
  const stop = store.listen(() => {
    timer ??= realTimers.setTimeout(write, 0)
  })
  globalThis.addEventListener?.('pagehide', write)
  return () => {
    globalThis.removeEventListener?.('pagehide', write)
    write()
    stop()
  }
}
