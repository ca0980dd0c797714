import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import type { Fault, FaultOperation, FaultSettings } from '../../handlers/faults/faults.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import type { Post, PostFields, PostId } from '../../handlers/model/post.ts'
import type { Reference } from '../devtools/reference.ts'
import type { WorldState } from '../devtools/world-watch.ts'

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
  /** A page with the panel alone; missing where there can be none, as the mock lives in this page. */
  readonly windowUrl?: string
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
  failNext(operation: FaultOperation, fault: Fault, times: number): Promise<unknown>
  follow(profile: ProfileOption | Profile): Promise<unknown>
  /** Puts the mock into a situation, by the id of a scenario. */
  enter(scenario: string): Promise<unknown>
  /** A request as a command for a shell. */
  asCurl(entry: JournalEntry): Promise<string>
  /** A request as a Vitest test that repeats it, and expects what came. */
  asTest(entry: JournalEntry): Promise<string>
  /** The ids of the choices that shaped the reply to a request. */
  shapedBy(entry: JournalEntry): Promise<readonly string[]>
  /** What is explained and offered; loaded when it is asked for. */
  reference(): Promise<Reference>
}
