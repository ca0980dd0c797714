import { decodeHTMLStrict } from 'entities'

/**
 * A decoded text as UTF-8 bytes (one character each), with the start and end in the source of what each byte was
 * decoded from.
 */
export interface Decoding {
  readonly bytes: string
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Whether the encoding was guessed: then a match of a few bytes means nothing. */
  readonly isGuess: boolean
  /** Whether only letters and digits were kept: then a match must be long. */
  readonly isBare?: boolean
}

/** How deep encodings may be nested; and escapes alone. */
const deepest = 3
const mostEscaped = 6

/**
 * Decodes a text in every usual way, nested ones included: as it is, with the escapes of JSON, JavaScript, URLs, HTML
 * and shells in any mixture, as quoted-printable, base64 and base64url at every alignment, and hex.
 * @returns undefined where decoding costs more than a fixed multiple of the text's length.
 */
export function decodingsOf(text: string): readonly Decoding[] | undefined {
  let budget = 60 * text.length + 10_000
  let latest = [plainDecoding(text)]
  const all = [...latest]
  for (let depth = 0; depth < deepest; depth++) {
    const next: Decoding[] = []
    for (const decoding of latest)
      for (const decoded of [
        ...unescapedAgain(decoding),
        quotedPrintable(decoding),
        base64(decoding),
        hex(decoding),
      ]) {
        if (decoded === undefined) continue
        budget -= decoded.bytes.length
        if (budget < 0) return undefined
        next.push(decoded)
      }
    all.push(...next)
    latest = next
  }
  return [...all, ...all.flatMap((decoding) => (decoding.isGuess ? [] : (bare(decoding) ?? [])))]
}

/** Only the letters and digits: a secret may be written with blanks, dashes or invisible characters between them. */
function bare(decoding: Decoding): Decoding | undefined {
  const stripped = replaced(decoding, /[^a-z\d]+/gi, () => '')
  return stripped && { ...stripped, isBare: true }
}

export function bareOf(text: string): string {
  return text.replace(/[^a-z\d]+/gi, '')
}

/** The bytes of a text in UTF-8. */
export function bytesOf(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString('latin1')
}

/** A text with all its escapes resolved, those in others too; as bytes. */
export function resolved(text: string): string {
  const plain = plainDecoding(text)
  return ([...unescapedAgain(plain)].at(-1) ?? plain).bytes
}

function plainDecoding(text: string): Decoding {
  const decoding = new DecodingBuilder(false)
  let at = 0
  for (const character of text) {
    const isFullWidth = character >= '\uff01' && character <= '\uff5e'
    decoding.add(bytesOf(isFullWidth ? character.normalize('NFKC') : character), at, at + character.length)
    at += character.length
  }
  return decoding
}

class DecodingBuilder implements Decoding {
  bytes = ''
  readonly from: number[] = []
  readonly to: number[] = []
  readonly isGuess: boolean

  constructor(isGuess: boolean) {
    this.isGuess = isGuess
  }

  add(bytes: string, from: number, to: number): void {
    this.bytes += bytes
    for (let index = 0; index < bytes.length; index++) {
      this.from.push(from)
      this.to.push(to)
    }
  }
}

/** Replaces what a pattern finds in a decoding; undefined where it finds nothing. */
function replaced(
  decoding: Decoding,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string | undefined,
): Decoding | undefined {
  const { bytes, from, to, isGuess } = decoding
  let result: DecodingBuilder | undefined
  let end = 0
  const keep = (before: number) => {
    for (; end < before; end++) result?.add(bytes[end] ?? '', from[end] ?? 0, to[end] ?? 0)
  }
  for (const match of bytes.matchAll(pattern)) {
    const replacing = replacement(match)
    if (replacing === undefined) continue
    result ??= new DecodingBuilder(isGuess)
    keep(match.index)
    end = match.index + match[0].length
    result.add(replacing, from[match.index] ?? 0, to[end - 1] ?? 0)
  }
  if (result) keep(bytes.length)
  return result
}

/** A numeric HTML entity without its semicolon ends where no digit and no other escape follows. */
const escapes =
  /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|(?:\\u\{0*([\da-f]{1,6})\}|(?:\\u|%u)([\da-f]{4})|&#x0*([\da-f]{1,6})(?:;|(?![\da-f\\%])))|&#0*(\d{1,7})(?:;|(?![\d\\%]))|(?:\\x|%)([\da-f]{2})|\\([0-3][0-7]{2})|\\(["'\\/bfnrt])|&([a-z]+);/gi
const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
/** Resolves escapes, then the escapes inside them, until none are left. */
function* unescapedAgain(decoding: Decoding): Generator<Decoding> {
  let latest: Decoding | undefined = decoding
  for (let depth = 0; depth < mostEscaped; depth++) {
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

function bytesOfCode(code: number): string {
  return code > 0x10ffff ? '' : bytesOf(String.fromCodePoint(code))
}

function quotedPrintable(decoding: Decoding): Decoding | undefined {
  return replaced(decoding, /=([\da-f]{2})|=\r?\n/gi, ([, byte]) =>
    byte === undefined ? '' : String.fromCharCode(Number.parseInt(byte, 16)),
  )
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes every run of base64 digits at each of the four alignments. */
function base64(decoding: Decoding): Decoding | undefined {
  return guessed(decoding, /[\w+/-][\w+/\r\n-]{5,}/g, 6, 4, (digit) =>
    base64Digits.indexOf(digit === '-' ? '+' : digit === '_' ? '/' : digit),
  )
}

function hex(decoding: Decoding): Decoding | undefined {
  return guessed(decoding, /[\da-f][\da-f:\- ]{7,}/gi, 4, 2, (digit) =>
    /[\da-f]/i.test(digit) ? Number.parseInt(digit, 16) : -1,
  )
}

/**
 * Decodes runs of digits of `bits` bits each, once for each alignment.
 * @param digitValue the value of a digit; below 0 for a separator.
 */
function guessed(
  { bytes, from, to }: Decoding,
  runs: RegExp,
  bits: number,
  alignments: number,
  digitValue: (digit: string) => number,
): Decoding | undefined {
  let result: DecodingBuilder | undefined
  for (const { 0: run, index } of bytes.matchAll(runs)) {
    const digits: { value: number; at: number }[] = []
    for (let offset = 0; offset < run.length; offset++) {
      const value = digitValue(run[offset] ?? '')
      if (value >= 0) digits.push({ value, at: index + offset })
    }
    result ??= new DecodingBuilder(true)
    for (let first = 0; first < alignments; first++) {
      let held = 0
      let size = 0
      let start = first
      for (let next = first; next < digits.length; next++) {
        const { value, at } = digits[next] ?? { value: 0, at: 0 }
        held = (held << bits) | value
        size += bits
        if (size < 8) continue
        size -= 8
        result.add(String.fromCharCode(held >> size), from[digits[start]?.at ?? 0] ?? 0, to[at] ?? 0)
        held &= (1 << size) - 1
        start = size === 0 ? next + 1 : next
      }
      // Keeps the alignments apart.
      result.add('\0', 0, 0)
    }
  }
  return result
}
