import { type Exchange, isSuccess, type ReceivedReply } from '../document/exchange.ts'

/** How much of the replies is remembered beside the latest list, in characters. */
const mostRemembered = 4_000_000

/** What was read since the last write: it need not be read again to be known. */
export class Looks {
  readonly #replies = new Map<string, ReceivedReply>()
  #remembered = 0

  /** Notes an exchange. After a write nothing is known any more. */
  note({ request: { method, path }, reply }: Exchange): void {
    if (method === 'GET' && isSuccess(reply)) this.keep(path, reply)
    else if (method !== 'GET') this.forget()
  }

  /** Keeps the reply to a GET, whatever its status. Beyond the limit it is not kept, and the next look reads again. */
  keep(path: string, reply: ReceivedReply): void {
    const length = (known: ReceivedReply | undefined) => (path === '/posts' ? 0 : (known?.body.length ?? 0))
    this.#remembered -= length(this.#replies.get(path))
    this.#replies.delete(path)
    if (this.#remembered + length(reply) > mostRemembered) return
    this.#remembered += length(reply)
    this.#replies.set(path, reply)
  }

  /** The latest reply to a GET; undefined where it has to be asked for. */
  recall(path: string): ReceivedReply | undefined {
    return this.#replies.get(path)
  }

  /** Makes the next look a new one. */
  forget(): void {
    this.#replies.clear()
    this.#remembered = 0
  }
}
