import type { ReceivedReply } from '../spec/exchange.ts'
import { isRead } from './target.ts'

export interface Destination {
  readonly base: string
  readonly path: string
}

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/**
 * Decides whether to follow a redirect (RFC 9110, section 15.4): only to the same path, with or without a slash at its
 * end, of the same host, with https or another `www.`. Another path may be another post, and another host must not get
 * credentials or writes. Of a write only 307 and 308 are followed: clients turn it into a GET after the others.
 *
 * @returns where to follow it; undefined where it is the reply.
 */
export function redirectedTo(
  method: string,
  from: Destination,
  status: number,
  location: string | undefined,
): Destination | undefined {
  const keepsMethod = status === 307 || status === 308
  if (status === 303 || location === undefined || !(isRead(method) || keepsMethod)) return undefined
  const here = new URL(from.base + from.path)
  if (!URL.canParse(location, here.href)) return undefined
  const there = new URL(location, here.href)
  const withSlash = !here.pathname.endsWith('/') && there.pathname === `${here.pathname}/`
  const isSamePath = withSlash || there.pathname === here.pathname
  if (!isSamePath || there.search !== here.search) return undefined
  if (there.origin === here.origin ? !withSlash : !isUpgrade(here, there)) return undefined
  return {
    base: there.origin + new URL(from.base).pathname.replace(/\/+$/, ''),
    path: withSlash ? from.path.replace(/\?|$/, '/$&') : from.path,
  }
}

/** Whether an origin is the same service, with https or another `www.`. */
function isUpgrade(here: URL, there: URL): boolean {
  const isSameHost = bare(here) === bare(there)
  const isSecured = here.protocol === 'http:' && there.protocol === 'https:'
  return isSameHost && (isSecured || (here.protocol === there.protocol && here.port === there.port))
}

function bare({ hostname }: URL): string {
  return hostname.replace(/^www\./, '')
}

/** Whether a reply says that its port expects https, as servers do: there is no status for it. */
export function expectsHttps({ status, body }: Pick<ReceivedReply, 'status' | 'body'>): boolean {
  return status === 400 && /\bHTTPS\b|\bSSL\b/i.test(body.slice(0, 2000))
}

/** A location without credentials, query and fragment, which may hold a token. */
export function shownLocation(location: string | undefined, from: Destination): string {
  if (location === undefined) return 'no location'
  if (!URL.canParse(location, from.base)) return 'an invalid address'
  const { origin, pathname } = new URL(location, from.base + from.path)
  return origin + pathname
}
