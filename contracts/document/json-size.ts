/** How expensive a JSON text is to parse. */
export interface JsonSize {
  /** The nesting depth. */
  readonly depth: number
  /** Objects, arrays, and members of both. */
  readonly values: number
  /** The most members of an object. */
  readonly widest: number
  /** The longest run of digits. */
  readonly digits: number
  /** The bytes of the longest string, quotes included. */
  readonly text: number
}

const quote = 0x22
const backslash = 0x5c

/**
 * Measures a JSON text up to some bounds without parsing it, in linear time. Invalid JSON gets some result.
 *
 * @param starts receives the offset of each item of a list, in bytes.
 */
export function measureJson(text: Buffer, most: JsonSize, starts?: number[]): JsonSize {
  /** The members so far at each level; those of arrays do not count. */
  const members: number[] = []
  let [depth, values, widest, digits, longest, run] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case quote: {
        const end = endOfString(text, at)
        longest = Math.max(longest, end + 1 - at)
        at = end
        if (longest <= most.text) continue
        break
      }
      case 0x5b: // [
        members.push(Number.NEGATIVE_INFINITY)
        if (members.length === 1) starts?.push(at + 1)
        values++
        break
      case 0x7b: // {
        members.push(1)
        values++
        break
      case 0x5d: // ]
      case 0x7d: // }
        members.pop()
        break
      case 0x2c: // ,
        values++
        if (members.length === 1) starts?.push(at + 1)
        if (members.length > 0) members.push((members.pop() ?? 0) + 1)
        break
      default:
        run = isDigit(text[at]) ? run + 1 : 0
        if (run > digits) digits = run
        if (digits <= most.digits) continue
    }
    run = 0
    depth = Math.max(depth, members.length)
    widest = Math.max(widest, members.at(-1) ?? 0)
    if (depth > most.depth || values > most.values || widest > most.widest) break
    if (digits > most.digits || longest > most.text) break
  }
  return { depth, values, widest, digits, text: longest }
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/** How many bytes are compared one by one, which is faster for short strings. */
const near = 64

function endOfString(text: Buffer, start: number): number {
  const soon = Math.min(text.length, start + near)
  let at = start + 1
  for (; at < soon && text[at] !== quote; at++) if (text[at] === backslash) at++
  if (at < soon) return at
  for (at = text.indexOf(quote, at); at >= 0; at = text.indexOf(quote, at + 1)) {
    let escapes = 0
    while (text[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}
