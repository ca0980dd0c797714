import type { World } from '../../handlers/world/world.ts'
import { scenarioOf } from './scenarios.ts'

/** How long to wait for a change, in milliseconds. */
const pollTimeout = 10_000

const watches = new WeakMap<World, WorldWatch>()

/** The watch of a world; created on first use, because it counts every change. */
export function watchOf(world: World): WorldWatch {
  const known = watches.get(world) ?? new WorldWatch(world)
  watches.set(world, known)
  return known
}

export type WorldState = Readonly<WorldWatch['state']>

/** Counts the changes of a world, and waits for the next. */
class WorldWatch {
  readonly #world: World
  readonly #waiting = new Set<() => void>()
  #revision = 0
  #version = 0
  #byRequests = 0

  constructor(world: World) {
    this.#world = world
    world.store.changed.add(() => {
      this.#version++
      if (world.performing > 0) this.#byRequests++
      this.changed()
    })
    for (const listeners of [world.journal.answered, world.changed]) listeners.add(() => this.changed())
  }

  /** The state of the world for the panel, without posts and requests. Plain data. */
  get state() {
    const { store, journal, faults, profile, options } = this.#world
    return {
      /** Changes with every change of the world. */
      revision: this.#revision,
      /** Changes with every change of the posts. */
      version: this.#version,
      /** How many of these changes requests have made, and not the control API, the data file or a test. */
      byRequests: this.#byRequests,
      posts: store.count,
      /** How many the journal has. */
      requests: journal.count,
      /** The number of the latest request; 0 before the first. */
      latest: journal.latest,
      faults: faults.settings,
      profile,
      /** The profile after a reset. */
      initialProfile: options.profile,
      /** The network scenario with the current fault settings; undefined for custom settings. */
      scenario: scenarioOf(faults.settings),
    }
  }

  /** Waits until the world has another revision than this one, at most 10 seconds. */
  async changeAfter(revision: number): Promise<void> {
    if (revision !== this.#revision) return
    await new Promise<void>((done) => {
      this.#waiting.add(done)
      // This timer keeps no process alive.
      AbortSignal.timeout(pollTimeout).addEventListener('abort', () => done())
    })
  }

  /** Counts a change, and ends all waiting. */
  changed(): void {
    this.#revision++
    for (const done of this.#waiting) done()
    this.#waiting.clear()
  }
}
