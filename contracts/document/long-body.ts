import { type JsonValue, parseJson } from '../../handlers/model/json.ts'
import { type JsonSize, measureJson } from './json-size.ts'

/** A long body, as read. Immutable. */
interface LongBody {
  readonly text: string
  readonly value: JsonValue | undefined
  readonly size: JsonSize
}

/** The list that later lists are compared with. */
interface Base extends LongBody {
  readonly bytes: Buffer
  /** The offset of each item, in bytes; empty where unknown. */
  readonly starts: readonly number[]
}

/** A list as the difference to the base. */
interface Changed extends LongBody {
  readonly base: Base
  readonly start: number
  readonly end: number
  /** The items that replace those of the base from start to end. */
  readonly middle: string
}

/** How many items a list shares with a base at its start and at its end. */
interface Ends {
  readonly base: readonly JsonValue[]
  readonly start: number
  readonly end: number
}

export interface ParseBounds {
  readonly most: JsonSize
  /**
   * Throws where a text exceeds the bounds.
   * @param length of the text, in bytes; of a whole text in memory.
   * @param isAnew whether it is a list that replaces a different one.
   */
  admit(size: JsonSize, length: number, isAnew: boolean): void
  /** Throws where the longest field name of a long text, in characters, exceeds the bounds. Default none does. */
  admitName?(length: number): void
}

const endless = Number.POSITIVE_INFINITY
const boundless: ParseBounds = {
  most: { depth: endless, values: endless, widest: endless, digits: endless, text: endless },
  admit: () => {},
}

/** From this length on, in characters or bytes, a body is remembered. */
const long = 65_536

export function isLong({ length }: string | Buffer): boolean {
  return length >= long
}

/** The base, the latest lists, and the latest other long body. */
const latest: {
  base?: Base | undefined
  lists: readonly Changed[]
  other?: (LongBody & { readonly bytes: Buffer }) | undefined
} = { lists: [] }
/** How many lists are remembered: concurrent reads may get different ones. */
const mostLists = 3
const knownEnds = new WeakMap<readonly JsonValue[], Ends>()
/** Buffers that later bodies are compared with. */
const kept = new WeakSet<ArrayBufferLike>()
const openBracket = 0x5b

/** The bytes of the latest long list, which the next one often repeats. */
export function baseBytes(): Buffer | undefined {
  return latest.base?.bytes
}

/** From this length on, in bytes, memory is released at once, before garbage collection. */
const large = 1_048_576
/** From this length on, in bytes, the system allocates each buffer separately. */
const huge = 16_777_216

/** Releases the memory of a body that was read, unless later ones are compared with it. The buffer is empty then. */
export function release({ byteLength, buffer }: Buffer): void {
  if (byteLength >= large && buffer instanceof ArrayBuffer && !kept.has(buffer)) buffer.transfer(0)
}

/** How many items two lists certainly have in common at the start and, in addition, at the end. */
export function endsInCommon(
  one: readonly JsonValue[],
  other: readonly JsonValue[],
): { readonly start: number; readonly end: number } {
  const [its, others] = [knownEnds.get(one), knownEnds.get(other)]
  if (!its || its.base !== others?.base) return { start: 0, end: 0 }
  return { start: Math.min(its.start, others.start), end: Math.min(its.end, others.end) }
}

/**
 * Reads a long body as text and as JSON; its value is undefined where it is not JSON. A run reads the same list
 * hundreds of times with few changes: only the difference to an earlier list is measured, parsed and kept.
 */
export function readLongBytes(bytes: Buffer, bounds = boundless): LongBody {
  if (bytes[0] !== openBracket) {
    if (latest.other?.bytes.equals(bytes)) return latest.other
    // Releases the old one first.
    latest.other = undefined
    latest.other = { ...readWhole(bytes, bounds), bytes }
    kept.add(bytes.buffer)
    return latest.other
  }
  const { base } = latest
  if (base?.bytes.equals(bytes)) return base
  const changed = base && readDifference(base, bytes, bounds)
  if (changed) {
    latest.lists = [changed, ...latest.lists.filter((each) => each !== changed)].slice(0, mostLists)
    return changed
  }
  latest.base = undefined
  latest.lists = []
  const starts: number[] = []
  const read = readWhole(bytes, bounds, starts, base !== undefined)
  const { text, value } = read
  // Replacement characters shift the offsets.
  const isExact = bytes.length === text.length || !text.includes('\ufffd')
  const isComparable = Array.isArray(value) && value.length === starts.length && isExact
  latest.base = { ...read, bytes, starts: isComparable ? starts : [] }
  kept.add(bytes.buffer)
  if (isComparable) knownEnds.set(value, { base: value, start: value.length, end: value.length })
  return latest.base
}

export function readLongBody(text: string): JsonValue | undefined {
  const known = [...latest.lists, latest.base, latest.other].find((body) => body?.text === text)
  return (known ?? readLongBytes(Buffer.from(text))).value
}

/** Decoded in pieces of this size, in bytes: Node keeps longer texts outside V8's heap and may not release them. */
const piece = 524_288

/** Decodes UTF-8; replaces invalid bytes, keeps a byte order mark. */
export function textOfBytes(bytes: Buffer): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  if (bytes.length >= huge) return decoder.decode(bytes)
  const pieces: string[] = []
  for (let start = 0, end = 0; end < bytes.length; start = end) {
    end = Math.min(start + piece, bytes.length)
    // A character has at most three continuation bytes.
    for (let back = 0; back < 3 && isContinuation(bytes[end]); back++) end--
    pieces.push(decoder.decode(bytes.subarray(start, end)))
  }
  return pieces.join('')
}

