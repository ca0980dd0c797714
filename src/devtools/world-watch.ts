import type { Profile } from '../../handlers/choices/profile.ts'
import type { FaultSettings } from '../../handlers/faults/faults.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { HeldRequest, World } from '../../handlers/world/world.ts'
import { scenarioOf } from './network-scenarios.ts'

/** What a panel shows of a world besides posts and requests themselves. Plain data. */
export interface WorldState {
  /** How many posts there are. */
  readonly posts: number
  /** Another number whenever the posts are others. */
  readonly version: number
  /** How many changes of the posts can be taken back. */
  readonly undo: number
  /** How many requests the journal holds. */
  readonly requests: number
  /** The number of the latest request that ever came; 0 before the first. */
  readonly latest: number
  /** The requests that wait for their reply, oldest first; the first 100 of them. */
  readonly held: readonly HeldRequest[]
  /** How many requests the provider of `serve --compare` answered otherwise. */
  readonly different: number
  readonly faults: FaultSettings
  readonly profile: Profile
  /** The network scenario that the fault settings are; undefined where they are somebody's own. */
  readonly scenario: string | undefined
}

/** How many changes can be taken back, and how many posts all of them may hold together. */
const most = { steps: 50, posts: 1_000_000 }

const mostHeld = 100

/** How long changes gather before a listener hears of them, in milliseconds. */
const gathering = 40

const watches = new WeakMap<World, WorldWatch>()

/** The one watch of a world: made when somebody first looks, as remembering every change has a price. */
export function watchOf(world: World): WorldWatch {
  const known = watches.get(world) ?? new WorldWatch(world)
  watches.set(world, known)
  return known
}

/** Looks at a world from outside: tells when it changed, and takes back changes of its posts, whoever made them. */
export class WorldWatch {
  readonly #world: World
  readonly #listeners = new Set<() => void>()
  #steps: Snapshot[] = []
  #latest: Snapshot
  #version = 0
  /** How many tasks are under way whose changes are not recorded one by one. */
  #tasks = 0
  #isGathering = false

  constructor(world: World) {
    this.#world = world
    this.#latest = world.store.snapshot()
    world.store.listen(() => this.#postsChanged())
    world.faults.listen(() => this.#changed())
    world.listen(() => this.#changed())
  }

  get state(): WorldState {
    const { store, journal, faults, profile, held } = this.#world
    return {
      posts: store.count,
      version: this.#version,
      undo: this.#steps.length,
      requests: journal.count,
      latest: journal.latest,
      held: [...held].slice(0, mostHeld),
      different: this.#world.different,
      faults: faults.settings,
      profile,
      scenario: scenarioOf(faults.settings),
    }
  }

  /**
   * Calls back after the state has changed, once for all changes of a moment.
   * @returns a function that ends it.
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes back the last change of the posts; false where there is none. */
  undo(): boolean {
    const before = this.#steps.pop()
    if (!before) return false
    this.#tasks++
    this.#world.store.restore(before)
    this.#tasks--
    this.#latest = this.#world.store.snapshot()
    this.#version++
    this.#changed()
    return true
  }

  /** Makes all changes of the posts during a task one, which is taken back at once; tasks that overlap are one together. */
  async asOneStep(task: () => Promise<void>): Promise<void> {
    this.#tasks++
    try {
      await task()
    } finally {
      this.#tasks--
      this.#postsChanged()
    }
  }

  #postsChanged(): void {
    if (this.#tasks > 0) return
    const latest = this.#world.store.snapshot()
    if (latest === this.#latest) return
    this.#steps.push(this.#latest)
    this.#latest = latest
    this.#version++
    this.#forgetOldest()
    this.#changed()
  }

  #forgetOldest(): void {
    let posts = 0
    let kept = 0
    for (const step of this.#steps.toReversed()) {
      posts += step.posts.length
      if (kept === most.steps || (kept > 0 && posts > most.posts)) break
      kept++
    }
    this.#steps = this.#steps.slice(-kept)
  }

  #changed(): void {
    if (this.#isGathering || this.#listeners.size === 0) return
    this.#isGathering = true
    realTimers.setTimeout(() => {
      this.#isGathering = false
      for (const listener of this.#listeners) listener()
    }, gathering)
  }
}
