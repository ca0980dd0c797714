import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { Exchange } from '../spec/exchange.ts'

/** The results of the ordinary requests of one operation: those that the document describes. */
export interface Attempt {
  accepted: number
  /** How many were refused or failed, by status. */
  readonly refused: Record<string, number>
  /** The latest that was refused or failed. */
  latest?: Exchange
}

/** What the checks of a run saw, in all its sequences. */
export class RunRecord {
  /** How many observations could have broken each clause. */
  readonly observations = new Map<ClauseId, number>()
  readonly attempts: Readonly<Record<OperationName, Attempt>> = {
    list: { accepted: 0, refused: {} },
    read: { accepted: 0, refused: {} },
    create: { accepted: 0, refused: {} },
    replace: { accepted: 0, refused: {} },
    delete: { accepted: 0, refused: {} },
  }
  /** Subjects whose reply must not be judged alone, with the reason: it was late, or the service may refuse it. */
  readonly excused = new Map<string, string>()
  /** Ids of the run's posts that a foreign post had before. */
  readonly takenIds = new Set<PostId>()

  observe(clause: ClauseId): void {
    this.observations.set(clause, (this.observations.get(clause) ?? 0) + 1)
  }

  /** Notes an ordinary request that was refused or failed. */
  refuse(operation: OperationName, exchange: Exchange): void {
    const { refused } = this.attempts[operation]
    const { status } = exchange.reply
    refused[status] = (refused[status] ?? 0) + 1
    this.attempts[operation].latest = exchange
  }
}
