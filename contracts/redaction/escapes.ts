import { decodeHTMLStrict } from 'entities'
import { bytesOf, bytesOfCode, type Decoding, replaced } from './decoding.ts'

/** How many times escapes may be escaped. */
const deepest = 6

/** A numeric HTML entity without its semicolon ends where no digit and no other escape follows. */
const escapes =
  /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|(?:\\u\{0*([\da-f]{1,6})\}|(?:\\u|%u)([\da-f]{4})|&#x0*([\da-f]{1,6})(?:;|(?![\da-f\\%])))|&#0*(\d{1,7})(?:;|(?![\d\\%]))|(?:\\x|%)([\da-f]{2})|\\([0-3][0-7]{2})|\\(["'\\/bfnrt])|&([a-z]+);/gi
const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Resolves the escapes of JSON, JavaScript, URLs, HTML and shells, then the escapes inside them, until none are left. */
export function* unescapedAgain(decoding: Decoding): Generator<Decoding> {
  let latest: Decoding | undefined = decoding
  for (let depth = 0; depth < deepest; depth++) {
    latest = latest && unescaped(latest)
    if (latest) yield latest
  }
}

function unescaped(decoding: Decoding): Decoding | undefined {
  if (!/[\\%&]/.test(decoding.bytes)) return undefined
  return replaced(decoding, escapes, ([, high, low, ...rest]) => {
    const [braced, unit, hexEntity, entity, byte, octal, letter, name] = rest
    if (high !== undefined && low !== undefined)
      return bytesOf(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)))
    const hexCode = braced ?? unit ?? hexEntity
    if (hexCode !== undefined) return bytesOfCode(Number.parseInt(hexCode, 16))
    if (entity !== undefined) return bytesOfCode(Number(entity))
    if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    if (letter !== undefined) return letters[letter] ?? letter
    const character = name === undefined ? undefined : characterOf(name)
    return character && bytesOf(character)
  })
}

/** The character of an HTML entity, whatever the case of its name; undefined where there is none. */
function characterOf(name: string): string | undefined {
  for (const entity of [`&${name};`, `&${name.toLowerCase()};`]) {
    const character = decodeHTMLStrict(entity)
    if (character !== entity) return character
  }
  return undefined
}

/** Escapes that other notations write alike: of CSS, of `echo` in a shell, of Unicode charts. */
const ambiguous: readonly (readonly [RegExp, number])[] = [
  [/\\([\da-f]{2,6})[ \t\n]?/gi, 16],
  [/\\0([0-3]?[0-7]{2})/g, 8],
  [/u\+([\da-f]{4,6})/gi, 16],
]

export function ambiguouslyUnescaped(decoding: Decoding): (Decoding | undefined)[] {
  return ambiguous.map(([pattern, base]) =>
    replaced(decoding, pattern, ([, code = '']) => bytesOfCode(Number.parseInt(code, base))),
  )
}

export function quotedPrintable(decoding: Decoding): Decoding | undefined {
  return replaced(decoding, /=([\da-f]{2})|=\r?\n/gi, ([, byte]) =>
    byte === undefined ? '' : String.fromCharCode(Number.parseInt(byte, 16)),
  )
}

/** A character of several bytes, or any with combining marks. */
const folding =
  /(?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})(?:\xcc[\x80-\xbf]|\xcd[\x80-\xaf])+|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** Letters of other widths, styles and cases become plain ones, tag characters ASCII; ignorable characters go. */
export function folded(decoding: Decoding): Decoding | undefined {
  if (decoding.isGuess || !/[\x80-\xff]/.test(decoding.bytes)) return undefined
  return replaced(decoding, folding, ([bytes]) => {
    const character = Buffer.from(bytes, 'latin1').toString()
    // The mark of a cut stays one.
    if (character === '…') return undefined
    const code = character.codePointAt(0) ?? 0
    if (code > 0xe0020 && code < 0xe007f) return String.fromCharCode(code - 0xe0000)
    const plain = character.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    // Letters of ASCII keep their case: they may be base64.
    if (/^[ -~]*$/.test(plain)) return plain
    const lower = plain.toLowerCase()
    return lower === character ? undefined : bytesOf(lower)
  })
}
