import { htmlEscape } from 'escape-goat'
import { decoded } from '../../handlers/http/base-url.ts'
import { mapTexts } from '../../handlers/model/visible.ts'

/** Removes secrets from all that a run prints, writes or returns. */
export interface Redactor {
  /** A text without the secrets, in whatever usual encoding, and without their longer parts. */
  text(text: string): string
  /**
   * Plain data without secrets, in texts, in member names and in long numbers, and without the sessions that the
   * provider opened.
   */
  data<Value>(value: Value): Value
}

/** Where a text was cut, a part of a secret is left: of a short and of a long secret, it is removed from this length on. */
const shortestPart = 8
const longestPart = 12
/** A shorter secret is removed only where it is a separate word. */
const shortestAnywhere = 4
/** A shorter code is not searched for. */
const shortestCode = 6
/** Headers with which a provider opens a session. */
const opensSession = /^(?:set-cookie2?|authorization|authentication-info|x-.*(?:token|session|secret|key).*)$/

/**
 * Makes a redactor of these secrets.
 * @param known public texts, such as the provider's address: a part of a secret that is also in them stays.
 * @example
 * createRedactor(['s3cr/t']).text('{"password":"s3cr\\/t"}') // '{"password":"[secret]"}'
 */
export function createRedactor(secrets: readonly string[], known: readonly string[] = []): Redactor {
  const needles = new Needles(secrets, known)
  const marker = needles.rangesIn('[secret]').length === 0 ? '[secret]' : '[…]'
  const text = (original: string) => without(original, needles.rangesIn(original), marker)
  const redacted = (part: unknown): unknown => {
    if (typeof part === 'number' || typeof part === 'bigint') {
      const digits = String(part)
      return digits.length < shortestPart || text(digits) === digits ? part : marker
    }
    if (Array.isArray(part)) return part.map(redacted)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [
        name,
        typeof member === 'string' && opensSession.test(name) ? `[${name}]` : redacted(member),
      ]),
    )
  }
  return { text, data: <Value>(value: Value) => redacted(mapTexts(value, text)) as Value }
}

type Range = readonly [from: number, to: number]

function without(text: string, ranges: readonly Range[], marker: string): string {
  let result = ''
  let end = 0
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    if (from >= end) result += text.slice(end, from) + marker
    end = Math.max(end, to)
  }
  return result + text.slice(end)
}

/** Ignores case, and how base64url and forms write some characters. Keeps the length. */
function folded(text: string): string {
  return text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/[- ]/g, '+')
    .replaceAll('_', '/')
}

/** Finds secrets in a text, in time proportional to its length. */
class Needles {
  /** Every eight characters of a spelling, with how long the match around them must be. */
  readonly #parts = new Map<string, number>()
  readonly #whole = new Set<string>()
  readonly #words = new Set<string>()

  constructor(secrets: readonly string[], known: readonly string[]) {
    const plain = folded(known.join('\n'))
    const given = secrets.filter((each) => each !== '')
    // As it was given, and as a provider decodes it.
    for (const secret of new Set(given.flatMap((each) => [each, decoded(each)])))
      for (const spelling of spellingsOf(secret)) this.#add(secret, spelling, plain)
  }

  #add(secret: string, { text, stretch }: Spelling, known: string): void {
    const form = folded(text)
    if (secret.length < shortestPart) {
      const forms = secret.length < shortestAnywhere ? this.#words : this.#whole
      forms.add(form)
      return
    }
    const part = Math.max(shortestPart, Math.min(longestPart, Math.ceil(secret.length / 2)))
    const needed = Math.ceil(part * stretch)
    for (let at = 0; at + shortestPart <= form.length; at++) {
      const piece = form.slice(at, at + shortestPart)
      if (known.includes(piece)) this.#whole.add(form)
      else this.#parts.set(piece, Math.min(needed, this.#parts.get(piece) ?? needed))
    }
  }

  /** Where secrets are in a text. */
  rangesIn(original: string): readonly Range[] {
    const text = folded(original)
    const ranges = this.#partsIn(text)
    for (const form of this.#whole) for (const at of placesOf(form, text)) ranges.push([at, at + form.length])
    for (const word of this.#words)
      for (const at of placesOf(word, text))
        if (!/\w/.test(`${text[at - 1] ?? ''}${text[at + word.length] ?? ''}`))
          ranges.push([at, at + word.length])
    return ranges
  }

  #partsIn(text: string): Range[] {
    const ranges: Range[] = []
    if (this.#parts.size === 0) return ranges
    let [start, end, needed] = [0, 0, longestPart]
    for (let at = 0; at + shortestPart <= text.length; at++) {
      const length = this.#parts.get(text.slice(at, at + shortestPart))
      if (length === undefined) continue
      // Parts that overlap in all but a character are one match.
      const isNew = at + shortestPart !== end + 1
      if (isNew && end - start >= needed) ranges.push([start, end])
      if (isNew) start = at
      needed = isNew ? length : Math.min(needed, length)
      end = at + shortestPart
    }
    if (end - start >= needed) ranges.push([start, end])
    return ranges
  }
}

/** A secret as a provider may write it. */
interface Spelling {
  readonly text: string
  /** How many of its characters stand for one of the secret. */
  readonly stretch: number
}

/** Encodes a secret in every usual way, and each of the results again. */
function spellingsOf(secret: string): readonly Spelling[] {
  const once = [secret, ...encoded(secret)]
  const texts = new Set([...once, ...once.flatMap(encoded)])
  return [...texts].map((text) => ({ text, stretch: text.length / secret.length }))
}

/** For URLs, forms, JSON, also that of PHP, HTML, in hex, and in base64 at each alignment. */
function encoded(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [
    encodeURIComponent(text.toWellFormed()),
    new URLSearchParams([['', text]]).toString().slice(1),
    json,
    json.replaceAll('/', '\\/'),
    htmlEscape(text),
    // In fewer characters, a secret could stand anywhere by chance.
    ...[Buffer.from(text).toString('hex'), ...base64Of(text)].filter(({ length }) => length >= shortestCode),
  ]
}

/** Base64 of a text that follows some other bytes, without the digits that also depend on what is around it. */
function base64Of(text: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)]
    return bytes.toString('base64').slice(from, to)
  })
}

function* placesOf(wanted: string, text: string): Generator<number> {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) yield at
}
