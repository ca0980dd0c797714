import { getHeapStatistics } from 'node:v8'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { World } from '../../handlers/world/world.ts'

/** The limits of a server, over all clients. */
export interface ServerLimits {
  /** The most worlds besides the base. */
  readonly worlds: number
  /** Unused worlds are dropped after so many milliseconds. */
  readonly worldTtl: number
  /** The most open event streams. */
  readonly streams: number
  /** The most bytes of the posts of all worlds. */
  readonly memory: number
  /** The most bytes that wait for slow clients, or belong to incomplete bodies. */
  readonly transfer: number
}

export const mebibyte = 1024 * 1024

export const usualLimits: ServerLimits = {
  worlds: 10_000,
  worldTtl: 600_000,
  streams: 100,
  // Enough for a million posts with Node's default heap.
  memory: Math.floor(getHeapStatistics().heap_size_limit / 3),
  transfer: 128 * mebibyte,
}

/** A request would exceed a limit. */
export class OverLimit extends Error {
  /** 429 where waiting helps, 507 otherwise. */
  readonly status: 429 | 507

  constructor(status: 429 | 507, fact: string, limit: string) {
    super(`${fact}; the limit is ${limit}. Try again later.`)
    this.status = status
  }
}

/** Counts the bytes of all connections that wait for slow clients. */
export class Transfer {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.#used >= this.#limit
  }

  add(bytes: number): void {
    this.#used += bytes
  }

  overflow(): OverLimit {
    const limit = `${Math.round(this.#limit / mebibyte)} MiB`
    return new OverLimit(429, 'Too many bytes wait for other clients', limit)
  }
}

/** The memory of a post without its text, in bytes. */
const ofPost = 500
/** The memory of a seeded post, in bytes. */
export const ofSeededPost = 1100
/** How long a count is valid, in milliseconds. */
const countHolds = 1000

/**
 * Estimates the memory of the posts of all worlds. Every write adds to it; where that would exceed the limit, the
 * posts are counted.
 */
export class WorldMemory {
  readonly #limit: number
  readonly #base: World
  readonly #others: () => Iterable<World>
  /** The worlds that were written to, and have their own collection. */
  #written = new WeakSet<World>()
  #used: number
  #countedAt = Number.NEGATIVE_INFINITY
  /** The number of worlds then: a dropped world frees memory at once. */
  #countedWorlds = 0

  constructor(limit: number, base: World, others: () => Iterable<World>) {
    this.#limit = limit
    this.#base = base
    this.#others = others
    this.#used = base.store.count * ofSeededPost
  }

  /**
   * Reserves memory for a write.
   * @throws OverLimit
   */
  reserve(world: World, bytes: number): void {
    const own = this.#written.has(world) || world === this.#base ? 0 : world.store.count * ofPost
    const cost = bytes + ofPost + own
    if (this.#used + cost > this.#limit) this.#count()
    if (this.#used + cost > this.#limit) {
      const limit = `${Math.round(this.#limit / mebibyte)} MiB`
      throw new OverLimit(507, 'The posts of all worlds take too much memory', limit)
    }
    this.#used += cost
    this.#written.add(world)
  }

  #count(): void {
    const now = this.#base.options.now()
    const worlds = [...this.#others()]
    if (now - this.#countedAt < countHolds && worlds.length >= this.#countedWorlds) return
    this.#countedAt = now
    this.#countedWorlds = worlds.length
    this.#used = sizeOf(this.#base)
    for (const world of worlds) if (this.#written.has(world)) this.#used += sizeOf(world, this.#base)
  }
}

/** The memory of a world's posts, without texts that it shares with the base. */
function sizeOf({ store }: World, base?: World): number {
  let size = 0
  for (const post of store.list()) {
    const shared = base?.store.read(post.id)
    size += ofPost
    for (const name in post) {
      const value = post[name as 'title']
      if (typeof value === 'string') size += value === shared?.[name as 'title'] ? 0 : value.length
      else if (typeof value === 'object') size += stringifyJson(value).length
    }
  }
  return size
}
