/**
 * Characters that a reader does not see, or that act on what shows them: C0 (but line feed and tab), DEL, C1, marks of
 * direction, blanks without width, separators of lines, the byte order mark, tags, and halves of surrogate pairs.
 */
const unseen =
  '[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Surrogate}]'
export const unseenCharacters = new RegExp(unseen, 'gu')

/**
 * A text in which every such character is written out; line feeds and tabs stay.
 *
 * @example visible('a\u009bb') // 'a\\u{9b}b'
 */
export function visible(text: string): string {
  return text.replace(unseenCharacters, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** A text of JSON in which every such character is an escape: it reads as the same value. */
export function visibleJson(json: string): string {
  return json.replace(unseenCharacters, (character) =>
    Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charCodeAt(index))).join(
      '',
    ),
  )
}

/** Plain data with every text in it made {@link visible}, the names of its members too. */
export function visibleData<Value>(value: Value): Value {
  return mapTexts(value, visible)
}

/** Plain data with a function applied to every text in it, the names of its members too. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const mapped = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part)
    if (Array.isArray(part)) return part.map(mapped)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [change(name), mapped(member)]))
  }
  return mapped(value) as Value
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
