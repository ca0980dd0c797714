import { isRefused } from './choices/kinds.ts'
import { damaged, faultReply, lostConnection } from './faults/fault-reply.ts'
import { takesJson } from './http/accept.ts'
import type { PlainReply, PlainRequest } from './http/plain.ts'
import { refusal } from './http/refusal.ts'
import { turnedAway } from './operations/access.ts'
import { isPageLink } from './operations/list.ts'
import type { RequestContext } from './operations/operation.ts'
import { answerOther, corsHeaders, preflight } from './operations/other-requests.ts'
import { findRoute } from './operations/route.ts'
import { hasUnexpectedBody, strictRefusal, warningsOf } from './operations/warnings.ts'
import type { World } from './world/world.ts'

/**
 * Answers a request in a world; all hosts use it.
 *
 * @param signal aborts when the client disconnects.
 * @returns the reply; an internal error is a 500 without a stack. Rejects only with errors of the caller's `onWarning` or of a
 * listener of the journal.
 */
export async function answer(request: PlainRequest, world: World, signal?: AbortSignal): Promise<PlainReply> {
  const { profile, faults } = world
  const route = findRoute(request.method, request.path, profile)
  const preflightReply = preflight(request, route, profile)
  if (preflightReply) return faults.settings.offline ? lostConnection : preflightReply
  const at = world.options.now()
  const warnings = warningsOf(request, route, profile)
  const fault = faults.idle
    ? undefined
    : await world.holding({ method: request.method, path: request.path, at }, () =>
        faults.meet(route.operation?.name, signal, profile['limit.time']),
      )
  const broken = fault === undefined ? undefined : faultReply(profile, fault)
  let reply = broken ?? (await attempt({ ...route, request, world, warnings }))
  if (fault !== undefined && !broken) reply = damaged(reply, fault)
  reply = { ...reply, headers: { ...reply.headers, ...corsHeaders(request.headers, profile) } }
  if (request.method === 'HEAD') reply = withoutBody(reply)
  for (const warning of warnings) world.report(warning)
  const needed = profile['access.credentials']
  world.journal.note({
    operation: route.operation?.name,
    request,
    status: reply.broken === 'connection' ? 0 : reply.status,
    reply,
    at,
    duration: world.options.now() - at,
    warnings,
    ...(fault !== undefined && { fault }),
    ...(typeof needed === 'object' && { keyHeader: needed.header }),
  })
  return reply
}

async function attempt(context: RequestContext): Promise<PlainReply> {
  try {
    return turnedAway(context) ?? strictRefusal(context) ?? invalidId(context) ?? (await perform(context))
  } catch (error) {
    const { profile } = context.world
    return refusal(profile, 500, `The mock failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function perform(context: RequestContext): PlainReply | Promise<PlainReply> {
  const { operation, path, request } = context
  const { profile } = context.world
  if (!operation) return answerOther(request, path, profile)
  const accept = profile['wire.accept']
  if (accept !== 'ignored' && !takesJson(request.headers.accept))
    return refusal(profile, accept, 'There is nothing here but application/json.')
  const unexpected = profile['input.unexpected']
  if (unexpected !== 'ignored' && hasUnexpectedBody(request))
    return refusal(profile, statusOf(unexpected), `The operation ${operation.name} takes no body.`)
  const query = profile[operation.name === 'list' ? 'list.query' : 'input.query']
  const isLink = isPageLink(request, operation.name, profile)
  if (isRefused(query) && request.query !== '' && !isLink)
    return refusal(profile, statusOf(query), `The operation ${operation.name} takes no query parameters.`)
  return operation.perform(context)
}

function statusOf(answer: 'refused' | number): number {
  return answer === 'refused' ? 400 : answer
}

/**
 * The reply to an id that is not an integer; with `id.out-of-range` "missing", an integer beyond int64 is a missing
 * post.
 */
function invalidId({ operation, idFault, idText, world }: RequestContext): PlainReply | undefined {
  const { profile } = world
  if (!operation || !idFault || (idFault === 'out-of-range' && profile['id.out-of-range'] === 'missing'))
    return undefined
  return refusal(
    profile,
    profile['id.malformed'],
    `The id ${JSON.stringify(idText)} is not an int64 integer.`,
  )
}

/** A reply to HEAD has the length of the body (RFC 9110, section 9.3.2). */
function withoutBody(reply: PlainReply): PlainReply {
  const length = new TextEncoder().encode(reply.body ?? '').byteLength
  return { ...reply, body: undefined, headers: { ...reply.headers, 'content-length': String(length) } }
}
