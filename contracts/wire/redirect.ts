import type { ReceivedReply } from '../spec/exchange.ts'

export interface Destination {
  readonly base: string
  readonly path: string
}

const redirects = [301, 302, 303, 307, 308]

export function isRedirect(status: number): boolean {
  return redirects.includes(status)
}

/**
 * Decides whether to follow a redirect (RFC 9110, section 15.4). These lead to the same resource and are followed:
 * - from http to https, or to or from `www.`, with the same path;
 * - to another base address at the same origin with the same last segment, and the same path below it (307 and 308
 * only);
 * - to the same path with a trailing slash.
 *
 * A read follows 301, 302, 307 and 308; a write only 307 and 308, because clients turn it into a GET after the
 * others. Anything else is the reply: another path may be another post, and another origin must not get credentials
 * or writes.
 *
 * @returns where to follow it; undefined where it is the reply.
 */
export function redirectedTo(
  method: string,
  from: Destination,
  status: number,
  location: string | undefined,
): Destination | undefined {
  if (status === 303 || location === undefined) return undefined
  if (!['GET', 'HEAD'].includes(method) && !isFixed(status)) return undefined
  const here = new URL(from.base + from.path)
  if (!URL.canParse(location, here.href)) return undefined
  const there = new URL(location, here.href)
  if (there.search !== here.search) return undefined
  const withSlash = !here.pathname.endsWith('/') && there.pathname === `${here.pathname}/`
  const basePath = new URL(from.base).pathname
  const version = basePath.slice(basePath.lastIndexOf('/'))
  const below = here.pathname.slice(basePath.length)
  if (
    isFixed(status) &&
    there.origin === here.origin &&
    !withSlash &&
    there.pathname.endsWith(version + below)
  ) {
    const base = there.origin + there.pathname.slice(0, there.pathname.length - below.length)
    return base === from.base ? undefined : { base, path: from.path }
  }
  if (there.pathname !== here.pathname && !withSlash) return undefined
  const base = there.origin + basePath.replace(/\/+$/, '')
  const path = withSlash ? from.path.replace(/\?|$/, '/$&') : from.path
  const isAllowed = there.origin === here.origin ? withSlash : isUpgrade(here, there)
  return isAllowed ? { base, path } : undefined
}

/** Whether a redirect keeps the method. */
function isFixed(status: number): boolean {
  return status === 307 || status === 308
}

/** Whether a reply says that its port expects https, as servers do: there is no status for it. */
export function expectsHttps({ status, body }: Pick<ReceivedReply, 'status' | 'body'>): boolean {
  return status === 400 && /\bHTTPS\b|\bSSL\b/i.test(body.slice(0, 2000))
}

/** Whether an origin is the same service, with https or another `www.`. */
function isUpgrade(here: URL, there: URL): boolean {
  const sameHost = bare(here) === bare(there)
  const secured = here.protocol === 'http:' && there.protocol === 'https:'
  return sameHost && (secured || (here.protocol === there.protocol && here.port === there.port))
}

function bare({ hostname }: URL): string {
  return hostname.replace(/^www\./, '')
}

/** A location without credentials, query and fragment, which may hold a token. */
export function shownLocation(location: string | undefined, from: Destination): string {
  if (location === undefined) return 'no location'
  if (!URL.canParse(location, from.base)) return 'an invalid address'
  const { origin, pathname } = new URL(location, from.base + from.path)
  return origin + pathname
}
