/** Where a request went: the base address, and the path and query below it. */
export interface Destination {
  readonly base: string
  readonly path: string
}

/** What to do about a redirect: go on at another base address or path, or hand it on as the answer that it is. */
export type Redirection =
  | { readonly follow: Destination; readonly why: 'base' | 'slash' }
  | { readonly follow: undefined }

const redirects = [301, 302, 303, 307, 308]

export function isRedirect(status: number): boolean {
  return redirects.includes(status)
}

/**
 * Decides about a redirect (RFC 9110, section 15.4). Two kinds are the way to the same resource, and are followed:
 *
 * - the base address lies behind a safer one: from http to https, or to or from `www.`, and the path is the same;
 * - the base address lies elsewhere at the same origin, ends in the same segment, and the path below it is the same
 *   (307 and 308 alone, which writes can follow too);
 * - the path is the same but for a slash at its end, which the request did not have.
 *
 * A read follows 301, 302, 307 and 308; a write only 307 and 308, because after the others clients turn it into a GET.
 * Anything else is an answer of the provider: another path may be another post, and another origin is one that nobody
 * has named, to which neither credentials nor writes may go.
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

/** Asks whether a redirect keeps the method, so that writes can go the same way as reads. */
function isFixed(status: number): boolean {
  return status === 307 || status === 308
}

/** Asks whether an origin is the same service reached more safely; a provider on another port is another one. */
function isUpgrade(here: URL, there: URL): boolean {
  const sameHost = bare(here) === bare(there)
  const secured = here.protocol === 'http:' && there.protocol === 'https:'
  return sameHost && (secured || (here.protocol === there.protocol && here.port === there.port))
}

function bare({ hostname }: URL): string {
  return hostname.replace(/^www\./, '')
}

/** A location as it may be shown: without credentials, query and fragment, where a token may stand. */
export function shownLocation(location: string | undefined, from: Destination): string {
  if (location === undefined) return 'nowhere'
  if (!URL.canParse(location, from.base)) return 'something that is not an address'
  const { origin, pathname } = new URL(location, from.base + from.path)
  return origin + pathname
}
