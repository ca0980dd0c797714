import { visibleJson } from './visible.ts'

/** Any JSON value with exact integers: a bigint if a number would round. */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject
export type JsonObject = { [key: string]: JsonValue }

/** Whether a value is a JSON object, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
/** TypeScript does not know the third argument yet (ECMAScript 2026, JSON.parse source text access). */
export const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown
export const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => unknown }

/** A limit, because writing a bigint with a million digits takes minutes. */
const longestInteger = 1000

/**
 * Reads JSON without rounding an integer (RFC 8259, section 6, leaves the precision to us), up to 1,000 digits.
 *
 * @throws SyntaxError as JSON.parse does.
 */
export function parseJson(text: string): JsonValue {
  // Only a number of 16 digits can be an integer that a float rounds; without one the plain parser is exact and faster.
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return parseWithSource(text, (_key, value, { source }) => {
    if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value
    return source.length <= longestInteger && /^-?\d+$/.test(source) ? BigInt(source) : value
  }) as JsonValue
}

/**
 * Writes JSON with every bigint as the integer it is: in a browser from Chrome 114, Firefox 135, Safari 18.4 on.
 *
 * @param indent blanks per level, as in JSON.stringify; default none.
 */
export function stringifyJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? rawJSON(`${item}`) : item), indent)
}

/** The text of a JSON file: indented, with exact ids, and escapes for characters that a terminal interprets. */
export function jsonFileText(value: unknown): string {
  return `${visibleJson(stringifyJson(value, 2))}\n`
}

/** How many levels of objects and arrays valid JSON has, and at least how many values. */
export function extentOf(text: string): { readonly depth: number; readonly values: number } {
  let [level, depth, values] = [0, 0, 1]
  for (let at = 0; at < text.length; at++)
    // Codes, because a long list has 20 million characters.
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at) - 1
        break
      case 0x2c: // ,
        values++
        break
      case 0x5b: // [
      case 0x7b: // {
        values++
        depth = Math.max(depth, ++level)
        break
      case 0x5d: // ]
      case 0x7d: // }
        level--
    }
  return { depth, values }
}

/** The index after a string in a JSON text. @param start its first quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end + 1
  }
  return text.length
}

/** Freezes plain data with all that is in it. */
export function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) freeze(member)
  return Object.freeze(value)
}
