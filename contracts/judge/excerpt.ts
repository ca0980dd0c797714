import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type Exchange, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { listingOf } from '../spec/listing.ts'
import { asList, readBody } from '../spec/post-text.ts'

/** How much of a body a run keeps, in characters. */
const longestBody = 16_384

/** How much of a list a run keeps, in characters. */
const longestList = 65_536

/**
 * Shortens a reply: a long list to posts of the run, any other long body to its start and end. `cut` then says what
 * is missing.
 *
 * @param marker the text in the titles of the run's posts.
 */
function keptReply(reply: ReceivedReply, marker: string): ReceivedReply {
  const { body } = reply
  if (body.length <= longestBody) return reply
  const items = asList(body)
  if (!items)
    return { ...reply, body: headAndTail(body, longestBody), cut: `${counted(body.length)} characters` }
  const own: string[] = []
  let room = longestList
  for (const item of listingOf(items).marked(marker)) {
    const text = stringifyJson(item)
    room -= text.length + 1
    if (room < 0) break
    own.push(text)
  }
  const cut = `${counted(items.length - own.length)} of ${counted(items.length)} posts left out, ${counted(body.length)} characters in all`
  return { ...reply, body: `[${own.join(',')}]`, cut }
}

/** Shortens the reply of an exchange. */
export function keptExchange({ request, reply }: Exchange, marker: string): Exchange {
  return { request, reply: keptReply(reply, marker) }
}

/** The post in a reply; undefined where there is none, or it is far longer than `sent`. */
export function keptPost(reply: ReceivedReply, sent = ''): JsonValue | undefined {
  const longest = Math.max(longestBody, 2 * sent.length)
  return isSuccess(reply) && reply.body.length <= longest ? readBody(reply.body) : undefined
}

/** Shortens a value for a sentence. */
export function brief(value: string): string {
  return headAndTail(value, 160)
}

/** The start and the end of a text, and its length. */
export function headAndTail(text: string, longest: number): string {
  if (text.length <= longest) return text
  const tail = longest >> 2
  return detached(
    `${text.slice(0, longest - tail)}… (${counted(text.length)} characters) …${text.slice(-tail)}`,
  )
}

/** In shorter texts the reader sees the difference without help. */
const obvious = 60

/**
 * The first different character of two texts, counted from 1; undefined where they are short or have no common
 * start.
 */
export function differenceOf(expected: string, actual: string): string | undefined {
  const at = partingOf(expected, actual)
  const longer = Math.max(expected.length, actual.length)
  if (expected.length <= obvious || at === 0 || at === longer) return undefined
  return `differs at character ${counted(at + 1)} of ${counted(expected.length)}`
}

/** How much of two long texts is shown, and how much of it before the first difference. */
const shown = 160
const lead = 60

/** Both sides of a difference, shortened to the part around the first difference. */
export function bothSides(
  expected: string,
  actual: string,
): { readonly expected: string; readonly actual: string; readonly difference?: string } {
  const difference = differenceOf(expected, actual)
  const from = Math.max(0, partingOf(expected, actual) - lead)
  const isLong = expected.length > shown || actual.length > shown
  if (!isLong || difference === undefined)
    return { expected: headAndTail(expected, shown), actual: headAndTail(actual, shown) }
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${detached(text.slice(from, from + shown))}${text.length > from + shown ? '…' : ''}`
  return { expected: part(expected), actual: part(actual), difference }
}

/** The index of the first difference; the length where there is none. */
function partingOf(one: string, other: string): number {
  let at = 0
  while (at < Math.max(one.length, other.length) && one[at] === other[at]) at++
  return at
}

/** Copies a part of a text, which otherwise keeps the whole text in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

function counted(number: number): string {
  return number.toLocaleString('en')
}
