import type { Exchange } from '../document/exchange.ts'

/** A provider state that could not be set up, with the exchange that stood in the way. */
export class SetUpError extends Error {
  override readonly name: string = 'SetUpError'
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** The reason for not writing to a post that belongs to others. */
export const somebodyElses = 'the post with this id is not one of this run'

/** A write that was not sent, because it might have changed a post that is not the run's. */
export class WriteRefused extends SetUpError {
  override readonly name = 'WriteRefused'
  /** Why, in words that follow "because". */
  readonly reason: string

  /** Whether the post is somebody else's for sure. */
  readonly isForeign: boolean

  constructor(method: string, path: string, reason: string, isForeign = false) {
    super(`${method} ${path.slice(0, 100)} was not sent, because ${reason}`)
    this.reason = reason
    this.isForeign = isForeign
  }
}
