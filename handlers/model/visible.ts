/**
 * Characters that are invisible or that a terminal interprets: controls (except line feed and tab), formats, all that
 * Unicode lets a font ignore, line separators, the blank of Braille, lone surrogates, and code points that are no
 * characters. The variation selector of an emoji stays.
 */
const unseen =
  '(?![\\n\\t]|(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\p{Surrogate}\\p{Noncharacter_Code_Point}]'
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
  return json.replace(unseenCharacters, (character) => character.split('').map(unicodeEscape).join(''))
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

/** A UTF-16 unit as JSON may write it: `\u0041`. */
export function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
