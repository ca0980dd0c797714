import { isBusy, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { readBody } from '../spec/post-text.ts'

/** Why a reply is not a decision about a post: it comes from a gate before the service, or the service is away. */
export type NoDecision = 'refused' | 'limited' | 'redirected' | 'page' | 'away'

/** Undefined where the reply is a decision of the service. */
export function noDecisionIn(reply: ReceivedReply): NoDecision | undefined {
  const { status } = reply
  if (status === 401 || status === 403 || status === 407) return 'refused'
  if (status === 429) return 'limited'
  if (isBusy(reply)) return 'away'
  if (isRedirect(status) && status !== 303) return 'redirected'
  return isSuccess(reply) && isHtml(reply) && readBody(reply.body) === undefined ? 'page' : undefined
}

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** Whether a reply says that the port expects https. Servers say it in the text of a 400; HTTP has no status for it. */
export function expectsHttps({ status, body }: Pick<ReceivedReply, 'status' | 'body'>): boolean {
  return status === 400 && /\bHTTPS\b|\bSSL\b/i.test(body.slice(0, 2000))
}

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
      return ` It redirects to ${shownLocation(reply.headers.location, `${url}/posts`)}: pass the address of the service itself, or credentials that stay valid with --header 'Authorization: …'.`
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

/** Whether a reply says that it is a page of HTML. */
function isHtml({ headers }: Pick<ReceivedReply, 'headers'>): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '')
}
