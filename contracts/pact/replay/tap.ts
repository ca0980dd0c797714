import { stringifyJson } from '../../../handlers/model/json.ts'
import type { ReceivedReply, SentRequest } from '../../document/exchange.ts'
import { listingOf } from '../../document/listing.ts'
import { isLong } from '../../document/long-body.ts'
import { asList } from '../../document/post-text.ts'
import { received } from '../../session/client.ts'
import { WriteRefused } from '../../session/set-up-error.ts'
import type { RawReply, RawRequest, Target } from '../../session/target.ts'
import type { InteractionRun } from './interaction-queue.ts'

/** What belongs to one connection and not to the message (RFC 9110, section 7.6.1), and what the next hop sets itself. */
const ofTheConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
])

/** What every request of the verifier carries; where no example asked for it, it says nothing. */
const ofTheVerifier = new Set(['accept', 'accept-encoding', 'user-agent'])

/** The headers of a message that go on to the next hop. */
export function endToEnd<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.has(name)))
}

/**
 * Passes a request on to the provider, byte for byte, and notes what was sent and what came back.
 *
 * @returns the reply, which the other contract may have seen already; undefined where none came, which is noted too.
 */
export async function tap(
  interactionRun: InteractionRun,
  request: RawRequest,
  target: Target,
  signal: AbortSignal,
): Promise<RawReply | undefined> {
  if (interactionRun.reply) return interactionRun.reply
  try {
    const reply = await target.forward(request, signal)
    const read = await received(reply)
    interactionRun.reply = forPact(reply, read)
    interactionRun.exchange = { request: sentRequest(request, interactionRun), reply: read }
    return interactionRun.reply
  } catch (error) {
    // A run that is over says nothing about the provider.
    if (error instanceof WriteRefused) interactionRun.setUpFailure = error.message
    else if (!signal.aborted)
      interactionRun.unanswered = error instanceof Error ? error : new Error(String(error))
    return undefined
  }
}

/** So many characters of a long list Pact is shown: of 200,000 posts its process takes a gigabyte. The judge sees all. */
const mostForPact = 200_000

/** The reply as Pact gets it: of a long list an item that is no post, and as many of the first as there is room for. */
export function forPact(reply: RawReply, { body }: ReceivedReply): RawReply {
  const items = isLong(body) && body.length > mostForPact ? asList(body) : undefined
  if (!items) return reply
  const { 'content-encoding': _encoding, ...headers } = reply.headers
  const shown = listingOf(items)
    .odd.slice(0, 1)
    .map(({ item }) => stringifyJson(item))
  let room = mostForPact
  for (const item of items) {
    const text = stringifyJson(item)
    room -= text.length
    if (room < 0) break
    shown.push(text)
  }
  return { ...reply, headers, body: Buffer.from(`[${shown.join(',')}]`) }
}

function sentRequest(
  { method, path, headers, body, sending }: RawRequest,
  { interaction }: InteractionRun,
): SentRequest {
  const asked = interaction.request.headers ?? {}
  const own = Object.entries(headers).filter(
    ([name]) => Object.hasOwn(asked, name) || !ofTheVerifier.has(name),
  )
  const sent = { method, path, headers: Object.fromEntries(own), body: body?.toString('utf8') }
  return sending === undefined ? sent : { ...sent, sending }
}
