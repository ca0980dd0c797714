import { HTTPException } from 'hono/http-exception'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { World } from '../../handlers/world/world.ts'

/** How long a world is kept without use, in milliseconds: it is dropped at the next call. */
const idleTime = 600_000

export const mostWorlds = 10_000

interface Kept {
  readonly name: string
  readonly world: World
  readonly usedAt: number
}

/** The base world, and the worlds that clients forked from it by name. */
export class Worlds {
  readonly base: World
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>()

  constructor(base: World) {
    this.base = base
  }

  /**
   * The world with this name; if it does not exist, a new fork of the base world.
   * @throws UnderstudyError `OPTION_INVALID` for an invalid name.
   * @throws HTTPException where there are too many worlds.
   */
  get(name: string): World {
    const world = this.#find(name) ?? this.base.fork()
    this.#kept.delete(name)
    if (this.#kept.size >= mostWorlds)
      throw new HTTPException(507, {
        message: `There are ${mostWorlds} worlds already. DELETE one, or try again later.`,
      })
    this.#kept.set(name, { name, world, usedAt: this.base.options.now() })
    return world
  }

  /**
   * The world of a request: the base without a name.
   * @param isLooking then a world that does not exist is not made, but a temporary fork of the base world is used.
   * @throws as {@link Worlds.get} does.
   */
  forRequest(name: string | undefined, isLooking: boolean): World {
    if (name === undefined) return this.base
    return isLooking && !this.#find(name) ? this.base.fork() : this.get(name)
  }

  /** All worlds but the base, least recently used first. */
  list(): readonly Kept[] {
    this.#dropStale()
    return [...this.#kept.values()]
  }

  /** Drops a world and ends its hanging requests; returns whether it existed. */
  drop(name: string): boolean {
    const world = this.#kept.get(name)?.world
    if (!world) return false
    world.faults.clear()
    world.journal.clear()
    return this.#kept.delete(name)
  }

  /** Drops all worlds, and ends all hanging requests and all waiting, in the base world too. */
  close(): void {
    for (const name of this.#kept.keys()) this.drop(name)
    this.base.faults.clear()
  }

  #find(name: string): World | undefined {
    if (!/^[\x20-\x7e]{1,100}$/.test(name))
      throw new UnderstudyError(
        'OPTION_INVALID',
        `Invalid world name ${JSON.stringify(name.slice(0, 120))}: use 1 to 100 printable ASCII characters.`,
      )
    this.#dropStale()
    return this.#kept.get(name)?.world
  }

  #dropStale(): void {
    const now = this.base.options.now()
    for (const { name, usedAt } of this.#kept.values()) {
      if (now - usedAt < idleTime) break
      this.drop(name)
    }
  }
}
