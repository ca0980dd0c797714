import type { Profile } from '../../handlers/choices/profile.ts'
import type { FaultSettings } from '../../handlers/faults/faults.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { realTimers } from '../../handlers/model/timers.ts'
import type { Seeder } from '../../handlers/seed/seeder.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { HeldRequest, World } from '../../handlers/world/world.ts'
import { scenarioOf } from './network-scenarios.ts'

/** The state of a world for the panel, without posts and requests. Plain data. */
export interface WorldState {
  /** The number of posts. */
  readonly posts: number
  /** Changes with every change of the posts. */
  readonly version: number
  /** How many changes of the posts can be undone. */
  readonly undo: number
  /** The number of requests in the journal. */
  readonly requests: number
  /** The number of the latest request; 0 before the first. */
  readonly latest: number
  /** The first 100 requests that wait for a reply, oldest first. */
  readonly held: readonly HeldRequest[]
  readonly faults: FaultSettings
  readonly profile: Profile
  /** The network scenario with the current fault settings; undefined for custom settings. */
  readonly scenario: string | undefined
}

/** Receives the events of a world. */
export interface WorldFollower {
  /** Receives the state: immediately, and after every change. */
  state(state: WorldState): void
  /** Receives an answered request. */
  request(entry: JournalEntry): void
}

/** The limits of the undo history: the number of steps, and the number of posts in all of them. */
const most = { steps: 50, posts: 1_000_000 }

const mostHeld = 100

/** The delay in which changes are combined before listeners are called, in milliseconds. */
const notifyDelay = 40

const watches = new WeakMap<World, WorldWatch>()

/** The watch of a world; created on first use, because it records every change. */
export function watchOf(world: World): WorldWatch {
  const known = watches.get(world) ?? new WorldWatch(world)
  watches.set(world, known)
  return known
}

/** Reports changes of a world, and can undo changes of its posts. */
class WorldWatch {
  readonly #world: World
  readonly #listeners = new Set<() => void>()
  #steps: Snapshot[] = []
  #latest: Snapshot
  #version = 0
  /** The number of running changes that are not steps themselves. */
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
      faults: faults.settings,
      profile,
      scenario: scenarioOf(faults.settings),
    }
  }

  /**
   * Tells the state, now and after changes (those within 40 ms are combined), and every request.
   * @returns a function that stops it.
   */
  follow(follower: WorldFollower): () => void {
    const tell = () => follower.state(this.state)
    tell()
    this.#listeners.add(tell)
    const stop = this.#world.journal.listen((entry) => follower.request(entry))
    return () => {
      this.#listeners.delete(tell)
      stop()
    }
  }

  /** Undoes the last change of the posts; false if there is none. */
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

  /** Adds seeded posts, as one step to undo; overlapping calls are one step together. */
  async addPosts(count: number, seeder: Seeder): Promise<void> {
    const { store, seed } = this.#world
    this.#tasks++
    try {
      for (let left = count; left > 0; left--) await store.create((id) => seeder(seed, id))
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
    }, notifyDelay)
  }
}
