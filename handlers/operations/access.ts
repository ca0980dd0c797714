import type { Credentials } from '../choices/access-choices.ts'
import type { PlainHeaders, PlainReply } from '../http/plain.ts'
import { refusal } from '../http/refusal.ts'
import type { RequestContext } from './operation.ts'

/**
 * Refuses a request without credentials (`access.credentials`) or beyond the rate limit (`limit.requests`); otherwise
 * undefined.
 */
export function turnedAway({ request, world }: RequestContext): PlainReply | undefined {
  const { profile, options } = world
  const needed = profile['access.credentials']
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  if (needed !== 'none' && (isWrite || profile['access.guarded'] === 'everything')) {
    const given = credentialsIn(request.headers, needed)
    if (given === undefined || (options.credentials && !options.credentials.includes(given))) {
      const status = profile['access.status']
      const detail =
        given === undefined ? 'The request has no credentials.' : 'The credentials are not accepted.'
      return refusal(profile, status, detail, { headers: status === 401 ? challenge(needed) : {} })
    }
  }
  const limit = profile['limit.requests']
  const wait = limit === 'none' ? undefined : world.requests.add(limit, options.now())
  if (wait === undefined) return undefined
  return refusal(profile, 429, `Too many requests; the next is served in ${wait} s.`, {
    headers: { 'retry-after': String(wait) },
  })
}

/** The credentials of a request in the form of {@link WorldSettings.credentials}; undefined for none. */
function credentialsIn(headers: PlainHeaders, needed: Exclude<Credentials, 'none'>): string | undefined {
  if (typeof needed === 'object') return headers[needed.header]
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() !== needed) return undefined
  return needed === 'bearer' ? value : decoded(value)
}

/** Decodes a name and a password, separated by a colon; undefined if invalid. */
function decoded(base64: string): string | undefined {
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0)))
    return text.includes(':') ? text : undefined
  } catch {
    return undefined
  }
}

function challenge(needed: Exclude<Credentials, 'none'>): PlainHeaders {
  const scheme = typeof needed === 'object' ? 'ApiKey' : needed === 'basic' ? 'Basic' : 'Bearer'
  return { 'www-authenticate': `${scheme} realm="posts"` }
}
