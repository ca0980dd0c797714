import { mapTexts } from '../../handlers/model/visible.ts'
import { bytesOf, type Decoding } from './decoding.ts'
import { bareOf, decodingsOf, resolved } from './decodings.ts'

/** Removes secrets from all that a run prints, writes or returns. */
export interface Redactor {
  /** An output without the secrets, in whatever encoding, and without their longer parts. */
  text(text: string): string
  /** Plain data without secrets: in texts, in member names, and in numbers of eight digits or more. */
  data<Value>(value: Value): Value
}

/** Parts of a secret of this length or more are removed too: of a short secret, and of a long one. */
const shortestPart = 8
const longestPart = 12
/** A shorter secret is removed only where it is a separate word. */
const shortestAnywhere = 4
/** A longer text, and a longer line of an output, is cut: searching it would take too long. */
const longestText = 256 * 1024
/** Whole lines that are searched together, or one line that is longer. */
const pieces = new RegExp(`[^]{1,${longestText}}(?:(?<=\\n)|$)|[^\\n]+`, 'g')
const cut = '\xe2\x80\xa6'
/**
 * How many characters of a secret at a cut are removed; in guessed decodings, where short matches are chance, more.
 */
const shortestCut = { read: 3, guessed: 5 }
/** An escape sequence that is itself cut off. */
const cutEscape = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?x?[\da-f]{0,6})$/

/**
 * Makes a redactor of these secrets.
 * @param known public texts, such as the provider's address: a part of a secret that is also in them stays.
 * @example
 * createRedactor(['s3cr/t']).text('{"password":"s3cr\\/t"}') // '{"password":"[secret]"}'
 */
export function createRedactor(secrets: readonly string[], known: readonly string[] = []): Redactor {
  const needles = new Needles(secrets, known)
  if (needles.isEmpty) return { text: (text) => text, data: (value) => value }
  const marker = needles.rangesIn('[secret]')?.length === 0 ? '[secret]' : '[…]'
  const inOne = (text: string): string | undefined => {
    if (text.length < needles.shortest) return text
    if (text.length > longestText) return `${redact(text.slice(0, longestText))}… (${text.length} characters)`
    const ranges = needles.rangesIn(text)
    return ranges && without(text, ranges, marker)
  }
  const redact = (text: string): string => inOne(text) ?? marker
  // What takes too long to search does not cost the other lines.
  const inLines = (text: string): string => inOne(text) ?? text.replace(/[^\n]+/g, redact)
  const number = (part: unknown): unknown => {
    if (typeof part === 'number' || typeof part === 'bigint') {
      const digits = String(part)
      return digits.length < shortestPart || redact(digits) === digits ? part : marker
    }
    if (Array.isArray(part)) {
      const codes = part.every((each) => typeof each === 'number') ? part.join(' ') : ''
      return redact(codes) === codes ? part.map(number) : marker
    }
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, number(member)]))
  }
  return {
    text: (text) => text.replace(pieces, inLines),
    data: <Value>(value: Value) => number(mapTexts(value, redact)) as Value,
  }
}

type Range = readonly [from: number, to: number]

function without(text: string, ranges: readonly Range[], marker: string): string {
  let result = ''
  let end = 0
  for (const [from, to] of joined(ranges)) {
    const around = text.lastIndexOf(marker, from)
    const isMarker = around >= 0 && to <= around + marker.length
    if (isMarker) continue
    result += text.slice(end, from) + marker
    end = to
  }
  return result + text.slice(end)
}

