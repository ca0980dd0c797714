import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { Post } from '../../handlers/model/post.ts'
import type { Snapshot } from '../../handlers/store/snapshot.ts'
import type { Reference } from '../devtools/reference.ts'
import type { WorldState } from '../devtools/world-watch.ts'
import type { PanelSource } from './source.ts'

export const viewNames = ['posts', 'requests', 'settings'] as const

export type ViewName = (typeof viewNames)[number]

/** A message at the bottom of the panel. */
export interface Note {
  readonly text: string
  readonly isError: boolean
  /** What was there before the change that the note reports, and the version of the posts after it. */
  readonly before?: { readonly snapshot: Snapshot; readonly version: number }
}

/** A reply to a request that was sent again. */
export interface NewReply {
  readonly status: number
  readonly body: string
}

/** In milliseconds: between two looks at the state, and after a failure. */
const delays = { next: 50, retry: 1500 }

/** What the panel knows and does; its views draw it after every change. */
export class Panel {
  readonly source: PanelSource
  /** Undefined until the first answer. */
  state: WorldState | undefined
  /** Why the connection is lost; undefined while there is one. */
  lost: string | undefined
  note: Note | undefined
  view: ViewName = 'posts'
  /** The text in the filter of each view. */
  readonly filters: Record<ViewName, string> = { posts: '', requests: '', settings: '' }
  /** The rows that are open. */
  readonly opened = new Set<string>()
  posts: readonly Post[] = []
  /** Oldest first. */
  requests: readonly JournalEntry[] = []
  reference: Reference | undefined
  /** The choices that shaped the reply to a request, by its number. */
  readonly shaping = new Map<number, readonly string[]>()
  /** The latest reply to a request that was sent again, by its number. */
  readonly newReplies = new Map<number, NewReply>()
  /** What is loaded: by name, for which state. */
  readonly #loaded = new Map<string, unknown>()
  readonly #loading = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #frame: number | undefined
  #isStopped = false

  constructor(source: PanelSource) {
    this.source = source
  }

  /** Follows the state of the mock until {@link stop}. A hidden page does not ask. */
  async start(): Promise<void> {
    let after = ''
    while (!this.#isStopped) {
      if (document.hidden)
        await new Promise((done) => document.addEventListener('visibilitychange', done, { once: true }))
      try {
        const state = await this.call<WorldState>('GET', `state${after}`)
        after = `?after=${state.revision}`
        this.#follow(state)
      } catch (error) {
        after = ''
        this.#lose((error as Error).message)
      }
      await pause(this.lost === undefined ? delays.next : delays.retry)
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Calls a listener after changes, at most once for each frame of the screen. @returns a function that removes it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  changed(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      for (const listener of this.#listeners) listener()
    })
  }

  /** Calls the control API. */
  call<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.source.client.call<Answer>(method, path, body)
  }

  /** Runs a task; says that it is done, or why it failed. @returns whether it succeeded. */
  async act(task: () => Promise<unknown>, done?: string): Promise<boolean> {
    try {
      await task()
      this.say(done)
      return true
    } catch (error) {
      this.say((error as Error).message, true)
      return false
    }
  }

  /** The same for a change of the posts alone: the note offers to undo it until the posts change again. */
  async change(task: () => Promise<unknown>, done: string): Promise<boolean> {
    let before: Note['before']
    const isDone = await this.act(async () => {
      const snapshot = await this.call<Snapshot>('GET', 'snapshot')
      await task()
      const state = await this.call<WorldState>('GET', 'state')
      this.#follow(state)
      before = { snapshot, version: state.version }
    }, done)
    if (before) this.note = { text: done, isError: false, before }
    return isDone
  }

  /** Shows a message; undefined removes it. */
  say(text: string | undefined, isError = false): void {
    this.note = text === undefined ? undefined : { text, isError }
    this.changed()
  }

  wantPosts(): void {
    this.#want('posts', this.state?.version, async () => {
      this.posts = await this.call('GET', 'posts')
    })
  }

  /** Loads the requests since the last load, and forgets those that the mock has dropped. */
  wantRequests(): void {
    const { latest = 0, requests: count = 0 } = this.state ?? {}
    this.#want('requests', `${latest} ${count}`, async () => {
      const kept = this.requests.filter(({ number }) => number > latest - count)
      const path = `journal?after=${kept.at(-1)?.number ?? latest - count}`
      const { requests } = await this.call<{ requests: readonly JournalEntry[] }>('GET', path)
      this.requests = [...kept, ...requests]
    })
  }

  wantReference(): void {
    this.#want('reference', true, async () => {
      this.reference = await this.call('GET', 'reference')
    })
  }

  wantShaping({ number }: JournalEntry): void {
    this.#want(`shaping ${number}`, true, async () => {
      const { choices } = await this.call<{ choices: readonly string[] }>('GET', `shaping/${number}`)
      this.shaping.set(number, choices)
    })
  }

  /** Loads what a view shows, once for each state; not while it is being loaded. */
  #want(name: string, state: unknown, load: () => Promise<void>): void {
    if (!this.state || this.lost !== undefined || this.#loading.has(name)) return
    if (this.#loaded.get(name) === state) return
    this.#loading.add(name)
    this.#loaded.set(name, state)
    void load()
      .catch((error: Error) => this.say(error.message, true))
      .then(() => {
        this.#loading.delete(name)
        this.changed()
      })
  }

  /** An app can listen: `addEventListener('posts-understudy:change', reload)`. */
  #follow(state: WorldState): void {
    const before = this.state
    this.state = state
    const isOther = before && (this.lost !== undefined || keyOf(before) !== keyOf(state))
    if (isOther) dispatchEvent(new CustomEvent('posts-understudy:change'))
    this.lost = undefined
    this.changed()
  }

  /** Another server may come, and number its requests from 1. */
  #lose(reason: string): void {
    this.lost = reason
    this.requests = []
    for (const known of [this.#loaded, this.shaping, this.newReplies]) known.clear()
    this.changed()
  }
}

/** Equal where a page that reads the posts again gets the same replies. */
function keyOf({ version, profile }: WorldState): string {
  return `${version} ${stringifyJson(profile)}`
}

function pause(delay: number): Promise<void> {
  return new Promise((done) => setTimeout(done, delay))
}

/** The behaviour of the mock in two words, and as a colour. */
export function statusOf({ lost, state }: Pick<Panel, 'lost' | 'state'>): {
  readonly words: string
  readonly lamp: 'green' | 'amber' | 'red' | 'dark'
} {
  if (lost !== undefined) return { words: 'not connected', lamp: 'red' }
  if (!state) return { words: 'connecting', lamp: 'dark' }
  const { faults, scenario } = state
  if (faults.offline) return { words: 'offline', lamp: 'red' }
  if (scenario === 'normal') return { words: 'running', lamp: 'green' }
  return { words: scenario?.replace('-', ' ') ?? 'with faults', lamp: 'amber' }
}
