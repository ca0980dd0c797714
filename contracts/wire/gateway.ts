import { isSafe } from '../../handlers/http/plain.ts'
import { isListPath, listPath, postPath } from '../scenarios/addresses.ts'
import { plainRequest, type ReceivedReply, type SentRequest } from '../scenarios/exchange.ts'
import { readBody } from '../scenarios/post-text.ts'
import { needsCertificate, type Outcome, ProviderUnreachable } from './failure.ts'
import { unanswered } from './messages.ts'
import type { Phase } from './pace.ts'
import { policies, RetryBudget, type RetryPolicy } from './retry.ts'
import {
  isBusy,
  isLimited,
  isRedirect,
  isRefusal,
  mayBeOfHeaders,
  type NoDecision,
  noDecisionIn,
  tlsNeededBy,
} from './status.ts'
import { exchange, type TransportOptions, withSlash } from './transport.ts'

const baseAddress =
  ' Check that the address is the base address, without /posts, such as https://api.example.com/v1'

/** What to do after a reply that ended a run, as a sentence after a space; empty where nothing is known. */
export function nextStepAfter(reply: ReceivedReply, url: string): string {
  const location = shownLocation(reply.headers.location, url + listPath)
  const tls = tlsNeededBy(reply)
  if (tls === 'https') return ` This port expects https. Pass ${url.replace(/^http:/, 'https:')}.`
  if (tls === 'certificate') return ` It ${needsCertificate}`
  if (isRedirect(reply) && /^http:/.test(url) && /^https:.*\/posts$/.test(location))
    return ` It redirects to https. Pass ${location.slice(0, -listPath.length)}.`
  if (reply.status === 404 || reply.status === 405) return `${baseAddress}.`
  switch (noDecisionIn(reply)) {
    case 'refused':
      if (isOfForgery.test(reply.body)) return missingHeader(reply)
      return " Pass credentials that may do this, and stay valid for the whole run, with --header 'Authorization: …', or run it from an address that may."
    case 'limited':
      return ` Run it again ${afterPause(reply)}, or send fewer requests with --rate.`
    case 'redirected':
      if (location === `${url}${listPath}/`)
        return ` It redirects to a path with a slash, and clients do not repeat a write after ${reply.status}. It must answer 307 or 308.`
      return ` It redirects to ${location}: pass the address of the service itself, or credentials that stay valid with --header 'Authorization: …'.`
    case 'page':
      return `${baseAddress}, and not that of a page to log in, or for maintenance.`
    case 'away':
      return reply.status === 503 ? ifTooFast : ifAway
    default:
      return missingHeader(reply)
  }
}

/** Whether a service that refuses a request names a header that it lacks. */
export function wantsHeader(reply: ReceivedReply): boolean {
  return mayBeOfHeaders(reply) && missingHeader(reply) !== ''
}

/** A longer text is not quoted, in characters: a part of it could have a part of a secret. */
const longestQuoted = 200

/** What a reply says in words: its JSON, or the title of its page, after a space; empty where it is long. */
export function quoted({ body }: ReceivedReply): string {
  const [, title] = /<title[^>]*>([^<]*)<\/title>/i.exec(body.slice(0, 2000)) ?? []
  const text = (title ?? (readBody(body) === undefined ? '' : body)).replaceAll(/\s+/g, ' ').trim()
  return text === '' || text.length > longestQuoted ? '' : ` ${title === undefined ? text : `"${text}"`}`
}

/** When a service that limits requests says to come again. */
function afterPause(reply: ReceivedReply): string {
  const pause = retryAfter(reply)
  return pause === undefined ? 'later' : `after the ${pause / 1000} s that it asks for`
}

/** The advice where nothing is answered any more. */
const ifAway = ' Check that the provider is still running, or run it again later with --wait 60.'

/** The advice after a 503 among other replies: with it gateways refuse requests that come too fast. */
export const ifTooFast = ' If it refuses requests that come too fast, send fewer with --rate 5.'

