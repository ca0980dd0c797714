import { isListPath, listPath, postPath } from '../scenarios/addresses.ts'
import { plainRequest, type ReceivedReply, type SentRequest } from '../scenarios/exchange.ts'
import { ProviderUnreachable } from './failure.ts'
import { isRead, unanswered } from './messages.ts'
import { expectsHttps, type NoDecision, noDecisionIn } from './status.ts'
import type { Transport, TransportOptions } from './transport.ts'

const baseAddress =
  ' Check that the address is the base address, without /posts, such as https://api.example.com/v1'

/** What to do after a reply that ended a run, as a sentence after a space; empty where nothing is known. */
export function nextStepAfter(reply: ReceivedReply, url: string): string {
  if (expectsHttps(reply)) return ` This port expects https. Pass ${url.replace(/^http:/, 'https:')}.`
  if (reply.status === 404 || reply.status === 405) return `${baseAddress}.`
  switch (noDecisionIn(reply)) {
    case 'refused':
      return " Pass credentials that may do this, and stay valid for the whole run, with --header 'Authorization: …'."
    case 'limited':
      return ' Run it again later, or send fewer requests with --rate.'
    case 'redirected':
      return ` It redirects to ${shownLocation(reply.headers.location, url + listPath)}: pass the address of the service itself, or credentials that stay valid with --header 'Authorization: …'.`
    case 'page':
      return `${baseAddress}, and not that of a page to log in, or for maintenance.`
    case 'away':
      return ' Check that the provider is still running.'
    default:
      return ''
  }
}

/** A location without credentials, query and fragment, which may hold a token. */
function shownLocation(location: string | undefined, address: string): string {
  if (location === undefined || !URL.canParse(location, address)) return 'an invalid address'
  const { origin, pathname } = new URL(location, address)
  return origin + pathname
}

/** After so many deletes in a row that were refused, a run cannot remove its posts. */
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
  readonly #options: TransportOptions
  #hasDecided = false
  /** The reads that were answered with 200 since the latest DELETE of their post. */
  readonly #readable = new Set<string>()
  /** The methods of the writes since the latest decision about one. */
  #refused: string[] = []
  #end: ProviderUnreachable | undefined

  /** @param options.timeout how long the service may be away, in milliseconds. */
  constructor(transport: Transport, options: TransportOptions) {
    this.#transport = transport
    this.#options = options
  }

  /**
   * Sends a request, and returns the reply to judge.
   * @throws ProviderUnreachable where the service makes no more decisions.
   */
  async make(
    request: SentRequest,
    send: (request: SentRequest) => Promise<ReceivedReply>,
  ): Promise<ReceivedReply> {
    if (this.#end) throw this.#end
    const { method, path } = request
    const isDecided = async (at: string) => noDecisionIn(await send(plainRequest('GET', at))) === undefined
    const isThere = () => isDecided(isListPath(path) ? postPath(Number.MAX_SAFE_INTEGER) : listPath)
    for (let tries = 0; ; tries++) {
      const reply = await send(request)
      const kind = noDecisionIn(reply)
      if (kind === undefined) this.#note(request, reply)
      if (kind === undefined || !(this.#hasDecided || (kind === 'away' && isRead(method)))) return reply
      const mayPass = kind === 'away' || kind === 'page'
      const isAlone = await isThere()
      if (!isAlone && !(mayPass && (await this.#returns(isThere))))
        throw this.#endWith(request, reply, kind, 'other requests')
      if (!mayPass && isRead(method) && this.#readable.has(path) && !(await isDecided(path)))
        throw this.#endWith(request, reply, kind, 'the same again')
      if (!mayPass && !isRead(method) && this.#isRefusedForGood(method))
        throw this.#endWith(request, reply, kind, 'other writes')
      if (!mayPass) return reply
      if (!isRead(method)) return isAlone || kind === 'away' ? reply : unanswered
      if (isAlone && tries >= mostTries) return reply
      this.#options.pace.hold(firstPause * 2 ** tries)
    }
  }

  #note({ method, path }: SentRequest, { status }: ReceivedReply): void {
    this.#hasDecided = true
    if (method === 'GET' && status === 200) this.#readable.add(path)
    if (!isRead(method)) this.#refused = []
    if (method === 'DELETE') this.#readable.delete(path)
  }

  /** A quota explains that one kind of write is refused, but not two, and not deletes. */
  #isRefusedForGood(method: string): boolean {
    this.#refused.push(method)
    return new Set(this.#refused).size > 1 || (method === 'DELETE' && this.#refused.length >= mostDeletes)
  }

  /** Waits for a service that is away. */
  async #returns(isThere: () => Promise<boolean>): Promise<boolean> {
    const { pace, clock, timeout } = this.#options
    const end = clock.now() + timeout
    for (let pause = firstPause; clock.now() < end; pause = Math.min(pause * 2, 1000)) {
      pace.hold(pause)
      if (await isThere()) return true
    }
    return false
  }

  /** @param others what was answered so too. */
  #endWith(
    { method, path }: SentRequest,
    reply: ReceivedReply,
    kind: NoDecision,
    others: string,
  ): ProviderUnreachable {
    const what = kind === 'page' ? `${reply.status} with a page of HTML` : reply.status
    this.#end ??= new ProviderUnreachable(
      kind === 'away' ? 'away' : 'no-access',
      `${method} ${path.slice(0, 100)} answered ${what}, as ${others} did, after ${this.#transport.requests} requests of this run.${nextStepAfter(reply, this.#options.base)}`,
    )
    return this.#end
  }
}
