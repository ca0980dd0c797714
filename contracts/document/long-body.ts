import { type JsonValue, parseJson } from '../../handlers/model/json.ts'
import { type JsonSize, measureJson } from './json-size.ts'

/** A long body, and what was read of it. None of it may be changed. */
interface LongBody {
  readonly bytes: Buffer
  readonly text: string
  readonly value: JsonValue | undefined
  readonly size: JsonSize
}

/** How much is parsed. */
export interface ParseBounds {
  /** Where measuring ends. */
  readonly most: JsonSize
  /** Throws where a text is more than is parsed. */
  admit(size: JsonSize): void
}

const endless = Number.POSITIVE_INFINITY
const boundless: ParseBounds = {
  most: { depth: endless, values: endless, widest: endless, digits: endless, text: endless },
  admit: () => {},
}

/** Beyond, in characters or bytes, it is worth remembering what was read of a body. */
const long = 65_536

/** Asks whether a body takes its time to be read. */
export function isLong({ length }: string | Buffer): boolean {
  return length >= long
}

/** The latest long list, and the latest other long body: neither takes the place of the other. */
const latest: { list?: LongBody | undefined; other?: LongBody | undefined } = {}
const openBracket = 0x5b

/** The bytes of the latest long list: the next is most often the same again, and need not be held twice. */
export function latestList(): Buffer | undefined {
  return latest.list?.bytes
}

/**
 * Reads a long body, as text and as JSON; its value is undefined where it is none. A run reads the same list hundreds of times
 * and changes a post of it in between: only what differs from the latest long body is measured and parsed.
 */
export function readLongBytes(bytes: Buffer, bounds = boundless): LongBody {
  const kind = bytes[0] === openBracket ? 'list' : 'other'
  const before = latest[kind]
  if (before?.bytes.equals(bytes)) return before
  // Not two of them at the same time, but for what they have in common.
  latest[kind] = undefined
  const read = (before && readDifference(before, bytes, bounds)) ?? readWhole(bytes, bounds)
  latest[kind] = read
  return read
}

/** Reads a long body as JSON; undefined where it is none. */
export function readLongBody(text: string): JsonValue | undefined {
  const known = Object.values(latest).find((body) => body?.text === text)
  return (known ?? readLongBytes(Buffer.from(text))).value
}

/** Bytes as text: what is not UTF-8 is replaced, and a byte order mark stays. */
export function textOfBytes(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function readWhole(bytes: Buffer, { most, admit }: ParseBounds): LongBody {
  const size = measureJson(bytes, most)
  admit(size)
  const text = textOfBytes(bytes)
  return { bytes, text, value: parsed(text), size }
}

/** Between two posts of a list: within a text the quote would have a backslash before it. */
const boundary = Buffer.from('},{"')

/** A list, of which the latest has the beginning or the end in common; undefined where they differ in more. */
function readDifference(before: LongBody, bytes: Buffer, { most, admit }: ParseBounds): LongBody | undefined {
  const { bytes: old, value } = before
  if (!Array.isArray(value)) return undefined
  /** The list where only the bytes differ that a function takes of both. */
  const changedIn = (
    take: (list: Buffer) => Buffer,
    wrap: (items: string) => string,
    join: (gone: number, come: JsonValue[]) => JsonValue[],
  ): LongBody | undefined => {
    const [gone, come] = [take(old), take(bytes)]
    const size = sizeAfter(before.size, measureJson(gone, boundless.most), measureJson(come, most))
    admit(size)
    const [out, into] = [gone, come].map((part) => parsed(wrap(textOfBytes(part))))
    if (!Array.isArray(out) || !Array.isArray(into)) return undefined
    return { bytes, text: textOfBytes(bytes), value: join(out.length, into), size }
  }
  const begun = commonLength(old, bytes)
  const start = begun < boundary.length ? -1 : bytes.lastIndexOf(boundary, begun - boundary.length)
  const changed =
    start > old.length >> 1 &&
    changedIn(
      (list) => list.subarray(start + 2),
      (items) => `[${items}`,
      (gone, come) => value.slice(0, value.length - gone).concat(come),
    )
  if (changed) return changed
  const end = bytes.indexOf(boundary, bytes.length - commonLength(old, bytes, true))
  if (end < 0 || bytes.length - end < old.length >> 1) return undefined
  return changedIn(
    (list) => list.subarray(0, end + 1 + list.length - bytes.length),
    (items) => `${items}]`,
    (gone, come) => come.concat(value.slice(gone)),
  )
}

function sizeAfter(whole: JsonSize, gone: JsonSize, come: JsonSize): JsonSize {
  return {
    depth: Math.max(whole.depth, come.depth),
    values: whole.values - gone.values + come.values,
    widest: Math.max(whole.widest, come.widest),
    digits: Math.max(whole.digits, come.digits),
    text: Math.max(whole.text, come.text),
  }
}

/** How much is compared at once, in bytes. */
const chunk = 65_536

/** How much two bodies have in common at the beginning, or at the end. */
function commonLength(one: Buffer, other: Buffer, isAtEnd = false): number {
  const most = Math.min(one.length, other.length)
  const part = (bytes: Buffer, from: number, to: number) =>
    isAtEnd ? bytes.subarray(bytes.length - to, bytes.length - from) : bytes.subarray(from, to)
  const isSame = (from: number, to: number) => part(one, from, to).equals(part(other, from, to))
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

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
