import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Post, PostId } from '../../handlers/model/post.ts'
import type { Reference } from '../devtools/reference.ts'
import type { WorldState } from '../devtools/world-watch.ts'
import type { PanelControl } from './control.ts'

/** What the panel says at its foot. */
export interface Message {
  readonly text: string
  readonly isError: boolean
  /** Whether the last change of the posts is what it speaks of, and may be taken back. */
  readonly isUndoable: boolean
}

/** What the panel knows: everything that its views show and do goes through here. */
export class PanelModel {
  readonly control: PanelControl
  /** Undefined until the first word of the mock. */
  state: WorldState | undefined
  /** Why nothing is heard; undefined while all is well. */
  lost: string | undefined
  message: Message | undefined
  posts: readonly Post[] = []
  /** Oldest first. */
  requests: readonly JournalEntry[] = []
  reference: Reference | undefined
  /** The version of the posts that {@link posts} are; -1 before they were loaded. */
  #version = -1
  #areRequestsWanted = false
  #isReferenceWanted = false
  /** Something could not be loaded: the next word of the mock is the occasion to try again. */
  #isStale = false
  /** The requests that came since the list of them was asked for. */
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
        if (before && isOther(before, state)) this.#tellPage()
        if (this.#isStale) {
          this.#version = -1
          this.#isReferenceWanted = this.#isStale = false
        }
        if (this.#areRequestsWanted) {
          if (before && state.different !== before.different) this.#loadRequests()
          else this.#keepRequests(state)
        }
        this.#changed()
      },
      request: (entry) => {
        // A list that was asked for before may have it already.
        if (entry.number <= (this.requests.at(-1)?.number ?? 0)) return
        this.requests = [...this.requests, entry]
        this.#arrived.push(entry)
        // Hundreds may come in a moment, and more than one change in a frame nobody sees.
        this.#frame ??= requestAnimationFrame(() => {
          this.#frame = undefined
          this.#changed()
        })
      },
      lost: (reason) => {
        this.lost = reason
        // Another server may come in the place of this one, and begin to count anew.
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
   * Does something, and says how it went.
   * @param done what to say where it worked; without it nothing is said.
   * @returns whether it worked.
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

  /** Says something at the foot of the panel; undefined says nothing more. */
  say(text: string | undefined, isError = false, isUndoable = false): void {
    this.message = text === undefined ? undefined : { text, isError, isUndoable }
    clearTimeout(this.#timer)
    // An error stays until somebody dismisses it. What went well needs no answer, and "the last change" is soon another one.
    if (!isError && text !== undefined) this.#timer = setTimeout(() => this.say(undefined), 7000)
    this.#changed()
  }

  delete(id: PostId): Promise<boolean> {
    return this.act(() => this.control.delete(id), `Post ${id} is deleted.`, true)
  }

  undo(): Promise<boolean> {
    return this.act(() => this.control.undo(), 'The last change is taken back.')
  }

  /** Loads the posts where they are not those of the state. */
  wantPosts(): void {
    const version = this.state?.version
    if (version === undefined || version === this.#version || this.lost !== undefined) return
    this.#version = version
    void this.#load(async () => {
      const posts = await this.control.posts()
      if (this.#version === version) this.posts = posts
    })
  }

  /** Loads the requests before the first that was heard of. */
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

  /** The mock keeps the latest requests only, and what it forgets is forgotten here; what is not here is loaded. */
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
      // Somebody has asked again: that answer is the newer one.
      if (this.#arrived !== arrived) return
      const last = loaded.at(-1)?.number ?? 0
      this.requests = [...loaded, ...arrived.filter(({ number }) => number > last)]
    })
  }

  async #load(task: () => Promise<void>): Promise<void> {
    if (!(await this.act(task))) this.#isStale = true
    this.#changed()
  }

  /** Any app can listen to this: `addEventListener('posts-understudy:change', reload)`. */
  #tellPage(): void {
    globalThis.dispatchEvent?.(new CustomEvent('posts-understudy:change'))
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Whether a page that reads the posts again would be told something else. */
function isOther(before: WorldState, { version, profile }: WorldState): boolean {
  return version !== before.version || stringifyJson(profile) !== stringifyJson(before.profile)
}
