import { neededCredentials } from './choices/answers.ts'
import { isBodiless } from './choices/kinds.ts'
import type { Profile } from './choices/profile.ts'
import { hasInput, isWrite } from './endpoints.ts'
import type { Fault } from './faults/faults.ts'
import { pathOf } from './http/base-url.ts'
import { emptyReply, type PlainReply, type PlainRequest, passedOn } from './http/plain.ts'
import { refusal } from './http/refusal.ts'
import { strictRefusal, type Warning, warningOf } from './http/warning.ts'
import { postText } from './model/post.ts'
import { accessRefusal, corsHeaders } from './operations/access.ts'
import { isPageLink } from './operations/list.ts'
import { Refused } from './operations/post-input.ts'
import { allowedMethods, findRoute, type RequestContext, type Route } from './operations/route.ts'
import { operations } from './operations.ts'
import type { World } from './world/world.ts'

/** No reply: the connection ends. */
const lostConnection: PlainReply = { status: 502, headers: {}, body: undefined, broken: 'connection' }

interface RequestOptions {
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined
  /** How often the world had been reset when the request was sent: after another reset it leaves no trace there. Default now. */
  readonly resets?: number
  /** Asks the user's handlers for the request, if there are any; undefined leaves it to the operation. */
  readonly askUser?: (() => Promise<PlainReply | undefined>) | undefined
}

/**
 * Answers a request in a world; all hosts use it.
 *
 * @returns the reply; an internal error is a 500 without a stack. Rejects only with errors of the caller's `onWarning` or of a
 * listener of the journal.
 */
export async function handleRequest(
  request: PlainRequest,
  sentTo: World,
  { signal, resets = sentTo.resets, askUser }: RequestOptions = {},
): Promise<PlainReply> {
  let world = sentTo.since(resets)
  const { profile, faults } = world
  const route = findRoute(request.method, request.isElsewhere ? '' : request.path)
  if (request.method === 'OPTIONS')
    return faults.settings.offline
      ? lostConnection
      : answerOptions(request, route, profile, askUser !== undefined)
  const at = world.options.now()
  const warnings = askUser ? [] : warningsOf(request, route, profile)
  const fault = faults.idle
    ? undefined
    : await world.journal.whileWaiting(request, faults.inject(route.operation, signal, profile['limit.time']))
  world = world.since(resets)
  const broken = fault === undefined ? undefined : faultReply(profile, fault)
  const before = postOf(route, world)
  let reply = broken ?? (await attempt({ ...route, request, world, warnings }, askUser))
  if (reply === passedOn) return reply
  if (fault !== undefined && !broken) reply = damaged(reply, fault)
  // A handler of the user, or a fault, may state its own.
  reply = { ...reply, headers: { ...corsHeaders(request.headers, profile), ...reply.headers } }
  if (request.method === 'HEAD') reply = withoutBody(reply)
  world = world.since(resets)
  for (const warning of warnings) world.report(warning)
  const after = postOf(route, world)
  world.journal.note({
    request,
    reply,
    facts: {
      operation: route.operation,
      at,
      duration: world.options.now() - at,
      warnings,
      ...(fault !== undefined && { fault }),
    },
    change: before === after ? undefined : { before, after },
    keyHeader: neededCredentials(profile['access.credentials'])?.header,
  })
  return reply
}

/** The post that a replace or a delete is about, as JSON; undefined where there is none. */
function postOf({ operation, id }: Route, { store }: World): string | undefined {
  const post = operation && isWrite(operation) && id !== undefined ? store.read(id) : undefined
  return post && postText(post)
}

async function attempt(context: RequestContext, askUser: RequestOptions['askUser']): Promise<PlainReply> {
  const { operation, path, request, world, warnings } = context
  const { resets } = world
  world.performing++
  try {
    const early = accessRefusal(context) ?? (await askUser?.())
    if (early) return early
    if (askUser) warnings.push(...warningsOf(request, context, world.profile))
    const refused = strictRefusal(world.options, warnings)
    if (refused) return refused
    const now = { ...context, world: world.since(resets) }
    return operation ? await operations[operation](now) : answerOther(request, path, world.profile)
  } catch (error) {
    if (error instanceof Refused) return strictRefusal(world.options, warnings) ?? error.reply
    const detail = `The mock failed: ${error instanceof Error ? error.message : String(error)}`
    return refusal(world.profile, 500, detail)
  } finally {
    world.performing--
  }
}

