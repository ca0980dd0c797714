import { bytesOfCode, type Decoding, DecodingBuilder, replaced } from './decoding.ts'

/** Digits of a fixed number of bits, such as those of base64. */
interface Digits {
  readonly bits: number
  /** The value of each digit by its character code; -1 for other characters. */
  readonly values: Int8Array
  /** Digits, perhaps in groups with separators between. */
  readonly runs: RegExp
  /** A run of fewer digits is not decoded. */
  readonly shortest: number
  readonly isBackwards?: boolean
}

/** The digits of each alphabet by their characters. */
function valuesOf(...alphabets: readonly string[]): Int8Array {
  const values = new Int8Array(256).fill(-1)
  for (const alphabet of alphabets)
    for (const [value, digit] of [...alphabet].entries()) values[digit.charCodeAt(0)] = value
  return values
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lower = upper.toLowerCase()
const sextets = {
  bits: 6,
  values: valuesOf(`${upper}${lower}0123456789+/`, `${upper}${lower}0123456789-_`),
  shortest: 6,
}
/** In a text, any characters of ASCII may separate the digits; in bytes that were guessed, few. */
const base64InText = { ...sextets, runs: /[\w+/-]+(?:[^\w+/\-\x80-\xff]{1,8}[\w+/-]+)*/g }
const base64InGuess = { ...sextets, runs: /(?<![\w+/-])[\w+/-]{6,}(?:[\s.,"']{1,4}[\w+/-]{4,})*/g }
const others: readonly Digits[] = [
  {
    ...sextets,
    isBackwards: true,
    shortest: 11,
    runs: /(?<![\w+/-])(?=[\d+/_-]*(?:[a-z][a-z\d+/_-]*[A-Z]|[A-Z][A-Z\d+/_-]*[a-z]))[\w+/-]{11,}/g,
  },
  {
    bits: 5,
    values: valuesOf(`${upper}234567`, `${lower}234567`),
    shortest: 13,
    runs: /(?<![A-Z2-7])[A-Z2-7]{4,}(?:[^\w\x80-\xff]{1,5}[A-Z2-7]{2,})*|(?<![a-z2-7])[a-z2-7]{13,}/g,
  },
  {
    bits: 4,
    values: valuesOf('0123456789abcdef', '0123456789ABCDEF'),
    shortest: 8,
    runs: /(?<![\da-f])[\da-f]{2,}(?:[^\da-z\x80-\xff]{1,5}(?:0x|x)?[\da-f]{2,})*/gi,
  },
  { bits: 1, values: valuesOf('01'), shortest: 32, runs: /[01]{32,}/g },
]

/**
 * Decodes lists of character codes, and runs of digits of base64, base64url (also backwards), base32, hex and binary
 * at every alignment.
 */
export function guesses(decoding: Decoding): (Decoding | undefined)[] {
  const base64 = decoding.isGuess ? base64InGuess : base64InText
  return [
    ...[base64, ...others].map((digits) => digitsIn(decoding, digits)),
    numbers(decoding),
    wide(decoding),
  ]
}

function digitsIn(decoding: Decoding, digits: Digits): Decoding | undefined {
  const { bytes } = decoding
  const isDigit = (at: number) => (digits.values[bytes.charCodeAt(at)] ?? -1) >= 0
  let result: DecodingBuilder | undefined
  for (const { 0: run, index } of bytes.matchAll(digits.runs)) {
    if (run.length < digits.shortest) continue
    const places: number[] = []
    // A digit alone is none: the 0 of 0x, a plus between texts.
    for (let at = index; at < index + run.length; at++)
      if (isDigit(at) && (isDigit(at - 1) || isDigit(at + 1))) places.push(at)
    if (places.length < digits.shortest) continue
    result ??= new DecodingBuilder(bytes.length)
    addAligned(result, decoding, digits.isBackwards ? places.reverse() : places, digits)
  }
  return result?.done(true)
}

/** Adds what the digits at these places say, once for each alignment. */
function addAligned(
  result: DecodingBuilder,
  { bytes, from, to }: Decoding,
  places: readonly number[],
  { bits, values }: Digits,
): void {
  const alignments = bits === 6 ? 4 : bits === 4 ? 2 : 8
  for (let first = 0; first < alignments; first++) {
    let held = 0
    let size = 0
    let start = places[first] ?? 0
    for (let next = first; next < places.length; next++) {
      const at = places[next] ?? 0
      held = (held << bits) | (values[bytes.charCodeAt(at)] ?? 0)
      size += bits
      if (size < 8) continue
      size -= 8
      const [begin, end] = start <= at ? [start, at] : [at, start]
      result.add(held >> size, from[begin] ?? 0, to[end] ?? 0)
      held &= (1 << size) - 1
      start = size === 0 ? (places[next + 1] ?? at) : at
    }
    // Keeps the alignments apart.
    result.add(0, 0, 0)
  }
}

/** Lists of character codes: decimal, octal or binary. */
function numbers(decoding: Decoding): Decoding | undefined {
  const { bytes, from, to } = decoding
  let result: DecodingBuilder | undefined
  for (const { 0: run, index } of bytes.matchAll(lists)) {
    result ??= new DecodingBuilder(bytes.length)
    for (const [base, digits] of bases) {
      for (const { 0: number, index: start } of run.matchAll(/\d{2,8}/g)) {
        const code = digits.test(number) ? bytesOfCode(Number.parseInt(number, base)) : '\0'
        const at = index + start
        for (let byte = 0; byte < code.length; byte++)
          result.add(code.charCodeAt(byte), from[at] ?? 0, to[at + number.length - 1] ?? 0)
      }
      result.add(0, 0, 0)
    }
  }
  return result?.done(true)
}

const lists = /(?<!\d)\d{2,8}(?:[^\da-z\x80-\xff]{1,20}(?:0[bo])?\d{2,8}){5,}/gi
const bases: readonly (readonly [number, RegExp])[] = [
  [10, /^\d+$/],
  [8, /^[0-7]+$/],
  [2, /^[01]+$/],
]

/** UTF-16 and UTF-32 without their NULs. */
function wide(decoding: Decoding): Decoding | undefined {
  if (!decoding.isGuess || !/(?:[^\0]\0{1,3}){6}/.test(decoding.bytes)) return undefined
  return replaced(decoding, /\0{1,3}/g, () => '')
}
