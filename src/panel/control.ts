import type { Clause } from '../../contracts/clauses.ts'
import type { Fault, FaultScope, FaultSettings } from '../../handlers/faults.ts'
import type { JournalEntry } from '../../handlers/journal.ts'
import type { Post, PostFields, PostId } from '../post.ts'
import type { Profile, ProfileOption } from '../profile.ts'
import type { WorldState } from '../world-watch.ts'

/** A choice as the panel explains it. */
export interface ExplainedChoice {
  readonly id: string
  readonly about: string
  /** Where the document leaves it open. */
  readonly silence: string
  /** Known answers, the default first. */
  readonly answers: readonly unknown[]
  /** What a profile may say, in words. */
  readonly allowed: string
}

/** What the panel explains: the same for every world. */
export interface Reference {
  readonly choices: readonly ExplainedChoice[]
  readonly clauses: readonly (Clause & { readonly id: string })[]
  /** The presets by name, each with its answer to every choice. */
  readonly presets: Readonly<Record<string, Profile>>
}

/** Who watches a world. */
export interface PanelWatcher {
  /** The state: at once, after every change, and after a connection came back. */
  state(state: WorldState): void
  /** A request that was answered. */
  request(entry: JournalEntry): void
  /** Nothing is heard any more, and why, in a sentence; it is tried again, and `state` tells when it worked. */
  lost(reason: string): void
}

/**
 * All that the panel does to a mock, wherever that is: `remoteControl` drives one behind a server's control API,
 * `localControl` one in the page. What fails rejects with an Error whose message is a sentence for people.
 */
export interface PanelControl {
  /** Where the mock is, in a word or two: a host, or "this page". */
  readonly place: string
  /** The base address of the posts, absolute. */
  readonly postsUrl: string
  /**
   * Watches the world.
   * @returns a function that ends it.
   */
  watch(watcher: PanelWatcher): () => void
  /** The posts, in the order of the list. */
  posts(): Promise<readonly Post[]>
  create(fields: PostFields): Promise<unknown>
  replace(id: PostId, fields: PostFields): Promise<unknown>
  delete(id: PostId): Promise<unknown>
  /** Adds readable posts. */
  more(count: number): Promise<unknown>
  /** Takes back the last change of the posts. */
  undo(): Promise<unknown>
  /** Goes back to the beginning: posts, profile, faults, journal. */
  reset(): Promise<unknown>
  /** The posts as JSON, ids exact: a data file of `serve`, too. */
  exportPosts(): Promise<string>
  /** Makes the posts those of a JSON text. */
  importPosts(text: string): Promise<unknown>
  /** The requests so far, oldest first. */
  requests(): Promise<readonly JournalEntry[]>
  forgetRequests(): Promise<unknown>
  setFaults(settings: Partial<FaultSettings>): Promise<unknown>
  failNext(scope: FaultScope, fault: Fault, times: number): Promise<unknown>
  follow(profile: ProfileOption | Profile): Promise<unknown>
  /** Loaded when it is asked for. */
  reference(): Promise<Reference>
}
