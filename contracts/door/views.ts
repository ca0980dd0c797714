/** A text as bytes (UTF-8, one character each), and for each byte where in the source what it stands for begins and ends. */
export interface View {
  readonly bytes: string
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Whether it is what a guess came to: then a few bytes that look right mean nothing. */
  readonly isGuess: boolean
  /** Whether all but letters and digits is left out of it: then what looks right must be long. */
  readonly isBare?: boolean
}

/** How often one encoding may stand in another; and how often escapes alone may. */
const deepest = 3
const mostEscaped = 6

/**
 * Reads a text in every way in which a value is usually written, one inside another too: as it is, with the escapes of JSON,
 * JavaScript, URLs, HTML and shells in any mixture, as quoted-printable, base64 and base64url at every alignment, and hex.
 *
 * @returns undefined where that would take more than a fixed multiple of the text: it was made to.
 */
export function viewsOf(text: string): readonly View[] | undefined {
  let budget = 60 * text.length + 10_000
  let latest = [plainView(text)]
  const all = [...latest]
  for (let depth = 0; depth < deepest; depth++) {
    const next: View[] = []
    for (const view of latest)
      for (const decoded of [...unescapedAgain(view), quotedPrintable(view), base64(view), hex(view)]) {
        if (decoded === undefined) continue
        budget -= decoded.bytes.length
        if (budget < 0) return undefined
        next.push(decoded)
      }
    all.push(...next)
    latest = next
  }
  return [...all, ...all.flatMap((view) => (view.isGuess ? [] : (bare(view) ?? [])))]
}

/** The letters and digits alone: a secret may be spelt out with blanks, dashes or invisible characters between them. */
function bare(view: View): View | undefined {
  const stripped = replaced(view, /[^a-z\d]+/gi, () => '')
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
  const plain = plainView(text)
  return ([...unescapedAgain(plain)].at(-1) ?? plain).bytes
}

function plainView(text: string): View {
  const view = new Growing(false)
  let at = 0
  for (const character of text) {
    const isFullWidth = character >= '\uff01' && character <= '\uff5e'
    view.add(bytesOf(isFullWidth ? character.normalize('NFKC') : character), at, at + character.length)
    at += character.length
  }
  return view
}

class Growing implements View {
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

/** Replaces what a pattern finds in a view; undefined where it finds nothing. */
function replaced(
  view: View,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string | undefined,
): View | undefined {
  const { bytes, from, to, isGuess } = view
  let result: Growing | undefined
  let end = 0
  const keep = (before: number) => {
    for (; end < before; end++) result?.add(bytes[end] ?? '', from[end] ?? 0, to[end] ?? 0)
  }
  for (const match of bytes.matchAll(pattern)) {
    const stands = replacement(match)
    if (stands === undefined) continue
    result ??= new Growing(isGuess)
    keep(match.index)
    end = match.index + match[0].length
    result.add(stands, from[match.index] ?? 0, to[end - 1] ?? 0)
  }
  if (result) keep(bytes.length)
  return result
}

/** A number without the semicolon of HTML ends where neither a digit nor another escape goes on with it. */
const escapes =
  /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|(?:\\u\{0*([\da-f]{1,6})\}|(?:\\u|%u)([\da-f]{4})|&#x0*([\da-f]{1,6})(?:;|(?![\da-f\\%])))|&#0*(\d{1,7})(?:;|(?![\d\\%]))|(?:\\x|%)([\da-f]{2})|\\([0-3][0-7]{2})|\\(["'\\/bfnrt])|&([a-z]+);/gi
const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
/** Names that HTML has for the characters of ASCII. */
const named: Readonly<Record<string, string>> = {
  Tab: '\t',
  NewLine: '\n',
  nbsp: '\u00a0',
  excl: '!',
  quot: '"',
  QUOT: '"',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  AMP: '&',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  midast: '*',
  plus: '+',
  comma: ',',
  hyphen: '-',
  dash: '-',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  lt: '<',
  LT: '<',
  equals: '=',
  gt: '>',
  GT: '>',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  UnderBar: '_',
  grave: '`',
  DiacriticalGrave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  VerticalLine: '|',
  rcub: '}',
  rbrace: '}',
}

/** A view without its escapes, then without those that were in them, until there are none. */
function* unescapedAgain(view: View): Generator<View> {
  let latest: View | undefined = view
  for (let depth = 0; depth < mostEscaped; depth++) {
    latest = latest && unescaped(latest)
    if (latest) yield latest
  }
}

function unescaped(view: View): View | undefined {
  if (!/[\\%&]/.test(view.bytes)) return undefined
  return replaced(view, escapes, ([, high, low, ...rest]) => {
    const [braced, unit, hexEntity, entity, byte, octal, letter, name] = rest
    if (high !== undefined && low !== undefined)
      return bytesOf(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)))
    const hexCode = braced ?? unit ?? hexEntity
    if (hexCode !== undefined) return bytesOfCode(Number.parseInt(hexCode, 16))
    if (entity !== undefined) return bytesOfCode(Number(entity))
    if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    if (letter !== undefined) return letters[letter] ?? letter
    const stands = named[name ?? ''] ?? named[name?.toLowerCase() ?? '']
    return stands && bytesOf(stands)
  })
}

function bytesOfCode(code: number): string {
  return code > 0x10ffff ? '' : bytesOf(String.fromCodePoint(code))
}

function quotedPrintable(view: View): View | undefined {
  return replaced(view, /=([\da-f]{2})|=\r?\n/gi, ([, byte]) =>
    byte === undefined ? '' : String.fromCharCode(Number.parseInt(byte, 16)),
  )
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** What every run of digits comes to, wherever in it the encoded text begins. */
function base64(view: View): View | undefined {
  return guessed(view, /[\w+/-][\w+/\r\n-]{5,}/g, 6, 4, (digit) =>
    base64Digits.indexOf(digit === '-' ? '+' : digit === '_' ? '/' : digit),
  )
}

function hex(view: View): View | undefined {
  return guessed(view, /[\da-f][\da-f:\- ]{7,}/gi, 4, 2, (digit) =>
    /[\da-f]/i.test(digit) ? Number.parseInt(digit, 16) : -1,
  )
}

/**
 * Decodes runs of digits that hold so many bits each, once for each digit at which the first byte may begin.
 *
 * @param digitValue the value of a digit; below 0 for what stands between digits.
 */
function guessed(
  { bytes, from, to }: View,
  runs: RegExp,
  bits: number,
  alignments: number,
  digitValue: (digit: string) => number,
): View | undefined {
  let result: Growing | undefined
  for (const { 0: run, index } of bytes.matchAll(runs)) {
    const digits: { value: number; at: number }[] = []
    for (let offset = 0; offset < run.length; offset++) {
      const value = digitValue(run[offset] ?? '')
      if (value >= 0) digits.push({ value, at: index + offset })
    }
    result ??= new Growing(true)
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
      // What follows is another text.
      result.add('\0', 0, 0)
    }
  }
  return result
}
