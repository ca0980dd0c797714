/**
 * Characters that are invisible or that a terminal interprets: C0 (except line feed and tab), DEL, C1, direction marks,
 * zero-width spaces, line separators, the byte order mark, tags, and lone surrogates.
 */
const unseen =
  '[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Surrogate}]'
export const unseenCharacters = new RegExp(unseen, 'gu')

/**
 * Escapes such characters in a text, except line feeds and tabs.
 *
 * @example visible('a\u009bb') // 'a\\u{9b}b'
 */
export function visible(text: string): string {
  return text.replace(unseenCharacters, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** Escapes such characters in JSON text, without changing its value. */
export function visibleJson(json: string): string {
  return json.replace(unseenCharacters, (character) =>
    Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charCodeAt(index))).join(
      '',
    ),
  )
}

/** Makes all texts and keys of plain data {@link visible}. */
export function visibleData<Value>(value: Value): Value {
  return mapTexts(value, visible)
}

/** Applies a function to all texts and keys of plain data. */
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
