import type { Profile } from '../choices/profile.ts'
import { pathOf } from '../http/base-url.ts'
import { emptyReply, type PlainHeaders, type PlainReply, type PlainRequest } from '../http/plain.ts'
import { refusal } from '../http/refusal.ts'
import { methodsOf } from '../operations.ts'
import type { Route } from './operation.ts'

/** The reply to a request besides the five operations: another method or another path. */
export function answerOther(request: PlainRequest, path: Route['path'], profile: Profile): PlainReply {
  if (!path) return refusal(profile, 404, `There is nothing at ${wholePath(request)}.`)
  const allow = { allow: allowedMethods(path) }
  if (request.method === 'OPTIONS') return emptyReply(204, allow)
  const status = profile['method.other']
  return refusal(profile, status, `${request.method} is not a method of ${wholePath(request)}.`, {
    headers: status === 405 ? allow : {},
  })
}

/** A path with the path of the base address. */
function wholePath({ base, path }: PlainRequest): string {
  return pathOf(base) + path || '/'
}

/** The reply to a preflight (Fetch Standard, section 3.2.2); undefined if the request is not a preflight. */
export function preflight(
  { method, headers }: PlainRequest,
  route: Route,
  profile: Profile,
): PlainReply | undefined {
  const asked = headers['access-control-request-method']
  if (method !== 'OPTIONS' || asked === undefined || profile['cors.origins'] === 'none') return undefined
  return emptyReply(204, {
    'access-control-allow-methods': route.path ? allowedMethods(route.path) : asked,
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
    ...corsHeaders(headers, profile),
  })
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

function allowedMethods(path: '/posts' | '/posts/:id'): string {
  return [...methodsOf(path), 'HEAD', 'OPTIONS'].join(', ')
}