function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}

function readWhole(bytes: Buffer, bounds: ParseBounds, starts?: number[], isAnew = false): LongBody {
  const size = measureJson(bytes, bounds.most, starts)
  bounds.admit(size, memoryOf(bytes), isAnew)
  const text = textOfBytes(bytes)
  // Offsets in bytes are offsets in ASCII text.
  const items = starts && bytes.length === text.length ? itemsIn(text, starts) : undefined
  const value = items ?? parsed(text)
  if (bounds.admitName && size.text > long && value !== undefined) bounds.admitName(longestName(value))
  return { text, value, size }
}

/** How much memory a body takes as text, in bytes: two for each UTF-16 code unit where one is beyond Latin-1. */
function memoryOf(bytes: Buffer): number {
  let [units, isWide] = [0, false]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    units += unitsOf(byte)
    isWide ||= byte >= 0xc4
  }
  return isWide ? Math.max(bytes.length, 2 * units) : bytes.length
}

/** How many UTF-16 code units the character has that begins with a byte; 0 within a character. */
function unitsOf(byte: number): number {
  if (isContinuation(byte)) return 0
  return byte >= 0xf0 ? 2 : 1
}

/** The length of the longest field name in a value, in characters. */
function longestName(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  const names = Array.isArray(value) ? [] : Object.keys(value)
  const own = names.reduce((most, { length }) => Math.max(most, length), 0)
  return Object.values(value).reduce((most: number, each) => Math.max(most, longestName(each)), own)
}

/** Longer texts, in characters, share memory with their list. */
const short = 160

/**
 * Parses the items of a list one by one; their long texts are slices of its text. Undefined where they are not
 * JSON.
 */
function itemsIn(text: string, starts: readonly number[]): JsonValue[] | undefined {
  const end = text.lastIndexOf(']')
  if (parsed(`[${text.slice(end)}`) === undefined) return undefined
  const items: JsonValue[] = []
  for (const [at, start] of starts.entries()) {
    const part = text.slice(start, (starts[at + 1] ?? end + 1) - 1)
    const item = parsed(part)
    if (item === undefined) return undefined
    if (typeof item === 'object' && item !== null && !Array.isArray(item))
      for (const [key, value] of Object.entries(item)) {
        const from = typeof value === 'string' && value.length > short ? part.indexOf(value) : -1
        if (from >= 0) item[key] = part.slice(from, from + String(value).length)
      }
    items.push(item)
  }
  return items
}

/** A list that differs in a larger part of it becomes the next base. */
const mostChanged = 1 / 8

/** Reads a list as the difference to the base; undefined where the difference is too large. */
function readDifference(base: Base, bytes: Buffer, { most, admit }: ParseBounds): Changed | undefined {
  const { bytes: old, starts } = base
  const items = base.value as readonly JsonValue[]
  if (starts.length === 0) return undefined
  const begun = commonLength(old, bytes)
  const start = Math.max(0, lowest(starts, (each) => each > begun) - 1)
  const from = starts[start] ?? 0
  const ended = commonLength(old.subarray(from), bytes.subarray(from), true)
  const end = lowest(starts, (each) => each >= Math.max(from, old.length - ended))
  const to = starts[end] ?? old.length
  const come = bytes.subarray(start > 0 ? from : 0, bytes.length - (old.length - to))
  const gone = old.subarray(start > 0 ? from : 0, to)
  if (come.length + gone.length > bytes.length * mostChanged) return undefined
  const middle = textOfBytes(come)
  const known = latest.lists.find(
    (list) => list.base === base && list.start === start && list.end === end && list.middle === middle,
  )
  if (known) return known
  const size = sizeAfter(base.size, measureJson(gone, boundless.most), measureJson(come, most))
  admit(size, bytes.length, false)
  const isToEnd = end === starts.length
  // An item follows the middle: 0 represents it.
  const value = parsed(`${start > 0 ? '[' : ''}${middle}${isToEnd ? '' : '0]'}`)
  if (!Array.isArray(value)) return undefined
  if (!isToEnd) value.pop()
  const all = items.slice(0, start).concat(value, items.slice(end))
  knownEnds.set(all, { base: items, start, end: items.length - end })
  // Slices of the base's text share its memory.
  const at = charactersIn(base, 0, start > 0 ? from : 0)
  const rest = isToEnd ? '' : base.text.slice(at + charactersIn(base, start > 0 ? from : 0, to))
  const text = base.text.slice(0, at) + middle + rest
  return { text, value: all, size, base, start, end, middle }
}

/** The first index of sorted numbers where a condition is true; their count where it never is. */
function lowest(numbers: readonly number[], holds: (value: number) => boolean): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(numbers[middle] as number)) high = middle
    else low = middle + 1
  }
  return low
}

/** How many UTF-16 code units a part of a list has. */
function charactersIn({ bytes, text }: Base, from: number, to: number): number {
  if (bytes.length === text.length) return to - from
  let count = 0
  for (let at = from; at < to; at++) count += unitsOf(bytes[at] as number)
  return count
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

/** The step of comparisons, in bytes. */
const chunk = 65_536

/** How many bytes two bodies have in common at the start, or at the end. */
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
