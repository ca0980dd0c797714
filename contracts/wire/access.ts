import { isBusy, isHtml, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { readBody } from '../spec/post-text.ts'
import type { Clock } from './clock.ts'
import { type DecodedReply, isListPath, isRead, plainRead, type RawRequest, unanswered } from './messages.ts'
import type { Pace } from './pace.ts'
import { ProviderUnreachable } from './provider-unreachable.ts'
import { isRedirect } from './redirect.ts'
import type { Transport } from './transport.ts'

/** Why a reply is no decision about a post: it comes from a gate before the service, or the service is away. */
type NoDecision = 'refused' | 'limited' | 'redirected' | 'page' | 'away'

/** Undefined where the reply is a decision of the service. */
export function noDecisionIn(reply: ReceivedReply): NoDecision | undefined {
  const { status } = reply
  if (status === 401 || status === 403 || status === 407) return 'refused'
  if (status === 429) return 'limited'
  if (isBusy(reply)) return 'away'
  if (isRedirect(status) && status !== 303) return 'redirected'
  return isSuccess(reply) && isHtml(reply) && readBody(reply.body) === undefined ? 'page' : undefined
}

const nextSteps: Readonly<Record<NoDecision, string>> = {
  refused: "Pass credentials that stay valid for the whole run with --header 'Authorization: …'.",
  limited: 'Run it again later, or send fewer requests with --rate.',
  redirected: 'Check whether the session of the credentials is over.',
  page: 'Check whether the session of the credentials is over, or the provider is in maintenance.',
  away: 'Check that the provider is still running.',
}

/** After so many deletes in a row that were refused, as others were not before, a run cannot remove its posts. */
const mostDeletes = 3
/** After so many repeats, the first after so many milliseconds, what only one read is answered is the reply to it. */
const mostTries = 3
const firstPause = 100

/**
 * Ends a run once a service that decided before makes no more decisions, and waits for one that is away. What only one
 * kind of request is answered is the reply to it.
 */
export class Access {
  readonly #transport: Transport
  readonly #pace: Pace
  readonly #clock: Clock
  readonly #timeout: number
  #hasDecided = false
  /** The reads that were answered with 200 since the latest DELETE of their post. */
  readonly #readable = new Set<string>()
  /** The methods of writes that succeeded. */
  readonly #done = new Set<string>()
  /** The methods of the writes since the latest decision about one, if such a write succeeded before. */
  #refused: string[] = []
  #returning: Promise<boolean> | undefined
  #end: ProviderUnreachable | undefined

  /** @param timeout how long the service may be away, in milliseconds. */
  constructor(transport: Transport, pace: Pace, clock: Clock, timeout: number) {
    this.#transport = transport
    this.#pace = pace
    this.#clock = clock
    this.#timeout = timeout
  }

  /**
   * Sends a request, and returns the reply to judge.
   * @throws ProviderUnreachable where the service makes no more decisions.
   */
  async make(
    request: RawRequest,
    send: (request: RawRequest) => Promise<DecodedReply>,
  ): Promise<DecodedReply> {
    if (this.#end) throw this.#end
    const { method, path } = request
    const look = async (at: string) => noDecisionIn((await send({ ...plainRead, path: at })).reply)
    const control = () => look(isListPath(path) ? `/posts/${Number.MAX_SAFE_INTEGER}` : '/posts')
    for (let tries = 0; ; ) {
      const answer = await send(request)
      const kind = noDecisionIn(answer.reply)
      if (kind === undefined) this.#note(request, answer.reply)
      const mayPass = kind === 'away' || kind === 'page'
      if (kind === undefined || !(this.#hasDecided || (kind === 'away' && isRead(method)))) return answer
      const isAlone = (await control()) === undefined
      if (!isAlone && !(mayPass && (await this.#returns(control))))
        throw this.#endWith(request, answer.reply, kind, 'other requests')
      if (!mayPass && isRead(method) && this.#readable.has(path) && (await look(path)) !== undefined)
        throw this.#endWith(request, answer.reply, kind, 'the same again')
      if (!mayPass && !isRead(method) && this.#isRefusedForGood(method))
        throw this.#endWith(request, answer.reply, kind, 'other writes')
      if (!mayPass) return answer
      if (!isRead(method)) return isAlone || kind === 'away' ? answer : unanswered
      if (isAlone && tries === mostTries) return answer
      this.#pace.hold(firstPause * 2 ** tries)
      tries = isAlone ? tries + 1 : 0
    }
  }

  #note({ method, path }: RawRequest, { status }: ReceivedReply): void {
    this.#hasDecided = true
    if (method === 'GET' && status === 200) this.#readable.add(path)
    if (isRead(method)) return
    this.#refused = []
    if (method === 'DELETE') this.#readable.delete(path)
    if (isSuccess({ status })) this.#done.add(method)
  }

  /** A quota explains that one kind of write is refused, but not two, and not deletes. */
  #isRefusedForGood(method: string): boolean {
    if (!this.#done.has(method)) return false
    this.#refused.push(method)
    return new Set(this.#refused).size > 1 || (method === 'DELETE' && this.#refused.length >= mostDeletes)
  }

  /** Waits for a service that is away; once for all requests at the same time. */
  #returns(control: () => Promise<NoDecision | undefined>): Promise<boolean> {
    const wait = async () => {
      const end = this.#clock.now() + this.#timeout
      for (let pause = firstPause; this.#clock.now() < end; pause = Math.min(pause * 2, 1000)) {
        this.#pace.hold(pause)
        if ((await control()) === undefined) return true
      }
      return false
    }
    this.#returning ??= wait().finally(() => {
      this.#returning = undefined
    })
    return this.#returning
  }

  /** @param others what was answered so too. */
  #endWith(
    { method, path }: RawRequest,
    { status }: ReceivedReply,
    kind: NoDecision,
    others: string,
  ): ProviderUnreachable {
    const what = kind === 'page' ? `${status} with a page of HTML` : status
    this.#end ??= new ProviderUnreachable(
      kind === 'away' ? 'away' : 'no-access',
      `${method} ${path.slice(0, 100)} answered ${what}, as ${others} did, after ${this.#transport.requests} requests of this run. ${nextSteps[kind]}`,
    )
    return this.#end
  }
}
