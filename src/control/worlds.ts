import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'
import { limits } from './limits.ts'
import { Refusal } from './refuse.ts'

interface Kept {
  readonly world: World
  usedAt: number
}

/** The base world, and the worlds that clients forked from it by name. */
export class Worlds {
  readonly base: World
  readonly #ttl: number
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>()
  #sweep: unknown

  /** @param ttl the milliseconds after which an unused world is dropped. */
  constructor(base: World, ttl: number) {
    this.base = base
    this.#ttl = ttl
  }

  /**
   * The world with this name; if it does not exist, a new fork of the base world.
   * @throws UnderstudyError `OPTION_INVALID` for an invalid name.
   * @throws Refusal where there are too many worlds.
   */
  get(name: string): World {
    const known = this.#find(name)
    if (known) return known
    checkWorldName(name)
    const limit = limits.worlds
    if (this.#kept.size >= limit) this.#dropStale()
    if (this.#kept.size >= limit)
      throw new Refusal(507, `There are ${limit} worlds already. DELETE one, or try again later.`)
    const world = this.base.fork()
    this.#kept.set(name, { world, usedAt: this.base.options.now() })
    this.#planSweep()
    return world
  }

  /**
   * The world of a request: the base without a name.
   * @param isReading then a world that does not exist is not made, but a temporary fork of the base world is used.
   * @throws UnderstudyError `OPTION_INVALID` for an invalid name.
   * @throws Refusal where there are too many worlds.
   */
  forRequest(name: string | undefined, isReading: boolean): World {
    if (name === undefined) return this.base
    if (!isReading) return this.get(name)
    const known = this.#find(name)
    if (known) return known
    checkWorldName(name)
    return this.base.fork()
  }

  #find(name: string): World | undefined {
    const now = this.base.options.now()
    const known = this.#kept.get(name)
    if (!known) return undefined
    if (this.#isStale(known, now)) {
      this.drop(name)
      return undefined
    }
    known.usedAt = now
    this.#kept.delete(name)
    this.#kept.set(name, known)
    return known.world
  }

  /** All worlds but the base. */
  *all(): Generator<World> {
    for (const { world } of this.#kept.values()) yield world
  }

  /** All worlds but the base, with their names, least recently used first. */
  list(): { name: string; world: World; usedAt: number }[] {
    this.#dropStale()
    return Array.from(this.#kept, ([name, { world, usedAt }]) => ({ name, world, usedAt }))
  }

  /** Drops a world and ends its hanging requests; returns whether it existed. */
  drop(name: string): boolean {
    const world = this.#kept.get(name)?.world
    if (!world) return false
    world.faults.clear()
    world.journal.clear()
    return this.#kept.delete(name)
  }

  /** Drops all worlds and ends all hanging requests, in the base world too. */
  close(): void {
    for (const name of this.#kept.keys()) this.drop(name)
    this.base.faults.clear()
    if (this.#sweep === undefined) return
    this.base.options.timers.clearTimeout(this.#sweep as never)
    this.#sweep = undefined
  }

  #isStale({ usedAt }: Kept, now: number): boolean {
    return now - usedAt >= this.#ttl
  }

  #dropStale(): void {
    const now = this.base.options.now()
    for (const [name, kept] of this.#kept) {
      if (!this.#isStale(kept, now)) break
      this.drop(name)
    }
  }

  /** One timer for all worlds, which does not keep the process alive. */
  #planSweep(): void {
    if (this.#sweep !== undefined || this.#kept.size === 0) return
    const timer = this.base.options.timers.setTimeout(() => {
      this.#sweep = undefined
      this.#dropStale()
      this.#planSweep()
    }, this.#ttl)
    this.#sweep = timer
    if (timer instanceof Object && 'unref' in timer) (timer as NodeJS.Timeout).unref()
  }
}

/** The request header that names a world, in lower case. */
export const worldHeader = 'x-understudy-world'

/** @throws UnderstudyError `OPTION_INVALID` */
function checkWorldName(name: unknown): void {
  if (typeof name === 'string' && /^[\x20-\x7e]{1,100}$/.test(name)) return
  const shown = typeof name === 'string' ? name.slice(0, 120) : name
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Invalid world name ${JSON.stringify(shown)}: use 1 to 100 printable ASCII characters.`,
  )
}
