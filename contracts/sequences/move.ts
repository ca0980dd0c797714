import type { PostId } from '../../handlers/model/post.ts'
import type { Exchange, ReceivedReply } from '../document/exchange.ts'
import type { Span } from './history.ts'

/** Which of several clients sent a request, from 1 on, and when. */
export interface ClientMoment extends Span {
  readonly client: number
}

/** One request of a sequence, with both replies. */
export interface Move extends Exchange {
  /** Its step, from 1 on. */
  readonly step: number
  /** The mock's reply. */
  readonly model: ReceivedReply
  /** Whether it only checked the effect of others. */
  readonly isLook: boolean
  /** Whether others of its step ran concurrently on purpose. */
  readonly isAtOnce: boolean
  /** Present in a step of several clients. */
  readonly moment?: ClientMoment
  readonly made?: PostId
}
