import type { PostId } from '../../handlers/model/post.ts'
import type { Exchange, ReceivedReply } from '../document/exchange.ts'
import type { Span } from './history.ts'

/** Which of several clients sent a request, and when by a count of all that left and arrived: from 1 on. */
export interface ClientMoment extends Span {
  readonly client: number
}

/** One request of a sequence, with the answers of both sides. */
export interface Move extends Exchange {
  /** The step that it belongs to, from 1 on. */
  readonly step: number
  /** What our own handlers answer. */
  readonly model: ReceivedReply
  /** Whether it only looked at what the others had left. */
  readonly isLook: boolean
  /** Whether others were under way at the same time on purpose. */
  readonly isAtOnce: boolean
  /** Where several clients sent at once, each one request after the other. */
  readonly moment?: ClientMoment
  /** The id of the post that it made. */
  readonly made?: PostId
}
