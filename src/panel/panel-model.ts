import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Post, PostId } from '../../handlers/model/post.ts'
import type { Reference } from '../devtools/reference.ts'
import type { WorldState } from '../devtools/world-watch.ts'
import type { PanelControl } from './control.ts'

/** A message at the bottom of the panel. */
export interface Message {
  readonly text: string
  readonly isError: boolean
  /** Whether it reports a change of the posts that can be undone. */
  readonly isUndoable: boolean
}

/** The state and the operations of all views of the panel. */
export class PanelModel {
  readonly control: PanelControl
  /** Undefined until the first event. */
  state: WorldState | undefined
  /** Why the connection is lost; undefined while it is open. */
  lost: string | undefined
  message: Message | undefined
  posts: readonly Post[] = []
  /** Oldest first. */
  requests: readonly JournalEntry[] = []
  reference: Reference | undefined
  /** The version of {@link posts}; -1 before they are loaded. */
  #version = -1
  #areRequestsWanted = false
  #isReferenceWanted = false
  /** Whether something could not be loaded; the next state tries again. */
  #isStale = false
  /** The requests that arrived since the list was requested. */
  #arrived: JournalEntry[] = []
  #frame: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  #stop = () => {}

  constructor(control: PanelControl) {
    this.control = control
  }

  start(): void {
    this.#stop = this.control.watch({
      state: (state) => {
        if (this.lost !== undefined) this.message = this.lost = undefined
        const before = this.state
        this.state = state
        if (before && isChanged(before, state)) this.#tellPage()
        if (this.#isStale) {
          this.#version = -1
          this.#isReferenceWanted = this.#isStale = false
        }
        if (this.#areRequestsWanted) this.#keepRequests(state)
        this.#changed()
      },
      request: (entry) => {
        // The loaded list may already contain it.
        if (entry.number <= (this.requests.at(-1)?.number ?? 0)) return
        this.requests = [...this.requests, entry]
        this.#arrived.push(entry)
        // Many requests may arrive at once: one update for each frame is enough.
        this.#frame ??= requestAnimationFrame(() => {
          this.#frame = undefined
          this.#changed()
        })
      },
      lost: (reason) => {
        this.lost = reason
        // Another server may replace this one, and number its requests from 1.
        this.#isStale = true
        this.requests = []
        this.#changed()
      },
    })
  }

  stop(): void {
    this.#stop()
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Runs a task, and shows a message.
   *
   * @param done the message after success; default none.
   * @returns whether it succeeded.
   */
  async act(task: () => Promise<unknown>, done?: string, isUndoable = false): Promise<boolean> {
    try {
      await task()
      if (done !== undefined || this.message?.isError) this.say(done, false, isUndoable)
      return true
    } catch (error) {
      this.say((error as Error).message, true)
      return false
    }
  }

  /** Shows a message at the bottom of the panel; undefined removes it. */
  say(text: string | undefined, isError = false, isUndoable = false): void {
    this.message = text === undefined ? undefined : { text, isError, isUndoable }
    clearTimeout(this.#timer)
    // Errors stay until they are dismissed.
    if (!isError && text !== undefined) this.#timer = setTimeout(() => this.say(undefined), 7000)
    this.#changed()
  }

  delete(id: PostId): Promise<boolean> {
    return this.act(() => this.control.delete(id), `Post ${id} is deleted.`, true)
  }

  undo(): Promise<boolean> {
    return this.act(() => this.control.undo(), 'The last change is undone.')
  }

  /** Loads the posts if they are outdated. */
  wantPosts(): void {
    const version = this.state?.version
    if (version === undefined || version === this.#version || this.lost !== undefined) return
    this.#version = version
    void this.#load(async () => {
      const posts = await this.control.posts()
      if (this.#version === version) this.posts = posts
    })
  }

  /** Loads the earlier requests, once. */
  wantRequests(): void {
    if (this.#areRequestsWanted) return
    this.#areRequestsWanted = true
    this.#loadRequests()
  }

  wantReference(): void {
    if (this.#isReferenceWanted || this.lost !== undefined) return
    this.#isReferenceWanted = true
    void this.#load(async () => {
      this.reference ??= await this.control.reference()
    })
  }

  async forgetRequests(): Promise<void> {
    if (await this.act(() => this.control.forgetRequests())) this.requests = []
    this.#changed()
  }

  /** Drops the requests that the mock has dropped, and loads missing ones. */
  #keepRequests({ requests: count, latest }: WorldState): void {
    const { requests } = this
    if (count > requests.length || (count > 0 && requests.at(-1)?.number !== latest)) this.#loadRequests()
    else this.requests = requests.slice(requests.length - count)
  }

  #loadRequests(): void {
    const arrived: JournalEntry[] = []
    this.#arrived = arrived
    void this.#load(async () => {
      const loaded = await this.control.requests()
      // A later load is running; its answer is newer.
      if (this.#arrived !== arrived) return
      const last = loaded.at(-1)?.number ?? 0
      this.requests = [...loaded, ...arrived.filter(({ number }) => number > last)]
    })
  }

  async #load(task: () => Promise<void>): Promise<void> {
    if (!(await this.act(task))) this.#isStale = true
    this.#changed()
  }

  /** An app can listen: `addEventListener('posts-understudy:change', reload)`. */
  #tellPage(): void {
    globalThis.dispatchEvent?.(new CustomEvent('posts-understudy:change'))
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Whether a page that reads the posts again may get other replies. */
function isChanged(before: WorldState, { version, profile }: WorldState): boolean {
  return version !== before.version || stringifyJson(profile) !== stringifyJson(before.profile)
}
