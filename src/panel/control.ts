import type { Profile, ProfileOption } from '../../handlers/choices/profile.ts'
import type { Fault, FaultOperation, FaultSettings } from '../../handlers/faults/faults.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import type { Post, PostFields, PostId } from '../../handlers/model/post.ts'
import type { Reference } from '../devtools/reference.ts'
import type { WorldFollower } from '../devtools/world-watch.ts'

/** Receives the events of a world, and the state also after a reconnection. */
export interface PanelWatcher extends WorldFollower {
  /**
   * The connection is lost; `reason` is a sentence. The connection is tried again; `state` is called after it
   * succeeds.
   */
  lost(reason: string): void
}

/**
 * The operations of the panel on a mock: `remoteControl` controls one by a server's control API, `localControl` one
 * in the page. A failure rejects with an Error whose message is shown to the user.
 */
export interface PanelControl {
  /** Where the mock is: a host, or "this page". */
  readonly place: string
  /** The base address of the posts, absolute. */
  readonly postsUrl: string
  /** The address of a page with only the panel; undefined if the mock is in this page. */
  readonly windowUrl?: string
  /**
   * Subscribes to the events of the world.
   *
   * @returns a function that unsubscribes.
   */
  watch(watcher: PanelWatcher): () => void
  /** The posts, in the order of the list. */
  posts(): Promise<readonly Post[]>
  create(fields: PostFields): Promise<unknown>
  replace(id: PostId, fields: PostFields): Promise<unknown>
  delete(id: PostId): Promise<unknown>
  /** Adds readable posts. */
  more(count: number): Promise<unknown>
  /** Undoes the last change of the posts. */
  undo(): Promise<unknown>
  /** Resets posts, profile, faults and journal. */
  reset(): Promise<unknown>
  /** The posts as JSON with exact ids; also valid as a data file of `serve`. */
  exportPosts(): Promise<string>
  /** Replaces the posts by those of a JSON text. */
  importPosts(text: string): Promise<unknown>
  /** The requests so far, oldest first. */
  requests(): Promise<readonly JournalEntry[]>
  forgetRequests(): Promise<unknown>
  setFaults(settings: Partial<FaultSettings>): Promise<unknown>
  failNext(operation: FaultOperation, fault: Fault, times: number): Promise<unknown>
  follow(profile: ProfileOption | Profile): Promise<unknown>
  /** Starts a scenario. */
  enter(scenario: string): Promise<unknown>
  /** A request as a curl command. */
  asCurl(entry: JournalEntry): Promise<string>
  /** The ids of the choices that affected the reply to a request. */
  shapedBy(entry: JournalEntry): Promise<readonly string[]>
  /** The clauses, choices, presets and scenarios; loaded on demand. */
  reference(): Promise<Reference>
}
