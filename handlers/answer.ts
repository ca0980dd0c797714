import { neededCredentials } from './choices/answers.ts'
import { damaged, faultReply, lostConnection } from './faults/fault-reply.ts'
import type { PlainReply, PlainRequest } from './http/plain.ts'
import { refusal } from './http/refusal.ts'
import { turnedAway } from './operations/access.ts'
import { Refused } from './operations/json-body.ts'
import type { RequestContext } from './operations/operation.ts'
import { answerOther, corsHeaders, preflight } from './operations/other-requests.ts'
import { strictRefusal, warningsOf } from './operations/warnings.ts'
import { findRoute } from './operations.ts'
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
  const route = findRoute(request.method, request.path)
  const preflightReply = preflight(request, route, profile)
  if (preflightReply) return faults.settings.offline ? lostConnection : preflightReply
  const at = world.options.now()
  const warnings = warningsOf(request, route, profile)
  const fault = faults.idle
    ? undefined
    : await faults.meet(route.operation?.name, signal, profile['limit.time'])
  const broken = fault === undefined ? undefined : faultReply(profile, fault)
  let reply = broken ?? (await attempt({ ...route, request, world, warnings }))
  if (fault !== undefined && !broken) reply = damaged(reply, fault)
  reply = { ...reply, headers: { ...reply.headers, ...corsHeaders(request.headers, profile) } }
  if (request.method === 'HEAD') reply = withoutBody(reply)
  for (const warning of warnings) world.report(warning)
  world.journal.note({
    operation: route.operation?.name,
    request,
    status: reply.broken === 'connection' ? 0 : reply.status,
    reply,
    at,
    duration: world.options.now() - at,
    warnings,
    ...(fault !== undefined && { fault }),
    keyHeader: neededCredentials(profile['access.credentials'])?.header,
  })
  return reply
}

async function attempt(context: RequestContext): Promise<PlainReply> {
  const { operation, path, request, world } = context
  try {
    const refused = turnedAway(context) ?? strictRefusal(context)
    if (refused) return refused
    return operation ? await operation.perform(context) : answerOther(request, path, world.profile)
  } catch (error) {
    if (error instanceof Refused) return strictRefusal(context) ?? error.reply
    const detail = `The mock failed: ${error instanceof Error ? error.message : String(error)}`
    return refusal(world.profile, 500, detail)
  }
}

/** A reply to HEAD has the length of the body (RFC 9110, section 9.3.2). */
function withoutBody(reply: PlainReply): PlainReply {
  const length = new TextEncoder().encode(reply.body ?? '').byteLength
  return { ...reply, body: undefined, headers: { ...reply.headers, 'content-length': String(length) } }
}
