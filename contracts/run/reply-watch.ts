import {
  type Exchange,
  idIn,
  isSuccess,
  type ReceivedReply,
  type Send,
  type SentRequest,
} from '../document/exchange.ts'
import { isBarred } from '../judge/attempts.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { wireFault, wireNote } from '../judge/wire-check.ts'
import { noDecisionIn } from '../session/client/access.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'
import { SetUpError } from '../session/set-up-error.ts'
import { judgeSilence } from './silence.ts'

const jsonType = 'application/json'

export interface SharedWatch {
  readonly notes: Set<string>
  /** The error that ended the run; undefined while it continues. */
  lost: Error | undefined
  /** Whether an unanswered request is being examined. */
  isListening: boolean
}

/** Sends the requests of a run and checks every reply: is it JSON, is a refusal permanent, is there one at all? */
export class ReplyWatch {
  /** A failure that concurrency may have caused. */
  disturbance: string | undefined
  isConcurrent = false
  readonly #context: CheckContext
  readonly #send: Send
  readonly #shared: SharedWatch
  readonly #reported = new Set<string>()
  #isInsisting = false

  constructor(context: CheckContext, send: Send, shared: SharedWatch) {
    this.#context = context
    this.#send = send
    this.#shared = shared
  }

  /** Sends a request. @throws the error that ended the run. */
  async send(request: SentRequest): Promise<ReceivedReply> {
    if (this.#shared.lost) throw this.#shared.lost
    const reply = await this.#send(request).catch((error) => this.lose(request, error))
    return await this.take({ request, reply })
  }

  /** Checks a reply, and returns it, or the reply to a second request where it was refused. */
  async take(exchange: Exchange): Promise<ReceivedReply> {
    this.#look(exchange)
    return await this.#insist(exchange)
  }

  /** Resets the watch for a worker that starts again. */
  forget(): void {
    this.disturbance = undefined
    this.#reported.clear()
  }

  /** Ends the run after an unanswered request: it is unknown what the provider did. */
  async lose(request: SentRequest, error: unknown): Promise<never> {
    if (!(error instanceof ProviderUnreachable)) throw error
    if (error.failureReason === 'no-access' || error.failureReason === 'away') this.#shared.lost ??= error
    else if (this.isConcurrent) this.disturbance ??= `did not answer ${request.method} ${request.path}`
    else if (error.failureReason !== 'cut' && !this.#shared.isListening) {
      this.#shared.isListening = true
      const isSilence = error.failureReason === 'timeout' || error.failureReason === 'reset'
      const note = isSilence ? await judgeSilence(this.#context, request) : undefined
      if (note !== undefined) this.#shared.notes.add(note)
      this.#shared.lost ??= error
    }
    throw error
  }

  /** Checks clause `wire.json`, once for each kind of request and fault. */
  #look(exchange: Exchange): void {
    const { method, path } = exchange.request
    const { status } = exchange.reply
    if (this.isConcurrent && (status >= 500 || status === 429 || status === 0))
      this.disturbance ??= `answered ${status || 'nothing'}`
    // What stands before the service says nothing about it.
    if (this.#context.attempts.of('list').accepted === 0 && noDecisionIn(exchange.reply)) return
    const note = wireNote(exchange)
    if (note !== undefined) this.#shared.notes.add(note)
    if (isSuccess(exchange.reply)) this.#context.observe('wire.json')
    this.#context.note(exchange)
    const fault = wireFault(exchange)
    const kind = `${method} ${path === '/posts'} ${fault?.about}`
    if (!fault || this.#reported.has(kind)) return
    this.#reported.add(kind)
    this.#context.reportOn(exchange, fault)
  }

  /**
   * Repeats a refused read of a post or the list: an intermittent refusal breaks a clause, and a permanent one ends the run.
   */
  async #insist({ request, reply }: Exchange): Promise<ReceivedReply> {
    const { method, path, headers } = request
    const { own, attempts, setup } = this.#context
    const id = idIn(path)
    const isOfRun = id !== undefined && (own.get(id) !== undefined || own.isGone(id))
    const operation = path === '/posts' ? 'list' : isOfRun ? 'read' : undefined
    // A request for another media type may be refused with any status.
    const isOrdinary = method === 'GET' && (headers.accept ?? jsonType) === jsonType
    if (!isOrdinary || !operation || !isBarred(reply) || this.#isInsisting) return reply
    if (this.isConcurrent) {
      this.disturbance ??= `answered ${reply.status}`
      return reply
    }
    // A service may refuse every read of a deleted post.
    const isGone = id !== undefined && !own.get(id)
    if (!isGone) attempts.refuse(operation, { request, reply }, own)
    this.#isInsisting = true
    const again = await setup.send(request).finally(() => (this.#isInsisting = false))
    if (isGone && !isBarred(again)) {
      attempts.refuse(operation, { request, reply }, own)
      this.#context.note({ request, reply: again })
    }
    if (isGone || !isBarred(again)) return again
    this.#shared.lost = new SetUpError(`GET ${path} answered ${again.status}`, { request, reply: again })
    throw this.#shared.lost
  }
}
