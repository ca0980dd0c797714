import type { Exchange } from '../spec/exchange.ts'

/** A provider state that could not be set up, with the exchange that failed. */
export class SetUpError extends Error {
  override readonly name: string = 'SetUpError'
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

export const foreignPost = 'the post with this id is not one of this run'

/** A write that was not sent, because it might have changed a foreign post. */
export class WriteRefused extends SetUpError {
  override readonly name = 'WriteRefused'
  /** A clause that follows "because". */
  readonly reason: string

  constructor(method: string, path: string, reason: string) {
    super(`${method} ${path.slice(0, 100)} was not sent, because ${reason}`)
    this.reason = reason
  }

  /** Whether the post is certainly foreign. */
  get isForeign(): boolean {
    return this.reason === foreignPost
  }
}

/** For `catch`: ignores a write that was not sent. @throws any other error. */
export function ignoreRefused(error: unknown): undefined {
  if (!(error instanceof WriteRefused)) throw error
}
