import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { refuse } from '../control/refuse.ts'
import { noFrame } from './built-files.ts'

/** Who may use the control API. */
export interface ControlGuardOptions {
  /** The given host of the server; undefined where another server checks the Host header. */
  readonly host: string | undefined
  /** Allowed origins of pages, such as `http://localhost:5173`; their hosts are also allowed as Host. */
  readonly allowOrigins: readonly string[]
  /** The required token, if any. */
  readonly token: string | undefined
}

const tokenMissing =
  'The control API needs the token that the server printed when it started. Send it as "Authorization: Bearer TOKEN", or open the page with #token=TOKEN.'

/** The header of a 401 (RFC 9110, section 11.6.1). */
const bearer = { 'www-authenticate': 'Bearer realm="posts-understudy"' }

/** Answers with the control API, if the request may use it; adds the headers for pages of allowed origins. */
export async function guarded(
  request: Request,
  options: ControlGuardOptions,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  const forbidden = whyForbidden(request, options)
  if (forbidden !== undefined) return refuse(403, forbidden, noFrame)
  const headers = { ...noFrame, ...corsHeaders(request, options) }
  if (!hasToken(request, options.token)) return refuse(401, tokenMissing, { ...headers, ...bearer })
  const response = await answer()
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Whether a request has the token. A preflight needs none. */
function hasToken({ method, headers }: Request, token: string | undefined): boolean {
  if (token === undefined || method === 'OPTIONS') return true
  const [, shown = ''] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return timingSafeEqual(digest(shown), digest(token))
}

/** Hashes have equal lengths, so comparing them reveals nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** CORS headers, only for the allowed origins. */
function corsHeaders({ method, headers }: Request, { allowOrigins }: ControlGuardOptions) {
  const origin = headers.get('origin')
  if (origin === null || !allowOrigins.includes(origin)) return {}
  const allowed = { 'access-control-allow-origin': origin, vary: 'Origin' }
  if (method !== 'OPTIONS') return allowed
  return {
    ...allowed,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
  }
}

/**
 * Why a request may not use the control API; undefined where it may.
 *
 * Any page in the user's browser can send requests to the server. The Origin header shows another origin. With DNS
 * rebinding the browser sees the same origin, but the Host header has the page's name; an IP address cannot be
 * rebound.
 */
function whyForbidden(
  { url, headers }: Request,
  { host, allowOrigins }: ControlGuardOptions,
): string | undefined {
  const { hostname, origin: own } = new URL(url)
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  const known = [host?.toLowerCase(), 'localhost', ...allowOrigins.map((origin) => new URL(origin).hostname)]
  if (host !== undefined && isIP(name) === 0 && !known.includes(name) && !name.endsWith('.localhost')) {
    return `The control API does not accept the host ${JSON.stringify(name)}. Use an IP address or localhost, or allow an origin of that host.`
  }
  const origin = headers.get('origin')
  if (origin === null && isFromOtherSite(headers))
    return 'A page of another site may not use the control API.'
  if (origin === null || origin === own || allowOrigins.includes(origin)) return undefined
  return `A page of ${origin} may not use the control API. Allow the origin with allowOrigins (--allow-origin).`
}

/**
 * Whether a request without Origin comes from a page of another site, such as for an image; following a link is
 * permitted.
 */
function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return (site === 'cross-site' || site === 'same-site') && headers.get('sec-fetch-mode') !== 'navigate'
}