/** The name of a header in a message, such as `Idempotency-Key`; a CSRF token has several. */
const headerName = /\b(?:X-)?[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+\b/

const isOfForgery = /csrf|xsrf/i

/** The advice after a refusal that names a header which is missing. */
function missingHeader({ status, body }: ReceivedReply): string {
  if (!isRefusal({ status })) return ''
  const [named] = headerName.exec(body.slice(0, 2000)) ?? []
  const name = named ?? (status === 428 ? 'If-Match' : isOfForgery.test(body) ? 'X-CSRF-Token' : undefined)
  return name === undefined ? '' : ` If it needs the header ${name}, pass it with --header '${name}: …'.`
}

/** A location without credentials, query and fragment, which may hold a token. */
function shownLocation(location: string | undefined, address: string): string {
  if (location === undefined || !URL.canParse(location, address)) return 'an invalid address'
  const { origin, pathname } = new URL(location, address)
  return origin + pathname
}

/** After so many deletes in a row that were refused, a run cannot remove its posts. */
const mostDeletes = 3
/** After so many resets of the same write, the service does not answer it. */
const mostResets = 2

/**
 * Sends requests until they have a reply that counts: again where the service asks for it, or a read broke off. Ends a
 * run once a service that decided before makes no more decisions, and waits for one that is away. What only one kind of
 * request is answered is the reply to it.
 */
export class Gateway {
  /** How many requests were sent, retries included. */
  requests = 0
  /** What is worth telling, in sentences. */
  readonly notes = new Set<string>()
  /** That replies come from a cache, as a sentence after a space. Undefined where none said so. */
  cache: string | undefined
  readonly #options: TransportOptions
  #hasDecided = false
  /** The reads that were answered with 200 since the latest DELETE of their post. */
  readonly #readable = new Set<string>()
  /** The methods of the writes since the latest decision about one. */
  #refused: string[] = []
  /** How often each write met a reset. */
  readonly #resets = new Map<string, number>()
  #end: ProviderUnreachable | undefined

  /** @param options.timeout how long one request may wait in all, whatever for, in milliseconds. */
  constructor(options: TransportOptions) {
    this.#options = options
  }

  /**
   * Sends a request, and returns the reply to judge.
   * @throws ProviderUnreachable where there is none, or the service makes no more decisions.
   */
  async send(request: SentRequest, phase: Phase): Promise<ReceivedReply> {
    // What is asked because of a request waits out of the same budget.
    const budget = new RetryBudget(this.#options.timeout)
    const answer = (each: SentRequest) => this.#answer(each, phase, budget)
    if (phase.takesAny) return await answer(request)
    if (this.#end) throw this.#end
    const { method, path } = request
    const isDecided = async (at: string) => noDecisionIn(await answer(plainRequest('GET', at))) === undefined
    let wasAway = false
    for (let reply = await answer(request); ; ) {
      const kind = noDecisionIn(reply)
      if (kind === undefined) this.#note(request, reply)
      if (kind === undefined || !(this.#hasDecided || (kind === 'away' && isSafe(method)))) return reply
      const isThere = await isDecided(isListPath(path) ? postPath(Number.MAX_SAFE_INTEGER) : listPath)
      const mayPass = kind === 'away' || kind === 'page'
      if (isThere && !mayPass) {
        const isSame = isSafe(method) && this.#readable.has(path) && !(await isDecided(path))
        if (isSame) throw this.#endWith(request, reply, kind, 'the same again')
        if (this.#isRefusedForGood(method)) throw this.#endWith(request, reply, kind, 'other writes')
        return reply
      }
      if (isThere && !isSafe(method)) return kind === 'page' && wasAway ? unanswered : reply
      if (!mayPass || !this.#pause(budget, isThere ? policies.gateway : policies.away, reply)) {
        if (isThere) return reply
        throw this.#endWith(request, reply, kind, 'other requests')
      }
      wasAway ||= !isThere
      if (isSafe(method)) reply = await answer(request)
    }
  }

  /** The reply of the service, or of a gateway before it. A write whose connection was reset may have been done. */
  async #answer(request: SentRequest, phase: Phase, budget: RetryBudget): Promise<ReceivedReply> {
    const { pace, base } = this.#options
    let sent = request
    const send = () => {
      this.requests++
      return exchange(sent, phase, this.#options)
    }
    for (;;) {
      const outcome = await pace.send(send, phase, request.method)
      const redirected = 'status' in outcome ? withSlash(sent, base, outcome) : undefined
      if (redirected) {
        this.notes.add('The provider redirects to paths with a slash at the end, and the run followed.')
        sent = redirected
        continue
      }
      const policy = policyAfter(request, outcome, phase)
      const isAgain = policy !== undefined && this.#pause(budget, policy, outcome, retryAfter(outcome))
      if (!isAgain)
        return outcome instanceof ProviderUnreachable ? this.#afterReset(request, outcome) : outcome
      const what = 'status' in outcome ? `was busy (${outcome.status})` : 'closed connections'
      this.notes.add(`The provider ${what}, and the run waited.`)
    }
  }

  /** Whether there is a pause before another try; nothing is sent until it is over. */
  #pause(budget: RetryBudget, policy: RetryPolicy, after: Outcome, wish?: number): boolean {
    const pause = budget.next(policy, wish)
    if (pause !== undefined) this.#options.pace.hold(pause, after)
    return pause !== undefined
  }

  /** The reply to judge after a write that met a reset. @throws ProviderUnreachable for any other failure. */
  #afterReset({ method, path, body }: SentRequest, failure: ProviderUnreachable): ReceivedReply {
    if (failure.failureReason !== 'reset' || isSafe(method)) throw failure
    const write = `${method} ${path} ${body}`
    const count = (this.#resets.get(write) ?? 0) + 1
    this.#resets.set(write, count)
    if (count > mostResets) throw failure
    this.notes.add('Connections were reset during writes, so the run looked whether these were done.')
    return unanswered
  }

  #note({ method, path }: SentRequest, { status, headers }: ReceivedReply): void {
    this.#hasDecided = true
    const cached = isSafe(method) ? cacheIn(headers) : undefined
    if (cached)
      this.cache ??= ` ${method} ${path} may come from a cache (${cached}): pass the address of the service behind it, if it has one.`
    if (method === 'GET' && status === 200) this.#readable.add(path)
    if (!isSafe(method)) this.#refused = []
    if (method === 'DELETE') this.#readable.delete(path)
  }

  /** A quota explains that one kind of write is refused, but not two, and not deletes. */
  #isRefusedForGood(method: string): boolean {
    if (isSafe(method)) return false
    this.#refused.push(method)
    return new Set(this.#refused).size > 1 || (method === 'DELETE' && this.#refused.length >= mostDeletes)
  }

  /** @param others what was answered so too. */
  #endWith(
    { method, path }: SentRequest,
    reply: ReceivedReply,
    kind: NoDecision,
    others: string,
  ): ProviderUnreachable {
    const what = `${reply.status}${kind === 'page' ? ' with a page of HTML' : ''}${quoted(reply)}`
    const nextStep = kind === 'away' ? ifAway : nextStepAfter(reply, this.#options.base)
    this.#end ??= new ProviderUnreachable(
      'no-decision',
      `${method} ${path.slice(0, 100)} answered ${what}, as ${others} did, after ${this.requests} requests of this run.${nextStep}`,
    )
    return this.#end
  }
}

/** The header by which a reply says that it comes from a cache, or may be kept in one (RFC 9111). */
function cacheIn(headers: ReceivedReply['headers']): string | undefined {
  const told = Object.entries(headers).find(
    ([name, value]) =>
      (name === 'age' && Number(value) > 0) ||
      (name.includes('cache') && /\bhit\b/i.test(value)) ||
      (name === 'cache-control' && /\b(?:s-max|max-)age=0*[1-9]/i.test(value)),
  )
  return told?.join(': ').slice(0, 100)
}

/** When a request is sent again after its outcome; undefined where it is not. */
function policyAfter(
  { method }: SentRequest,
  outcome: Outcome,
  { isCleaning }: Phase,
): RetryPolicy | undefined {
  if (outcome instanceof ProviderUnreachable) {
    const { failureReason: reason } = outcome
    const isBroken = isSafe(method) && (reason === 'reset' || reason === 'cut')
    return isBroken || reason === 'intercepted' ? policies.reset : undefined
  }
  // A busy service may have done a write.
  const isLater = isSafe(method) && isBusy(outcome) && retryAfter(outcome) !== undefined
  if (isLimited(outcome) || isLater) return policies.limited
  // Such as that of a gateway to requests that come too fast; a second DELETE does no harm.
  return isCleaning && outcome.status === 503 ? policies.away : undefined
}

/** A Retry-After in milliseconds (RFC 9110, section 10.2.3); undefined where it is missing, invalid or a date. */
function retryAfter(outcome: Outcome): number | undefined {
  const value = 'headers' in outcome ? outcome.headers['retry-after'] : undefined
  return /^\d+$/.test(value ?? '') ? Number(value) * 1000 : undefined
}
