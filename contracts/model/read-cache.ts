import { type Exchange, isSuccess, type ReceivedReply } from '../spec/exchange.ts'

/** The most characters of replies kept, the list not counted. */
const mostRemembered = 4_000_000

/** The replies to reads since the last write. */
export class ReadCache {
  readonly #replies = new Map<string, ReceivedReply>()
  #remembered = 0

  note({ request: { method, path }, reply }: Exchange): void {
    if (method === 'GET' && isSuccess(reply)) this.keep(path, reply)
    else if (method !== 'GET') this.forget()
  }

  /** Keeps the reply to a GET, whatever its status, up to the limit. */
  keep(path: string, reply: ReceivedReply): void {
    const length = (known: ReceivedReply | undefined) => (path === '/posts' ? 0 : (known?.body.length ?? 0))
    this.#remembered -= length(this.#replies.get(path))
    this.#replies.delete(path)
    if (this.#remembered + length(reply) > mostRemembered) return
    this.#remembered += length(reply)
    this.#replies.set(path, reply)
  }

  recall(path: string): ReceivedReply | undefined {
    return this.#replies.get(path)
  }

  forget(): void {
    this.#replies.clear()
    this.#remembered = 0
  }
}
