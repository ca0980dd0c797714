import { type JsonValue, stringifyJson } from '../../../handlers/model/json.ts'
import type { ReceivedReply, SentRequest } from '../../document/exchange.ts'
import { listingOf } from '../../document/listing.ts'
import { isObject, readBody } from '../../document/post-text.ts'
import { received } from '../../session/client/received.ts'
import { WriteRefused } from '../../session/set-up-error.ts'
import type { RawReply, RawRequest, Target } from '../../session/target.ts'
import type { InteractionRun } from './interaction-queue.ts'

/** Headers of one connection (RFC 9110, section 7.6.1), and headers that the next hop sets itself. */
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

/** Headers that the verifier adds to every request. */
const ofTheVerifier = new Set(['accept', 'accept-encoding', 'user-agent'])

/** The headers to forward. */
export function endToEnd<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.has(name)))
}

/**
 * Forwards a request to the provider byte for byte, and records the exchange.
 *
 * @returns the reply, perhaps the one for the other contract; undefined where there is none.
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
    const shown = forPact(reply, read)
    // A longer reply is requested again, to save memory.
    if (shown.body.byteLength <= mostForPact) interactionRun.reply = shown
    interactionRun.exchange = { request: sentRequest(request, interactionRun), reply: read }
    return shown
  } catch (error) {
    // A run that is over says nothing about the provider.
    if (error instanceof WriteRefused) interactionRun.setUpFailure = error.message
    else if (!signal.aborted)
      interactionRun.unanswered = error instanceof Error ? error : new Error(String(error))
    return undefined
  }
}

/** Pact gets at most so many characters of a body, because it needs many times as much memory. Our checks see all. */
const mostForPact = 200_000
const ofPosts = ['id', 'title', 'content']

/**
 * The reply for Pact: a long list is cut to its first posts, after an item that is not a post, if any; other long
 * bodies are cut.
 */
export function forPact(reply: RawReply, { body }: ReceivedReply): RawReply {
  if (Math.max(body.length, reply.body.byteLength) <= mostForPact) return reply
  const { 'content-encoding': _encoding, ...headers } = reply.headers
  const value = readBody(body)
  const shown = Array.isArray(value) ? someOf(value) : value && partOf(value, { room: mostForPact })
  const text = shown === undefined ? `${body.slice(0, mostForPact)}…` : stringifyJson(shown)
  return { ...reply, headers, body: Buffer.from(text) }
}

function someOf(items: readonly JsonValue[]): JsonValue[] {
  const [odd] = listingOf(items).odd
  const shown = odd ? [partOf(odd.item, { room: mostForPact })] : []
  let room = mostForPact
  for (const item of items) {
    room -= stringifyJson(item).length
    if (room < 0) break
    shown.push(item)
  }
  return shown
}

/** Cuts a value to a number of characters; keeps the fields of a post in any case. */
function partOf(value: JsonValue, rest: { room: number }): JsonValue {
  if (isObject(value)) {
    const names = new Set([...ofPosts, ...Object.keys(value)])
    const part: [string, JsonValue][] = []
    for (const name of names) {
      const field = Object.hasOwn(value, name) ? value[name] : undefined
      if (field === undefined || (rest.room <= 0 && !ofPosts.includes(name))) continue
      rest.room -= name.length
      part.push([name, partOf(field, rest)])
    }
    return Object.fromEntries(part)
  }
  if (Array.isArray(value)) {
    const part: JsonValue[] = []
    for (const item of value) if (rest.room > 0) part.push(partOf(item, rest))
    return part
  }
  const text = typeof value === 'string' ? value.slice(0, Math.max(0, rest.room)) : value
  rest.room -= String(text).length + 1
  return text
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