function joined(ranges: readonly Range[]): Range[] {
  const merged: [number, number][] = []
  for (const [from, to] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Ignores case, and treats a plus as the blank that it encodes in forms. */
function folded(bytes: string): string {
  return bytes.toLowerCase().replaceAll('+', ' ')
}

/** Finds secrets in a text, in time proportional to its length. */
class Needles {
  /** A shorter text holds no secret. */
  readonly shortest: number
  readonly isEmpty: boolean
  /** Every eight bytes of a secret, with how long the match around them must be. */
  readonly #parts = new Map<string, number>()
  readonly #whole = new Set<string>()
  readonly #words = new Set<string>()
  /** Secrets of which a part may be left where a text was cut off. */
  readonly #forms: readonly string[]
  /** The first two bytes of all parts. */
  readonly #beginnings = new Uint8Array(65_536)

  constructor(secrets: readonly string[], known: readonly string[]) {
    const joined = bytesOf(known.join('\n'))
    const plain = folded(`${joined}\n${bareOf(joined)}`)
    const forms = new Set(
      secrets.flatMap((secret) =>
        [bytesOf(secret), resolved(secret), ...(isLatin1(secret) ? [secret] : [])].map(folded),
      ),
    )
    forms.delete('')
    this.#forms = [...forms].filter(({ length }) => length > shortestCut.read)
    for (const form of forms) this.#add(form, plain)
    // Without separators, and reversed: only secrets long enough not to match by chance.
    for (const form of [...forms].map(bareOf))
      if (form.length >= shortestPart)
        for (const each of [form, [...form].reverse().join('')]) this.#add(each, plain)
    this.isEmpty = forms.size === 0
    this.shortest = Math.min(
      ...[...forms].map(({ length }) => Math.max(1, Math.min(length, shortestPart)) / 4),
    )
  }

  #add(form: string, known: string): void {
    if (form.length < shortestAnywhere) {
      this.#words.add(form)
      return
    }
    if (form.length < shortestPart) {
      this.#whole.add(form)
      return
    }
    const needed = Math.max(shortestPart, Math.min(longestPart, Math.ceil(form.length / 2)))
    for (let at = 0; at + shortestPart <= form.length; at++) {
      const part = form.slice(at, at + shortestPart)
      if (known.includes(part)) this.#whole.add(form)
      else {
        this.#parts.set(part, Math.min(needed, this.#parts.get(part) ?? needed))
        this.#beginnings[beginning(part, 0)] = 1
      }
    }
  }

  /** Where secrets are in a text; undefined where searching it would take too long. */
  rangesIn(text: string): readonly Range[] | undefined {
    return decodingsOf(text)?.flatMap((decoding) => this.#rangesInDecoding(decoding))
  }

  #rangesInDecoding({ bytes, from, to, isGuess, isBare }: Decoding): Range[] {
    const ranges: Range[] = []
    const text = folded(bytes)
    const found = (start: number, length: number) => {
      const last = start + length - 1
      // What was written backwards ends where it begins.
      ranges.push([Math.min(from[start] ?? 0, from[last] ?? 0), Math.max(to[start] ?? 0, to[last] ?? 0)])
    }
    this.#findParts(text, found)
    if (isBare) return ranges
    for (const whole of this.#whole) for (const at of placesOf(whole, text)) found(at, whole.length)
    this.#findCut(text, isGuess, found)
    if (isGuess) return ranges
    for (const word of this.#words)
      for (const at of placesOf(word, text))
        if (!/[\w-]/.test(`${text[at - 1] ?? ''}${text[at + word.length] ?? ''}`)) found(at, word.length)
    return ranges
  }

  /** Finds the beginnings of secrets before a cut, and their ends after one. */
  #findCut(text: string, isGuess: boolean, found: (start: number, length: number) => void): void {
    const mark = isGuess ? '\0' : cut
    const least = isGuess ? shortestCut.guessed : shortestCut.read
    for (const at of placesOf(mark, text)) {
      const behind = at + mark.length
      const stray = isGuess ? 0 : (cutEscape.exec(text.slice(Math.max(0, at - 9), at))?.[0].length ?? 0)
      for (const form of this.#forms) {
        for (const end of new Set([at, at - stray])) {
          const length = lengthAtCut(form, least, (each) => text.startsWith(form.slice(0, each), end - each))
          if (length > 0) found(end - length, length)
        }
        const length = lengthAtCut(form, least, (each) => text.startsWith(form.slice(-each), behind))
        if (length > 0) found(behind, length)
      }
    }
  }

  #findParts(text: string, found: (start: number, length: number) => void): void {
    let start = -1
    let end = -1
    let needed = longestPart
    const close = () => {
      if (start >= 0 && end - start >= needed) found(start, end - start)
      start = -1
      needed = longestPart
    }
    for (let at = 0; at + shortestPart <= text.length; at++) {
      if (this.#beginnings[beginning(text, at)] !== 1) continue
      const length = this.#parts.get(text.slice(at, at + shortestPart))
      if (length === undefined) continue
      // Overlapping parts are one match.
      if (start >= 0 && at !== end - shortestPart + 1) close()
      if (start < 0) start = at
      end = at + shortestPart
      needed = Math.min(needed, length)
    }
    close()
  }
}

/** How much of a secret is left at a cut: the greatest length that fits; 0 for none. */
function lengthAtCut(form: string, least: number, fits: (length: number) => boolean): number {
  for (let length = form.length - 1; length >= least; length--) if (fits(length)) return length
  return 0
}

function beginning(text: string, at: number): number {
  return (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1)
}

function* placesOf(wanted: string, text: string): Generator<number> {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) yield at
}

function isLatin1(text: string): boolean {
  return /^[\0-\xff]*$/.test(text) && /[\x80-\xff]/.test(text)
}
