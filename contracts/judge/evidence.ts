import { stringifyJson } from '../../handlers/model/json.ts'
import type { Exchange, ReceivedReply } from '../document/exchange.ts'
import { asList } from '../document/post-text.ts'
import { carries } from '../session/find-id.ts'

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
  for (const item of items) {
    if (!carries(item, marker)) continue
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

/** The beginning and the end of a text, and its length. */
export function headAndTail(text: string, longest: number): string {
  if (text.length <= longest) return text
  const tail = longest >> 2
  return detached(
    `${text.slice(0, longest - tail)}… (${counted(text.length)} characters) …${text.slice(-tail)}`,
  )
}

/** A part of a text keeps the whole of it in memory until it is copied. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

function counted(number: number): string {
  return number.toLocaleString('en')
}

/** So many faults of one clause are told; the others are counted. */
export const mostFaults = 5

/** Counts what is too much to keep: of each key the first few, the last of which stands for all that follow. */
export class FirstFew<Item extends { readonly times?: number }> {
  readonly #kept = new Map<string, Item[]>()

  /** @param tell makes the item; not called where it is only counted. */
  add(key: string, tell: () => Item): void {
    const kept = this.#kept.get(key) ?? []
    this.#kept.set(key, kept)
    const last = kept.at(-1)
    if (kept.length < mostFaults || !last) kept.push(tell())
    else kept[kept.length - 1] = { ...last, times: (last.times ?? 1) + 1 }
  }

  get items(): Item[] {
    return [...this.#kept.values()].flat()
  }
}
