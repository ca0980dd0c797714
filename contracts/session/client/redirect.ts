export interface Destination {
  readonly base: string
  readonly path: string
}

/** Where to follow a redirect, and why; `follow: undefined` makes it the reply. */
export type Redirection =
  | { readonly follow: Destination; readonly why: 'base' | 'slash' }
  | { readonly follow: undefined }

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
 */
export function redirectionOf(
  method: string,
  from: Destination,
  status: number,
  location: string | undefined,
): Redirection {
  const stay = { follow: undefined }
  if (status === 303 || location === undefined) return stay
  if (!['GET', 'HEAD'].includes(method) && !isFixed(status)) return stay
  const here = new URL(from.base + from.path)
  if (!URL.canParse(location, here.href)) return stay
  const there = new URL(location, here.href)
  if (there.search !== here.search) return stay
  const query = from.path.slice(from.path.split('?')[0]?.length)
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
    return base === from.base ? stay : { follow: { base, path: from.path }, why: 'base' }
  }
  if (there.pathname !== here.pathname && !withSlash) return stay
  const base = there.origin + new URL(from.base).pathname.replace(/\/+$/, '')
  const path = withSlash ? `${from.path.slice(0, from.path.length - query.length)}/${query}` : from.path
  if (there.origin === here.origin) return withSlash ? { follow: { base, path }, why: 'slash' } : stay
  return isUpgrade(here, there) ? { follow: { base, path }, why: 'base' } : stay
}

/** Whether a redirect keeps the method. */
function isFixed(status: number): boolean {
  return status === 307 || status === 308
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
