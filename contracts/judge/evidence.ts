import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type Exchange, isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { listingOf } from '../document/listing.ts'
import { asList, isObject, readBody } from '../document/post-text.ts'

/** How much of a body is kept, in characters: a run keeps hundreds of replies, and each may be as long as the bound allows. */
const longestBody = 16_384

/** How much of a list is kept, in characters: the order of all posts of the run shows in it. */
const longestList = 65_536

/**
 * A reply as a run keeps it: whole where it is short. Of a long list the posts of the run are kept, as far as there is room,
 * and of any other long body the beginning and the end; `cut` says so.
 *
 * @param marker what the titles of the run's posts have in them.
 */
export function keptReply(reply: ReceivedReply, marker: string): ReceivedReply {
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

/** An exchange as a run keeps it. */
export function keptExchange({ request, reply }: Exchange, marker: string): Exchange {
  return { request, reply: keptReply(reply, marker) }
}

/** How many fields of a long post are kept. */
const mostFields = 100

/**
 * The post in a reply, as a run keeps it; undefined where there is none. Where it is far longer than what was sent, objects and
 * lists in it are left out and texts are cut.
 */
export function keptPost(reply: ReceivedReply, sent = ''): JsonValue | undefined {
  const value = isSuccess(reply) ? readBody(reply.body) : undefined
  const longest = Math.max(longestBody, 2 * sent.length)
  if (reply.body.length <= longest) return value
  if (!isObject(value)) return undefined
  const plain = Object.entries(value).filter(([, field]) => typeof field !== 'object')
  const kept = plain
    .slice(0, mostFields)
    .map(([name, field]) => [name, typeof field === 'string' ? headAndTail(field, longest) : field])
  return Object.fromEntries(kept)
}

/** The beginning and the end of a text, and its length. */
export function headAndTail(text: string, longest: number): string {
  if (text.length <= longest) return text
  const tail = longest >> 2
  return detached(
    `${text.slice(0, longest - tail)}… (${counted(text.length)} characters) …${text.slice(-tail)}`,
  )
}

/** What is wanted is compared at a glance where it is shorter than this. */
const glance = 60

/** Where two texts part, counted in characters from 1 on; undefined where they are short, or have nothing in common. */
export function differenceOf(expected: string, actual: string): string | undefined {
  const at = partingOf(expected, actual)
  const longer = Math.max(expected.length, actual.length)
  if (expected.length <= glance || at === 0 || at === longer) return undefined
  return `differs at character ${counted(at + 1)} of ${counted(expected.length)}`
}

/** How much of two long texts is shown, and how much of that before the character at which they part. */
const shown = 160
const lead = 60

/** Both sides of a difference, short enough for a sentence: of long texts the part around the first difference. */
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

/** At which character two texts part, from 0 on; their length where they do not. */
function partingOf(one: string, other: string): number {
  let at = 0
  while (at < Math.max(one.length, other.length) && one[at] === other[at]) at++
  return at
}

/** A part of a text keeps the whole of it in memory until it is copied. */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

function counted(number: number): string {
  return number.toLocaleString('en')
}

/** So many faults of one clause are told; the others are counted. */
export const mostFaults = 5

/** Counts what is too much to keep: of each key the first few, the last of which stands for all that follow. */
export class FirstFew<Item extends { readonly times?: number }> {
  readonly #kept = new Map<string, { readonly items: Item[]; more: number }>()

  /** @param tell makes the item; not called where it is only counted. */
  add(key: string, tell: () => Item): void {
    const kept = this.#kept.get(key) ?? { items: [], more: 0 }
    this.#kept.set(key, kept)
    if (kept.items.length < mostFaults) kept.items.push(tell())
    else kept.more++
  }

  get items(): Item[] {
    return [...this.#kept.values()].flatMap(({ items, more }) => {
      const last = items.at(-1)
      return more === 0 || !last
        ? items
        : [...items.slice(0, -1), { ...last, times: (last.times ?? 1) + more }]
    })
  }
}
