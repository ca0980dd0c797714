import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { counted } from '../counted.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { asList, carries, readBody } from '../scenarios/post-text.ts'
import { isSuccess } from '../wire/status.ts'

/** How much of a body a run keeps, in characters. */
const longestBody = 16_384

/** How much of a list a run keeps, in characters. */
const longestList = 65_536

/**
 * Shortens a reply: a long list to posts of the run, any other long body to its start and end. `cut` then says what
 * is missing.
 *
 * @param marker the text in the title or the content of each post of the run.
 */
export function keptReply(reply: ReceivedReply, marker: string): ReceivedReply {
  const { body } = reply
  if (body.length <= longestBody) return reply
  const items = asList(body)
  if (!items)
    return { ...reply, body: headAndTail(body, longestBody), cut: `${counted(body.length)} characters` }
  const own: string[] = []
  let room = longestList
  for (const item of items.filter((each) => carries(each, marker))) {
    const text = stringifyJson(item)
    room -= text.length + 1
    if (room < 0) break
    own.push(text)
  }
  const cut = `${leftOut(items, own)}, ${counted(body.length)} characters in all`
  return { ...reply, body: `[${own.join(',')}]`, cut }
}

/** How much of a list is not shown. */
export function leftOut(all: readonly unknown[], shown: readonly unknown[]): string {
  return `${counted(all.length - shown.length)} of ${counted(all.length)} posts left out`
}

/** The post in a reply; undefined where there is none, or it is too long to be kept. */
export function keptPost(reply: ReceivedReply): JsonValue | undefined {
  return isSuccess(reply) && reply.body.length <= longestBody ? readBody(reply.body) : undefined
}

/** Shortens a value for a sentence. */
export function brief(value: string): string {
  return headAndTail(value, shown)
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

/** How much of two long texts is shown, and how much of it before the first difference. */
const shown = 160
const lead = 60

/** Two different texts, and where they differ if they are long; very long ones are shortened to the part around it. */
export function bothSides(
  expected: string,
  actual: string,
): { readonly expected: string; readonly actual: string; readonly difference?: string } {
  const longer = Math.max(expected.length, actual.length)
  let at = 0
  while (at < longer && expected[at] === actual[at]) at++
  if (expected.length <= obvious || at === 0) return { expected: brief(expected), actual: brief(actual) }
  const from = longer > shown ? Math.max(0, at - lead) : 0
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${detached(text.slice(from, from + shown))}${text.length > from + shown ? '…' : ''}`
  const difference = `differs at character ${counted(at + 1)} of ${counted(longer)}`
  return { expected: part(expected), actual: part(actual), difference }
}

/** Copies a part of a text, which otherwise keeps the whole text in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
