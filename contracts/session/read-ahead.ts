import type { ReceivedReply, Send, SentRequest } from '../document/exchange.ts'

export interface ReadAheadOptions {
  readonly send: Send
  /** Whether the provider takes so long to answer that a request too many costs less than waiting for one. */
  readonly isWorthwhile: () => boolean
}

/**
 * After a write a run reads the list and the post, one after the other. At a slow provider it sends both reads at the
 * same time: each still reaches the provider once, after the write was answered. The second reply is kept for the next
 * request, and dropped if that is another one.
 */
export class ReadAhead {
  readonly #options: ReadAheadOptions
  /** The path of the latest write, while nothing was read since. */
  #written: string | undefined
  #next: { readonly path: string; readonly reply: Promise<ReceivedReply> } | undefined

  constructor(options: ReadAheadOptions) {
    this.#options = options
  }

  noteWrite({ path }: SentRequest): void {
    this.#written = path
    this.#next = undefined
  }

  forget(): void {
    this.#written = undefined
    this.#next = undefined
  }

  /** Sends a GET, together with the read that follows it as a rule. */
  async read(request: SentRequest): Promise<ReceivedReply> {
    const { send, isWorthwhile } = this.#options
    const [next, written] = [this.#next, this.#written]
    this.forget()
    const isPlain = Object.keys(request.headers).length === 0
    if (next && isPlain && next.path === request.path) return await next.reply
    const reply = send(request)
    const path = isPlain && written !== undefined ? companionOf(request.path, written) : undefined
    if (path !== undefined && isWorthwhile()) {
      const other = send({ method: 'GET', path, headers: {} })
      // The request that takes this reply throws its error.
      other.catch(() => {})
      this.#next = { path, reply: other }
    }
    return await reply
  }
}

/** The other read after a write: of the list, or of the written post; undefined where none follows. */
function companionOf(path: string, written: string): string | undefined {
  if (path === '/posts') return written === '/posts' ? undefined : written
  const isOfPost = path === written || (written === '/posts' && path.startsWith('/posts/'))
  return isOfPost ? '/posts' : undefined
}
