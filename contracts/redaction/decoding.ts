/**
 * A decoded text as UTF-8 bytes (one character each), with the start and end in the source of what each byte was
 * decoded from.
 */
export interface Decoding {
  readonly bytes: string
  readonly from: Int32Array
  readonly to: Int32Array
  /** Whether the encoding was guessed: then a match of a few bytes means nothing. */
  readonly isGuess: boolean
  /** Whether only letters and digits were kept: then a match must be long. */
  readonly isBare?: boolean
}

export class DecodingBuilder {
  #size = 0
  #bytes: Buffer
  #from: Int32Array
  #to: Int32Array

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity)
    this.#from = new Int32Array(capacity)
    this.#to = new Int32Array(capacity)
  }

  add(byte: number, from: number, to: number): void {
    if (this.#size === this.#bytes.length) this.#grow()
    this.#bytes[this.#size] = byte
    this.#from[this.#size] = from
    this.#to[this.#size++] = to
  }

  copy({ bytes, from, to }: Decoding, start: number, end: number): void {
    for (let at = start; at < end; at++) this.add(bytes.charCodeAt(at), from[at] ?? 0, to[at] ?? 0)
  }

  #grow(): void {
    const size = 2 * this.#size + 16
    const [bytes, from, to] = [Buffer.allocUnsafe(size), new Int32Array(size), new Int32Array(size)]
    bytes.set(this.#bytes)
    from.set(this.#from)
    to.set(this.#to)
    this.#bytes = bytes
    this.#from = from
    this.#to = to
  }

  done(isGuess: boolean): Decoding {
    const size = this.#size
    return {
      bytes: this.#bytes.toString('latin1', 0, size),
      from: this.#from.subarray(0, size),
      to: this.#to.subarray(0, size),
      isGuess,
    }
  }
}

/** Replaces what a pattern finds in a decoding; undefined where it changes nothing. */
export function replaced(
  decoding: Decoding,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string | undefined,
): Decoding | undefined {
  const { bytes, from, to, isGuess } = decoding
  let result: DecodingBuilder | undefined
  let end = 0
  for (const match of bytes.matchAll(pattern)) {
    const replacing = replacement(match)
    if (replacing === undefined) continue
    result ??= new DecodingBuilder(bytes.length)
    result.copy(decoding, end, match.index)
    end = match.index + match[0].length
    for (let at = 0; at < replacing.length; at++)
      result.add(replacing.charCodeAt(at), from[match.index] ?? 0, to[end - 1] ?? 0)
  }
  result?.copy(decoding, end, bytes.length)
  return result?.done(isGuess)
}

/** The bytes of a text in UTF-8. */
export function bytesOf(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString('latin1')
}

export function bytesOfCode(code: number): string {
  return code > 0x10ffff ? '' : bytesOf(String.fromCodePoint(code))
}

export function plainDecoding(text: string): Decoding {
  const bytes = bytesOf(text)
  const from = new Int32Array(bytes.length)
  const to = new Int32Array(bytes.length)
  let size = 0
  let at = 0
  for (const character of text) {
    const end = at + character.length
    for (let count = lengthInBytes(character); count > 0; count--) {
      from[size] = at
      to[size++] = end
    }
    at = end
  }
  return { bytes, from, to, isGuess: false }
}

/** A lone surrogate becomes the replacement character, of three bytes. */
function lengthInBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
