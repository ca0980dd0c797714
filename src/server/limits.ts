import { getHeapStatistics } from 'node:v8'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { World } from '../../handlers/world/world.ts'

/** What a server holds at most, over all its callers. */
export interface ServerLimits {
  /** How many worlds there are besides the base. */
  readonly worlds: number
  /** How many event streams are open at once. */
  readonly streams: number
  /** How many bytes the posts of all worlds take. */
  readonly memory: number
  /** How many bytes wait for slow clients, or of bodies that are not complete. */
  readonly transfer: number
}

export const mebibyte = 1024 * 1024

/** Enough for any suite of tests, and for a million posts under Node's usual heap. */
export const usualLimits: ServerLimits = {
  worlds: 10_000,
  streams: 100,
  memory: Math.floor(getHeapStatistics().heap_size_limit / 2),
  transfer: 512 * mebibyte,
}

/** A request that would exceed a limit: it is refused, and nothing changes. */
export class OverLimit extends Error {
  /** 429 where it passes by itself, 507 where somebody has to make room. */
  readonly status: 429 | 507

  constructor(status: 429 | 507, fact: string, limit: string, option: string) {
    super(`${fact}; the limit is ${limit}. Try again later, or start the server with a larger ${option}.`)
    this.status = status
  }
}

/** Bytes that wait to be read or to be complete, of all connections together. */
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

  /** The refusal of what would add to it. */
  overflow(): OverLimit {
    const limit = `${Math.round(this.#limit / mebibyte)} MiB`
    return new OverLimit(429, 'Too many bytes wait for other clients', limit, '--transfer-limit')
  }
}

/** What a post takes besides its text: its place in the collection, in the index and in the changes to take back. */
const ofPost = 500
/** What a seeded post takes in all. */
export const ofSeededPost = 1100
/** How long an exact count holds, in milliseconds. */
const countHolds = 1000

/**
 * Knows about how many bytes the posts of all worlds take. Every write adds what it brings; once that would exceed the limit
 * the posts are counted, as others have been replaced and deleted since.
 */
export class WorldMemory {
  readonly #limit: number
  readonly #base: World
  readonly #others: () => Iterable<World>
  /** The worlds that have a collection of their own, as they have been written to. */
  #written = new WeakSet<World>()
  #used: number
  #countedAt = Number.NEGATIVE_INFINITY
  /** How many worlds there were then: one that is dropped makes room at once. */
  #countedWorlds = 0

  constructor(limit: number, base: World, others: () => Iterable<World>) {
    this.#limit = limit
    this.#base = base
    this.#others = others
    this.#used = base.store.count * ofSeededPost
  }

  /**
   * Makes room for what a write brings.
   * @throws OverLimit
   */
  reserve(world: World, bytes: number): void {
    const own = this.#written.has(world) || world === this.#base ? 0 : world.store.count * ofPost
    const cost = bytes + ofPost + own
    if (this.#used + cost > this.#limit) this.#count()
    if (this.#used + cost > this.#limit) {
      const limit = `${Math.round(this.#limit / mebibyte)} MiB`
      throw new OverLimit(507, 'The posts of all worlds take too much memory', limit, '--memory-limit')
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

/** Texts that a world shares with the base take no memory of their own. */
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
