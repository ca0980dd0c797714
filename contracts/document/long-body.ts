import { type JsonValue, parseJson } from '../../handlers/model/json.ts'

/** A long body and what was read of it. */
interface Read {
  readonly body: string
  readonly value: JsonValue | undefined
}

let latest: Read | undefined

/**
 * Reads a long body as JSON; undefined where it is none. A run reads the same list hundreds of times and changes a post of it
 * in between: only what differs from the latest long body is parsed. What was read must not be changed.
 */
export function readLongBody(body: string): JsonValue | undefined {
  if (latest?.body !== body) {
    const before = latest
    // Not two of them at the same time, but for what they have in common.
    latest = undefined
    latest = { body, value: (before && readDifference(before, body)) ?? parsed(body) }
  }
  return latest.value
}

/** Between two posts of a list: within a text the quote would have a backslash before it. */
const boundary = '},{"'

/** The list, of which the latest has the beginning or the end in common; undefined where they differ in more. */
function readDifference({ body: old, value }: Read, body: string): JsonValue[] | undefined {
  if (!Array.isArray(value)) return undefined
  const begun = commonLength(old, body)
  const start = begun < boundary.length ? -1 : body.lastIndexOf(boundary, begun - boundary.length)
  if (start > old.length >> 1) {
    const [before, after] = [old, body].map((text) => parsed(`[${text.slice(start + 2)}`))
    if (Array.isArray(before) && Array.isArray(after))
      return value.slice(0, value.length - before.length).concat(after)
  }
  const ended = commonLength(old, body, true)
  const end = body.indexOf(boundary, body.length - ended)
  if (end < 0 || body.length - end < old.length >> 1) return undefined
  const [before, after] = [old, body].map((text) =>
    parsed(`${text.slice(0, end + 1 + text.length - body.length)}]`),
  )
  if (Array.isArray(before) && Array.isArray(after)) return after.concat(value.slice(before.length))
  return undefined
}

/** How much is compared at once, in characters. */
const chunk = 65_536

/** How much two texts have in common at the beginning, or at the end. */
function commonLength(one: string, other: string, isAtEnd = false): number {
  const most = Math.min(one.length, other.length)
  const part = (text: string, from: number, to: number) =>
    isAtEnd ? text.slice(text.length - to, text.length - from) : text.slice(from, to)
  const isSame = (from: number, to: number) => part(one, from, to) === part(other, from, to)
  let low = 0
  while (low < most && isSame(low, Math.min(low + chunk, most))) low = Math.min(low + chunk, most)
  let high = Math.min(low + chunk, most)
  const start = low
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isSame(start, middle)) low = middle
    else high = middle - 1
  }
  return low
}

function parsed(body: string): JsonValue | undefined {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
