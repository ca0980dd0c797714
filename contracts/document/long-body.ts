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
  const most = Math.min(old.length, body.length)
  const begun = longest(most, (length) => old.slice(0, length) === body.slice(0, length))
  const start = begun < boundary.length ? -1 : body.lastIndexOf(boundary, begun - boundary.length)
  if (start > old.length >> 1) {
    const [before, after] = [old, body].map((text) => parsed(`[${text.slice(start + 2)}`))
    if (Array.isArray(before) && Array.isArray(after))
      return value.slice(0, value.length - before.length).concat(after)
  }
  const ended = longest(most, (length) => old.slice(old.length - length) === body.slice(body.length - length))
  const end = body.indexOf(boundary, body.length - ended)
  if (end < 0 || body.length - end < old.length >> 1) return undefined
  const [before, after] = [old, body].map((text) =>
    parsed(`${text.slice(0, end + 1 + text.length - body.length)}]`),
  )
  if (Array.isArray(before) && Array.isArray(after)) return after.concat(value.slice(before.length))
  return undefined
}

/** The greatest length for which something holds that holds for all smaller ones. */
function longest(most: number, holds: (length: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
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
