import type { OperationName, PostId } from '../../handlers/model/post.ts'
import type { Observation } from '../choices/detection.ts'
import type { Finding } from '../judge/finding.ts'
import { type IdEvent, postOf, type ReferenceModel } from '../model/reference-model.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import { type Exchange, writeOperations } from '../scenarios/exchange.ts'
import { isSuccess } from '../wire/status.ts'

/** The results of the ordinary requests of one operation: those that the document describes. */
interface Attempt {
  accepted: number
  /** How many were refused or failed, by status. */
  readonly refused: Record<string, number>
  /** The latest that was refused or failed. */
  latest?: Exchange
}

/** The result of an example: what was observed, or why nothing was. */
export type ExampleResult =
  | Observation
  | {
      readonly notRun: string
      /** Whether another client has the id of its post by now: that is not the provider's failure. */
      readonly isTaken?: boolean
    }

/** What the sequences of a run saw: each adds to it. */
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
  /** What is wrong, as far as it counts. */
  readonly findings: Finding[] = []
  /** The results of examples, by key. */
  readonly examples = new Map<string, ExampleResult>()
  /** What happened to the ids of posts while one sequence ran at a time: their order shows only then. */
  readonly idEvents: IdEvent[] = []
  /** Ids of the run's posts that a foreign post had before. */
  readonly takenIds = new Set<PostId>()
  /** Foreign ids in the latest list that was read while one sequence ran at a time. */
  foreign: ReadonlySet<PostId> = new Set()
  /** How many sequences were begun, and how many ran their steps. */
  begun = 0
  sequences = 0

  observe(clause: ClauseId): void {
    this.observations.set(clause, (this.observations.get(clause) ?? 0) + 1)
  }

  /** Notes a reply, and the operation that it completes. */
  note(exchange: Exchange, model: ReferenceModel): void {
    if (isSuccess(exchange.reply)) this.observe('wire.json')
    const operation = operationDone(exchange, model)
    if (operation) this.attempts[operation].accepted++
  }

  /** Notes what a sequence knew at its end, if no other one ran beside it. */
  endedAlone({ foreign, idEvents }: ReferenceModel): void {
    this.foreign = foreign
    this.idEvents.push(...idEvents)
  }

  /** Notes an ordinary request that was refused or failed. */
  refuse(operation: OperationName, exchange: Exchange): void {
    const { refused } = this.attempts[operation]
    const { status } = exchange.reply
    refused[status] = (refused[status] ?? 0) + 1
    this.attempts[operation].latest = exchange
  }
}

/**
 * The operation that an exchange completed as the document describes it, on posts of this run or unused ids;
 * undefined where it did not.
 */
function operationDone({ request, reply }: Exchange, model: ReferenceModel): OperationName | undefined {
  const { method, path } = request
  const id = idIn(path)
  const isOwn = id !== undefined && postOf(model, id) !== undefined
  if (method === 'GET' && path === listPath) return reply.status === 200 ? 'list' : undefined
  if (method === 'GET') {
    const isRead = id !== undefined && (reply.status === 200 || (reply.status === 404 && !isOwn))
    return isRead ? 'read' : undefined
  }
  const isOrdinary = method === 'POST' ? path === listPath : isOwn
  return isOrdinary && isSuccess(reply) ? writeOperations[method] : undefined
}
