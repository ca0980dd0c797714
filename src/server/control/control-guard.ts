import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { schemeOf } from '../incoming.ts'

/** Who may use the control API. */
export interface ControlGuardOptions {
  /** The given host of the server; undefined where another server checks the Host header. */
  readonly host: string | undefined
  /** Allowed origins of pages, such as `http://localhost:5173`; their hosts are also allowed as Host. */
  readonly allowOrigins: readonly string[]
  /** The required token, if any. */
  readonly token: string | undefined
}

export const tokenMissing =
  'The control API needs the token that the server printed when it started. Send it as "Authorization: Bearer TOKEN", or open the page with #token=TOKEN.'

/** The header of a 401 (RFC 9110, section 11.6.1). */
export const bearer = { 'www-authenticate': 'Bearer realm="posts-understudy"' }

/** Whether a request has the token. A preflight needs none. */
export function mayPass({ method, headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined || method === 'OPTIONS') return true
  const [, shown = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(shown), digest(token))
}

/** Hashes have equal lengths, so comparing them reveals nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Why a request may not use the control API; undefined where it may.
 *
 * Any page in the user's browser can send requests to the server. The Origin header shows another origin. With DNS
 * rebinding the browser sees the same origin, but the Host header has the page's name; an IP address cannot be
 * rebound.
 */
export function whyForbidden(
  request: IncomingMessage,
  authority: string,
  { host, allowOrigins }: ControlGuardOptions,
): string | undefined {
  const name = hostName(authority)
  const known = [
    host?.toLowerCase(),
    'localhost',
    ...allowOrigins.map((origin) => hostName(new URL(origin).host)),
  ]
  if (host !== undefined && isIP(name) === 0 && !known.includes(name) && !name.endsWith('.localhost')) {
    return `The control API does not accept the host ${JSON.stringify(name)}. Use an IP address or localhost, or allow an origin of that host.`
  }
  const { origin } = request.headers
  const own = `${schemeOf(request)}://${authority}`
  if (origin === undefined && isFromOtherSite(request))
    return 'A page of another site may not use the control API.'
  if (origin === undefined || origin === own || allowOrigins.includes(origin)) return undefined
  return `A page of ${origin} may not use the control API. Allow the origin with allowOrigins (--allow-origin).`
}

/**
 * Whether a request without Origin comes from a page of another site, such as for an image; following a link is
 * permitted.
 */
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
