import { type OperationName, operationNames, writeWith } from '../../handlers/endpoints.ts'
import { isObject } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { ExampleResult } from '../choices/detection.ts'
import type { Finding } from '../judge/finding.ts'
import { type IdEvent, postOf, type ReferenceModel } from '../model/reference-model.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Exchange } from '../scenarios/exchange.ts'
import { readBody } from '../scenarios/post-text.ts'
import { hasResult, isSuccess } from '../wire/status.ts'

/** The results of the ordinary requests of one operation: those that the document describes. */
interface Attempt {
  accepted: number
  /** The statuses of those that must succeed. */
  readonly statuses: Set<number>
  /** How many were refused or failed, by status. */
  readonly refused: Record<string, number>
  /** The latest that was refused or failed. */
  latest?: Exchange
}

/** What the sequences of a run saw, and what that says of the provider: each adds to it. */
export class RunRecord {
  /** How many observations could have broken each clause. */
  readonly observations = new Map<ClauseId, number>()
  readonly attempts = Object.fromEntries(
    operationNames.map((name) => [name, { accepted: 0, statuses: new Set(), refused: {} }]),
  ) as Readonly<Record<OperationName, Attempt>>
  /** What is wrong, as far as it counts. */
  readonly findings: Finding[] = []
  /** The results of examples, by key. */
  readonly examples = new Map<string, ExampleResult>()
  /** The marks of the sequences that began. */
  readonly sequences = new Set<string>()
  /** What was odd in the first list, by id or text, and posts that the run left odd: no sequence is about it. */
  readonly odd = new Set<unknown>()
  /** For each replace of a post that did not exist, whether it was refused for that. */
  readonly replacesOfMissing: boolean[] = []
  /** What happened to the ids of posts while one sequence ran at a time: their order shows only then. */
  readonly idEvents: IdEvent[] = []
  /** Foreign ids in the latest list that such a sequence read; and whether the first had none. */
  foreign: ReadonlySet<PostId> | undefined
  beganEmpty: boolean | undefined
  #sawPost = false

  /** Notes what a sequence knew at its end, if no other one ran beside it. */
  endedAlone({ foreign, idEvents }: ReferenceModel): void {
    this.foreign = foreign
    this.beganEmpty ??= foreign.size === 0
    this.idEvents.push(...idEvents)
  }

  observe(clause: ClauseId): void {
    // Only a post can break it.
    if (!this.#sawPost && clause === 'post.shape') return
    this.observations.set(clause, (this.observations.get(clause) ?? 0) + 1)
  }

  /** Notes a reply, and the operation that it completes. */
  note(exchange: Exchange, model: ReferenceModel): void {
    const { reply } = exchange
    this.#sawPost ||= isSuccess(reply) && [readBody(reply.body)].flat().some(isObject)
    if (hasResult(reply) && reply.body !== '') this.observe('wire.json')
    const operation = operationDone(exchange, model)
    if (operation) this.attempts[operation].accepted++
  }

  /** Judges the base address of a provider that was observed: without that it may be mistyped. */
  judgeAddress(url: string): void {
    if (this.observations.size === 0) return
    this.observe('version.path')
    if (new URL(url).pathname.endsWith('/v1')) return
    const about = 'the base address does not end in v1'
    const sides = { expected: 'an address that ends in /v1', actual: url }
    this.findings.push({
      clause: 'version.path',
      shownBy: 'the base address',
      about,
      ...sides,
      exchanges: [],
    })
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
  return isOrdinary && isSuccess(reply) ? writeWith(method) : undefined
}
