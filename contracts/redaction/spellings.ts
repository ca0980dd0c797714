/** How deep encodings may be nested. */
const deepest = 2
/** Encoded in fewer characters, a secret could stand anywhere by chance. */
const shortestSpelling = 6

/** A secret as a provider may write it. */
export interface Spelling {
  readonly text: string
  /** How many of its characters stand for one of the secret. */
  readonly stretch: number
}

/**
 * Encodes a secret in every usual way, and each of the results again: as it is, for URLs, as JSON, as HTML, in hex, and
 * in base64 at each alignment.
 */
export function spellingsOf(secret: string): readonly Spelling[] {
  const texts = new Set([secret])
  for (let depth = 0; depth < deepest; depth++)
    for (const text of [...texts]) {
      for (const escaped of escapes) texts.add(escaped(text))
      for (const code of codes) {
        const coded = code(text)
        if (coded.length >= shortestSpelling) texts.add(coded)
      }
    }
  return [...texts].map((text) => ({ text, stretch: text.length / secret.length }))
}

type Encode = (text: string) => string

const url: Encode = (text) => encodeURIComponent(text.toWellFormed())

const strictUrl: Encode = (text) =>
  url(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** JSON whose writer escapes more than it must. */
function json(escaped?: RegExp): Encode {
  return (text) => {
    const written = JSON.stringify(text).slice(1, -1)
    return escaped ? written.replace(escaped, unicodeEscape) : written
  }
}

function unicodeEscape(character: string): string {
  return character === '/' ? '\\/' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function html(quote: string, apostrophe: string): Encode {
  const entities = new Map(
    Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': quote, "'": apostrophe }),
  )
  return (text) => text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character)
}

/** Escapes as encodeURIComponent, RFC 3986 and forms write them; as JSON of JavaScript, PHP, Python, Go and .NET; as HTML. */
const escapes: readonly Encode[] = [
  url,
  strictUrl,
  (text) => strictUrl(text).replaceAll('%20', '+').replaceAll('%2A', '*').replaceAll('~', '%7E'),
  json(),
  json(/[/\x7f-\uffff]/g),
  json(/[\x7f-\uffff]/g),
  json(/[<>&]/g),
  (text) => json(/[<>&'+`\x7f-\uffff]/g)(text).replaceAll('\\"', '\\u0022'),
  html('"', "'"),
  html('&quot;', '&#39;'),
  html('&quot;', '&#x27;'),
  html('&#34;', '&#39;'),
]

const codes: readonly Encode[] = [
  (text) => Buffer.from(text).toString('hex'),
  ...[0, 1, 2].flatMap((offset) => [base64At(offset, 'base64'), base64At(offset, 'base64url')]),
]

/** Base64 of a text that follows some other bytes, without the digits that also depend on what is around it. */
function base64At(offset: number, alphabet: 'base64' | 'base64url'): Encode {
  return (text) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)]
    return bytes.toString(alphabet).slice(from, to)
  }
}
