import { type OperationName, operationNames, writeWith } from '../../handlers/endpoints.ts'
import type { ExampleResult } from '../choices/detection.ts'
import type { Finding } from '../judge/finding.ts'
import { postOf, type ReferenceModel } from '../model/reference-model.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Exchange } from '../scenarios/exchange.ts'
import { isSuccess } from '../wire/status.ts'

/** The results of the ordinary requests of one operation: those that the document describes. */
interface Attempt {
  accepted: number
  /** How many were refused or failed, by status. */
  readonly refused: Record<string, number>
  /** The latest that was refused or failed. */
  latest?: Exchange
}

/** What the sequences of a run saw: each adds to it. */
export class RunRecord {
  /** How many observations could have broken each clause. */
  readonly observations = new Map<ClauseId, number>()
  readonly attempts = Object.fromEntries(
    operationNames.map((name) => [name, { accepted: 0, refused: {} }]),
  ) as Readonly<Record<OperationName, Attempt>>
  readonly #findings: Finding[] = []
  readonly #examples = new Map<string, ExampleResult>()
  #begun = 0
  #running = 0
  #sequences = 0

  /** What is wrong, as far as it counts. */
  get findings(): readonly Finding[] {
    return this.#findings
  }

  found(findings: readonly Finding[]): void {
    this.#findings.push(...findings)
  }

  /** The results of examples, by key. */
  get examples(): ReadonlyMap<string, ExampleResult> {
    return this.#examples
  }

  ranExample(key: string, result: ExampleResult): void {
    this.#examples.set(key, result)
  }

  /** Notes that a sequence begins. Returns its number. */
  begin(): number {
    return ++this.#begun
  }

  /** How many sequences run now. */
  get running(): number {
    return this.#running
  }

  /** Counts a sequence as running while it works. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running++
    return await work().finally(() => this.#running--)
  }

  /** How many sequences ran. */
  get sequences(): number {
    return this.#sequences
  }

  ranSequence(): void {
    this.#sequences++
  }

  observe(clause: ClauseId): void {
    this.observations.set(clause, (this.observations.get(clause) ?? 0) + 1)
  }

  /** Notes a reply, and the operation that it completes. */
  note(exchange: Exchange, model: ReferenceModel): void {
    if (isSuccess(exchange.reply)) this.observe('wire.json')
    const operation = operationDone(exchange, model)
    if (operation) this.attempts[operation].accepted++
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
