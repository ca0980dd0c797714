import { type Decoding, plainDecoding, replaced } from './decoding.ts'
import { guesses } from './digits.ts'
import { ambiguouslyUnescaped, folded, quotedPrintable, unescapedAgain } from './escapes.ts'

/** How deep encodings may be nested. */
const deepest = 4

/**
 * Decodes a text in every usual way, nested ones included: as it is, with the escapes of JSON, JavaScript, URLs, HTML
 * and shells in any mixture, as quoted-printable, with other forms of letters, as base64, base32, hex and lists of
 * character codes.
 * @returns undefined where decoding costs more than a fixed multiple of the text's length.
 */
export function decodingsOf(text: string): readonly Decoding[] | undefined {
  let budget = 60 * text.length + 10_000
  let latest = [plainDecoding(text)]
  const all = [...latest]
  const seen = new Set([text])
  for (let depth = 0; depth < deepest; depth++) {
    const next: Decoding[] = []
    for (const decoding of latest)
      for (const decoded of decodedOnce(decoding)) {
        if (decoded === undefined || seen.has(decoded.bytes)) continue
        budget -= decoded.bytes.length
        if (budget < 0) return undefined
        seen.add(decoded.bytes)
        next.push(decoded)
      }
    all.push(...next)
    latest = next
  }
  return [...all, ...all.flatMap((decoding) => (decoding.isGuess ? [] : bare(decoding)))]
}

function* decodedOnce(decoding: Decoding): Generator<Decoding | undefined> {
  yield* unescapedAgain(decoding)
  yield* ambiguouslyUnescaped(decoding)
  yield folded(decoding)
  yield quotedPrintable(decoding)
  yield* guesses(decoding)
}

/** The characters between two strings in JSON, and HTML tags. */
const between =
  /"\s*,(?:[\s,{}[\]]|"[^"\\]*"\s*:|(?:true|false|null|-?\d[\d.e+-]*)(?=[\s,}\]]))*"|"[\s\]}]+,[\s{[]*(?:"[^"\\]*"\s*:[\s{[]*)?"|<\/?[a-z][^<>]{0,99}>/gi

/**
 * Only the letters and digits: a secret may be written with blanks, dashes or invisible characters between them, and
 * in pieces.
 */
function bare(decoding: Decoding): Decoding[] {
  return [decoding, replaced(decoding, between, () => '')].flatMap((each) => {
    const stripped = each && (replaced(each, /[^a-z\d]+/gi, () => '') ?? each)
    return stripped && (each !== decoding || stripped !== each) ? [{ ...stripped, isBare: true }] : []
  })
}

export function bareOf(text: string): string {
  return text.replace(/[^a-z\d]+/gi, '')
}

/** A text with all its escapes resolved, those in others too, and with plain letters; as bytes. */
export function resolved(text: string): string {
  const plain = plainDecoding(text)
  const unescaped = [...unescapedAgain(plain)].at(-1) ?? plain
  return (folded(unescaped) ?? unescaped).bytes
}
