import { mapTexts } from '../../handlers/model/visible.ts'
import { bareOf, bytesOf, resolved, type View, viewsOf } from './views.ts'

/** Takes secrets out of all that a run prints, writes or returns. */
export interface Redactor {
  /** A text without the secrets, however they are encoded in it, and without longer parts of them. */
  text(text: string): string
  /** Plain data without them: in texts, in names of members, and in numbers of eight digits and more. */
  data<Value>(value: Value): Value
}

/** Parts of a secret from this length on are taken out as well; a long one may show as many characters less one. */
const shortestPart = 8
const longestPart = 12
/** Below this length a secret is taken out only where it stands as a word of its own: it may be part of any word. */
const shortestAnywhere = 4
/** How much of one text is kept: beyond this nobody reads it, and looking through it takes its time. */
const longestText = 256 * 1024
const cut = '\xe2\x80\xa6'
/** So much of a secret is taken out where a text is cut off in it; in bytes that may be right by chance, more. */
const shortestCut = { read: 3, guessed: 5 }
/** An escape that is cut off itself. */
const cutEscape = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?x?[\da-f]{0,6})$/

/**
 * Makes what takes secrets out of texts.
 *
 * @param known texts that are no secret, such as the address of the provider: a part that they have too may stay.
 * @example
 * createRedactor(['s3cr/t']).text('{"password":"s3cr\\/t"}') // '{"password":"[secret]"}'
 */
export function createRedactor(secrets: readonly string[], known: readonly string[] = []): Redactor {
  const needles = new Needles(secrets, known)
  const marker = needles.isEmpty || needles.rangesIn('[secret]')?.length === 0 ? '[secret]' : '[…]'
  const redact = (text: string): string => {
    if (needles.isEmpty || text.length < needles.shortest) return text
    if (text.length > longestText) return `${redact(text.slice(0, longestText))}… (${text.length} characters)`
    const ranges = needles.rangesIn(text)
    return ranges === undefined ? marker : without(text, ranges, marker)
  }
  const number = (part: unknown): unknown => {
    if (typeof part === 'number' || typeof part === 'bigint') {
      const digits = String(part)
      return digits.length < shortestPart || redact(digits) === digits ? part : marker
    }
    if (Array.isArray(part)) return part.map(number)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, number(member)]))
  }
  return {
    text: redact,
    data: <Value>(value: Value) => (needles.isEmpty ? value : (number(mapTexts(value, redact)) as Value)),
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

/** Upper and lower case are one, and so are a blank and the plus that forms put in its place. */
function folded(bytes: string): string {
  return bytes.toLowerCase().replaceAll('+', ' ')
}

/** Finds secrets in a text, in time that grows with the text alone. */
class Needles {
  /** How many characters a text must have to hold one. */
  readonly shortest: number
  readonly isEmpty: boolean
  /** Eight bytes of a secret, and how long a part they must belong to. */
  readonly #parts = new Map<string, number>()
  readonly #whole = new Set<string>()
  readonly #words = new Set<string>()
  /** What may be left of in part, where a text was cut off. */
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
    // Spelt out, and from the back to the front: only what is long enough not to be there by chance.
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

  /** Where secrets are in a text; undefined where nobody can tell in time. */
  rangesIn(text: string): readonly Range[] | undefined {
    return viewsOf(text)?.flatMap((view) => this.#rangesInView(view))
  }

  #rangesInView({ bytes, from, to, isGuess, isBare }: View): Range[] {
    const ranges: Range[] = []
    const text = folded(bytes)
    const found = (start: number, length: number) =>
      void ranges.push([from[start] ?? 0, to[start + length - 1] ?? 0])
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

  /** Finds the beginnings of secrets before a place where the text is cut off, and their ends behind one. */
  #findCut(text: string, isGuess: boolean, found: (start: number, length: number) => void): void {
    const mark = isGuess ? '\0' : cut
    const least = isGuess ? shortestCut.guessed : shortestCut.read
    for (const at of placesOf(mark, text)) {
      const behind = at + mark.length
      const stray = isGuess ? 0 : (cutEscape.exec(text.slice(Math.max(0, at - 9), at))?.[0].length ?? 0)
      for (const form of this.#forms) {
        const most = form.length - 1
        for (const end of new Set([at, at - stray])) {
          const length = lengths(most, least).find((each) => text.endsWith(form.slice(0, each), end))
          if (length !== undefined) found(end - length, length)
        }
        const length = lengths(most, least).find((each) => text.startsWith(form.slice(-each), behind))
        if (length !== undefined) found(behind, length)
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
      // Parts that follow one another byte by byte are one.
      if (start >= 0 && at !== end - shortestPart + 1) close()
      if (start < 0) start = at
      end = at + shortestPart
      needed = Math.min(needed, length)
    }
    close()
  }
}

/** From the longest to the shortest. */
function lengths(most: number, least: number): number[] {
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => most - at)
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
