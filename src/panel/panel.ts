import type { PlainReply } from '../../handlers/http/plain.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { ControlClient } from '../control/control-client.ts'
import type { Reference } from '../control/routes.ts'
import type { WorldState } from '../control/world-watch.ts'

export type ViewName = 'start' | 'posts' | 'requests' | 'answers' | 'faults' | 'api'

/** Who changed the posts, as `detail` of the event `posts-understudy:change`. */
export interface PostsChange {
  /** `request`: requests alone, of this page or of another client; `control`: also the panel, the control API, a file or a test. */
  readonly by: 'request' | 'control'
}

interface Known {
  /** The state that it is from. */
  of: unknown
  value: unknown
  isLoading: boolean
}

/** In milliseconds: between two looks at the state, and after a failure. */
const delays = { next: 50, retry: 1500 }

/** What the panel knows and does. The event `change` says that its views must be drawn, at most once for each frame. */
export class Panel extends EventTarget {
  readonly client: ControlClient
  /** Undefined until the first answer. */
  state: WorldState | undefined
  /** Why the connection is lost; undefined while there is one. */
  lost: string | undefined
  /** The message at the bottom. */
  note: { readonly text: string; readonly isError: boolean } | undefined
  view: ViewName
  filter = ''
  /** Which of the rows or answers are shown: a word of the view, or all. */
  only = 'all'
  /** The key of the row that is shown whole. */
  chosen: string | undefined
  /** The latest reply to a request that was answered again, by its number. */
  readonly newReplies = new Map<number, PlainReply>()
  /** The answers to calls that were tried, by method and path. */
  readonly tried = new Map<string, string>()
  readonly #known = new Map<string, Known>()
  #frame: number | undefined

  constructor(client: ControlClient, view: ViewName = 'posts') {
    super()
    this.client = client
    this.view = view
  }

  /** Polls the state of the mock as long as that is wanted. A hidden page does not ask. */
  async poll(isWanted: () => boolean): Promise<void> {
    while (isWanted()) {
      if (document.hidden)
        await new Promise((done) => document.addEventListener('visibilitychange', done, { once: true }))
      try {
        const after = this.lost === undefined && this.state ? `?after=${this.state.revision}` : ''
        this.#take(await this.call<WorldState>('GET', `state${after}`))
      } catch (error) {
        this.lost = (error as Error).message
        // Another server may come, and number its requests from 1.
        for (const known of this.#known.values()) known.of = undefined
        this.newReplies.clear()
        this.changed()
      }
      const delay = this.lost === undefined ? delays.next : delays.retry
      await new Promise((done) => setTimeout(done, delay))
    }
  }

  /** The choices, presets, scenarios and calls that there are; undefined until they are loaded. */
  get reference(): Reference | undefined {
    return this.latest('reference')
  }

  /** Shows a view from its beginning. */
  show(view: ViewName): void {
    Object.assign(this, { view, filter: '', only: 'all', chosen: undefined })
    this.changed()
  }

  /** Has the views drawn. @param then runs once that is done. */
  changed(then?: () => void): void {
    if (then) this.addEventListener('change', then, { once: true })
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      this.dispatchEvent(new Event('change'))
    })
  }

  call<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.client.call<Answer>(method, path, body)
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

  /** Copies a text; outside of https and localhost a browser permits that to no page. */
  copy(text: string): Promise<boolean> {
    const copying = async () => {
      if (!navigator.clipboard) throw new Error('This page may not copy. Select the text instead.')
      await navigator.clipboard.writeText(text)
    }
    return this.act(copying, 'Copied.')
  }

  /** Shows a message; undefined removes it. */
  say(text: string | undefined, isError = false): void {
    this.note = text === undefined ? undefined : { text, isError }
    this.changed()
  }

  /**
   * The latest answer of the control API, which is loaded again when it is from another state; undefined before the first.
   * @param name what the answer is about.
   * @param of the state; equal as long as the answer is.
   */
  latest<Answer>(name: string, of: unknown = '', path = name): Answer | undefined {
    const known = this.#known.get(name) ?? { of: undefined, value: undefined, isLoading: false }
    const load = async () => {
      Object.assign(known, { of, isLoading: true })
      try {
        known.value = await this.call('GET', path)
      } catch (error) {
        this.say((error as Error).message, true)
      }
      known.isLoading = false
      this.changed()
    }
    this.#known.set(name, known)
    if (this.lost === undefined && !known.isLoading && known.of !== of) void load()
    return known.value as Answer | undefined
  }

  /** An app can listen: `addEventListener('posts-understudy:change', reload)`. */
  #take(state: WorldState): void {
    const { state: before, lost } = this
    this.state = state
    this.lost = undefined
    if (before && (lost !== undefined || seenIn(before) !== seenIn(state))) {
      const isByRequests = lost === undefined && writtenElsewhere(before) === writtenElsewhere(state)
      const detail: PostsChange = { by: isByRequests ? 'request' : 'control' }
      dispatchEvent(new CustomEvent('posts-understudy:change', { detail }))
    }
    this.changed()
  }
}

/** Equal where only requests have written. */
function writtenElsewhere({ version, byRequests, profile }: WorldState): string {
  return `${version - byRequests} ${stringifyJson(profile)}`
}

/** Equal where a page that reads the posts again gets the same replies. */
function seenIn({ version, profile }: WorldState): string {
  return `${version} ${stringifyJson(profile)}`
}

/** The behaviour of the mock in two words, and how good that is. */
export function statusOf({ lost, state }: Panel): { readonly words: string; readonly tone: string } {
  if (lost !== undefined) return { words: 'not connected', tone: 'bad' }
  if (!state) return { words: 'connecting', tone: '' }
  if (state.faults.offline) return { words: 'offline', tone: 'bad' }
  if (state.scenario === 'normal') return { words: 'running', tone: 'good' }
  return { words: state.scenario?.replace('-', ' ') ?? 'with faults', tone: 'warn' }
}