/** The reply to a request besides the five operations: another method or another path. */
function answerOther(request: PlainRequest, path: Route['path'], profile: Profile): PlainReply {
  if (!path) return noSuchPath(request, profile)
  const status = profile['method.other']
  const headers = status === 405 ? { allow: allowedMethods(path) } : {}
  return refusal(profile, status, `${request.method} is not a method of ${wholePath(request)}.`, { headers })
}

/**
 * The reply to OPTIONS, such as a preflight (Fetch Standard, section 3.2.2). A page sends it unasked, and a test environment that
 * plays a page may send it without the headers of a preflight: so it meets no fault, no latency, no limit, needs no credentials,
 * and is not in the journal.
 *
 * @param isOwn whether a handler of the user is for the address.
 */
function answerOptions(request: PlainRequest, { path }: Route, profile: Profile, isOwn: boolean): PlainReply {
  const { headers } = request
  const cors = corsHeaders(headers, profile)
  const asked = headers['access-control-request-method']
  if (asked === undefined || profile['cors.origins'] === 'none') {
    const reply =
      path || isOwn ? emptyReply(204, path && { allow: allowedMethods(path) }) : noSuchPath(request, profile)
    return { ...reply, headers: { ...reply.headers, ...cors } }
  }
  return emptyReply(204, {
    'access-control-allow-methods': path && !isOwn ? allowedMethods(path) : asked,
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
    ...cors,
  })
}

function noSuchPath(request: PlainRequest, profile: Profile): PlainReply {
  return refusal(profile, 404, `There is nothing at ${wholePath(request)}.`)
}

/** A path with the path of the base address. */
function wholePath({ base, path }: PlainRequest): string {
  return pathOf(base) + path || '/'
}

/** A reply to HEAD has the length of the body (RFC 9110, section 9.3.2); without a body to break off, it is lost. */
function withoutBody({ status, headers, body = '', broken }: PlainReply): PlainReply {
  if (broken) return lostConnection
  const length = new TextEncoder().encode(body).byteLength
  // A handler of the user may state that of bytes.
  return emptyReply(status, { 'content-length': String(length), ...headers })
}

/** The reply of a fault that replaces the operation; undefined for one that changes the reply of the operation. */
function faultReply(profile: Profile, fault: Fault): PlainReply | undefined {
  if (fault === 'network-error' || fault === 'timeout') return lostConnection
  if (typeof fault === 'string') return undefined
  const headers = Object.fromEntries(new Headers(fault.headers))
  if (isEmpty(fault.status)) return emptyReply(fault.status, headers)
  if (fault.body === undefined) {
    const reply = refusal(profile, fault.status, 'A fault set in the mock.')
    return { ...reply, headers: { ...reply.headers, ...headers } }
  }
  const sent = { 'content-type': 'application/json', ...headers }
  return { status: fault.status, headers: sent, body: fault.body }
}

/** Applies a fault to the reply of an operation. */
function damaged(reply: PlainReply, fault: Fault): PlainReply {
  if (fault === 'truncated' && reply.body) return { ...reply, broken: 'body' }
  if (fault !== 'malformed') return lostConnection
  const body = reply.body ?? '{"id":'
  return {
    status: isEmpty(reply.status) ? 200 : reply.status,
    headers: { 'content-type': 'application/json', ...reply.headers },
    body: body.slice(0, Math.ceil(body.length / 2)),
  }
}

/** A 304 has no body either (RFC 9110, section 15.4.5). */
function isEmpty(status: number): boolean {
  return isBodiless(status) || status === 304
}

/** The warnings of a request, except those of its body. */
function warningsOf(request: PlainRequest, { operation, path }: Route, profile: Profile): Warning[] {
  const { method } = request
  if (!path) return [warningOf(request, 'path', 'the document has no such path')]
  if (!operation) return [warningOf(request, 'method', `the document has no ${method} on ${path}`)]
  const warnings: Warning[] = []
  if (request.query !== '' && !isPageLink(request, operation, profile))
    warnings.push(warningOf(request, 'query', 'the request has query parameters'))
  const hasBody = request.body !== undefined || request.bodyProblem !== undefined
  if (hasBody && !hasInput(operation))
    warnings.push(warningOf(request, 'unexpected-body', 'the request has a body'))
  return warnings
}
