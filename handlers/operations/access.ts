import { neededCredentials } from '../choices/answers.ts'
import type { Profile } from '../choices/profile.ts'
import { isSafe, type PlainHeaders, type PlainReply } from '../http/plain.ts'
import { refusal } from '../http/refusal.ts'
import type { World } from '../world/world.ts'
import type { RequestContext } from './route.ts'

/**
 * Refuses a request without credentials (`access.credentials`) or beyond the rate limit (`limit.requests`); otherwise
 * undefined.
 */
export function accessRefusal({ request, world }: RequestContext): PlainReply | undefined {
  const { profile, options } = world
  const needed = neededCredentials(profile['access.credentials'])
  if (needed && (!isSafe(request.method) || needed.guards === 'everything')) {
    const given = credentialsIn(request.headers, needed)
    const accepted = options.credentials && [options.credentials].flat().map((each) => encoded(each, needed))
    if (given === undefined || (accepted && !accepted.includes(given))) {
      const { status } = needed
      const detail =
        given === undefined ? 'The request has no credentials.' : 'The credentials are not accepted.'
      return refusal(profile, status, detail, { headers: status === 401 ? challenge(needed) : {} })
    }
  }
  const limit = profile['limit.requests']
  const wait = limit === 'none' ? undefined : secondsToWait(world, limit)
  if (wait === undefined) return undefined
  return refusal(profile, 429, `Too many requests; the next is served in ${wait} s.`, {
    headers: { 'retry-after': String(wait) },
  })
}

/** Counts a request; the seconds until the next one is served, if this one is beyond the limit. */
function secondsToWait(
  world: World,
  limit: { readonly requests: number; readonly seconds: number },
): number | undefined {
  const now = world.options.now()
  const length = limit.seconds * 1000
  const { since, served } = world.window
  if (served === 0 || now - since >= length) world.window = { since: now, served: 1 }
  else if (served >= limit.requests) return Math.max(1, Math.ceil((since + length - now) / 1000))
  else world.window = { since, served: served + 1 }
  return undefined
}

type Needed = NonNullable<ReturnType<typeof neededCredentials>>

function credentialsIn(headers: PlainHeaders, { scheme, header }: Needed): string | undefined {
  const sent = headers[header]
  if (scheme === undefined || sent === undefined) return sent
  const [, given = '', value] = /^(\S+) +(\S+) *$/.exec(sent) ?? []
  return given.toLowerCase() === scheme ? value : undefined
}

/** Credentials of the option as a request has them: a name and a password are sent in Base64. */
function encoded(credentials: string, { scheme }: Needed): string {
  return scheme === 'basic'
    ? btoa(String.fromCharCode(...new TextEncoder().encode(credentials)))
    : credentials
}

function challenge({ scheme }: Needed): PlainHeaders {
  const name = scheme === undefined ? 'ApiKey' : scheme === 'basic' ? 'Basic' : 'Bearer'
  return { 'www-authenticate': `${name} realm="posts"` }
}

/** The CORS headers of a reply. They have the origin of the request, not `*`, so that credentials work. */
export function corsHeaders({ origin }: PlainHeaders, profile: Profile): PlainHeaders {
  if (profile['cors.origins'] === 'none') return {}
  if (origin === undefined) return { 'access-control-allow-origin': '*', ...exposed }
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
    ...exposed,
  }
}

/** The headers that a page needs to read, besides the safelisted ones. */
const exposed = { 'access-control-expose-headers': 'Location, Allow, Link, Retry-After, WWW-Authenticate' }
