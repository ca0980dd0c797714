import { type Exchange, isSuccess, type ReceivedReply } from '../document/exchange.ts'

/** What was read since the last write: it need not be read again to be known. */
export class Looks {
  readonly #replies = new Map<string, ReceivedReply>()

  /** Notes an exchange. After a write nothing is known any more. */
  note({ request: { method, path }, reply }: Exchange): void {
    if (method === 'GET' && isSuccess(reply)) this.keep(path, reply)
    else if (method !== 'GET') this.forget()
  }

  /** Keeps the reply to a GET, whatever it says. */
  keep(path: string, reply: ReceivedReply): void {
    this.#replies.set(path, reply)
  }

  /** The latest reply to a GET; undefined where it has to be asked for. */
  recall(path: string): ReceivedReply | undefined {
    return this.#replies.get(path)
  }

  /** Makes the next look a new one. */
  forget(): void {
    this.#replies.clear()
  }
}
