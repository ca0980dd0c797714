import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { schemeOf } from '../incoming.ts'

/** Who may drive the control API. */
export interface ControlGuardOptions {
  /** The host that the server listens on, as it was given; undefined where somebody else sees to the Host header. */
  readonly host: string | undefined
  /** Origins of pages that may, such as `http://localhost:5173`; their hosts may be this server's name, too. */
  readonly allowOrigins: readonly string[]
  /** What a caller has to show; undefined where nothing. */
  readonly token: string | undefined
}

export const tokenMissing =
  'The control API needs the token that the server printed when it started. Send it as "Authorization: Bearer TOKEN", or open the page with #token=TOKEN.'

/** What a refusal for want of a token has (RFC 9110, section 11.6.1). */
export const bearer = { 'www-authenticate': 'Bearer realm="posts-understudy"' }

/** Whether a request shows the token. A preflight cannot, and does nothing. */
export function mayPass({ method, headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined || method === 'OPTIONS') return true
  const [, shown = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(shown), digest(token))
}

/** Texts of one length, whatever was sent: their comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Says why a request may not drive the control API; undefined where it may.
 *
 * A page in the browser of whoever runs the server can send requests to it. The Origin header gives away one of another
 * origin. One whose own name was made to point at this machine (DNS rebinding) counts as the same origin for the browser,
 * but the Host header still holds its name; an address cannot be rebound, so every address is fine there.
 */
export function whyForbidden(
  request: IncomingMessage,
  authority: string,
  { host, allowOrigins }: ControlGuardOptions,
): string | undefined {
  const name = hostName(authority)
  const known = [host?.toLowerCase(), 'localhost', ...allowOrigins.map((origin) => hostName(hostOf(origin)))]
  if (host !== undefined && isIP(name) === 0 && !known.includes(name) && !name.endsWith('.localhost')) {
    return `The control API does not answer to the host ${JSON.stringify(name)}. Call it by an address or as localhost, or allow an origin of that host.`
  }
  const { origin } = request.headers
  const own = `${schemeOf(request)}://${authority}`
  if (origin === undefined && isFromOtherSite(request))
    return 'A page of another site may not drive the control API.'
  if (origin === undefined || origin === own || allowOrigins.includes(origin)) return undefined
  return `A page of ${origin} may not drive the control API. Allow the origin if it should.`
}

/** Some requests of pages have no Origin header, such as those for images; a person who follows a link may. */
function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate'
}

/** An authority without its port, and without the brackets of an IPv6 address. */
function hostName(authority: string): string {
  return authority
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}

function hostOf(origin: string): string {
  return origin.replace(/^\w+:\/\//, '')
}
