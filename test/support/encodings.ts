import fc from 'fast-check'

type Draw = () => number

function each(text: string, encode: (character: string) => string, draw: Draw, odds: number): string {
  return Array.from(text, (character) => (draw() % odds === 0 ? character : encode(character))).join('')
}

function units(text: string, encode: (unit: string) => string): string {
  return Array.from({ length: text.length }, (_, index) =>
    encode(text.charCodeAt(index).toString(16).padStart(4, '0')),
  ).join('')
}

function bytes(text: string, encode: (byte: string) => string): string {
  return Array.from(Buffer.from(text), (byte) => encode(byte.toString(16).padStart(2, '0'))).join('')
}

function anyCase(hex: string, draw: Draw): string {
  return draw() % 2 === 0 ? hex : hex.toUpperCase()
}

const ways = {
  plain: (text: string) => text,
  json: (text: string) => JSON.stringify(text).slice(1, -1),
  php: (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'json escapes': (text: string, draw: Draw) =>
    each(
      text,
      (character) => units(character, (unit) => `\\u${anyCase(unit, draw)}`),
      () => (text.includes('\\') ? 1 : draw()),
      3,
    ),
  percent: (text: string) => encodeURIComponent(text.toWellFormed()),
  form: (text: string) => new URLSearchParams({ a: text }).toString().slice(2),
  'percent of everything': (text: string, draw: Draw) => bytes(text, (byte) => `%${anyCase(byte, draw)}`),
  html: (text: string) =>
    text.replace(
      /[&<>"']/g,
      (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
    ),
  'numeric entities': (text: string, draw: Draw) =>
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0
      return draw() % 2 === 0 ? `&#${code};` : `&#x${code.toString(16)};`
    }).join(''),
  base64: (text: string) => Buffer.from(text).toString('base64'),
  'base64 in the middle': (text: string, draw: Draw) =>
    Buffer.from(`${'?:~'.slice(draw() % 4)}${text}${'!~>'.slice(draw() % 4)}`).toString('base64'),
  base64url: (text: string) => Buffer.from(text).toString('base64url'),
  hex: (text: string) => bytes(text, (byte) => byte),
  'quoted-printable': (text: string) => bytes(text, (byte) => `=${byte.toUpperCase()}`),
} as const satisfies Record<string, (text: string, draw: Draw) => string>

/** The ways in which a provider may write what it was sent. */
export type Encoding = keyof typeof ways
export const encodings = Object.keys(ways) as Encoding[]

/** Encodes a text, one encoding inside another. */
export function encodeWith(names: readonly Encoding[], text: string, draw: Draw): string {
  return names.reduce((encoded, name) => ways[name](encoded, draw), text)
}

const codes = (text: string, base: number) => Array.from(Buffer.from(text), (byte) => byte.toString(base))
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const groups = (text: string) => text.match(/.{1,4}/gs) ?? []
const moved = (text: string, by: number) =>
  Array.from(text, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + by))
const letters = (text: string, upper: number, lower: number) =>
  text
    .replace(/[A-Z]/g, (letter) => moved(letter, upper - 65).join(''))
    .replace(/[a-z]/g, (letter) => moved(letter, lower - 97).join(''))

function base32(text: string): string {
  const bits = codes(text, 2).map((code) => code.padStart(8, '0'))
  const quintets = bits.join('').match(/.{1,5}/g) ?? []
  return quintets
    .map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(each.padEnd(5, '0'), 2)])
    .join('')
}

/** Rarer ways to write a text of ASCII; each stands alone, perhaps around one of the others. */
export const rareEncodings: Readonly<Record<string, (text: string) => string>> = {
  'array of bytes': (text) => JSON.stringify(codes(text, 10).map(Number)),
  'JSON of a buffer': (text) => JSON.stringify(Buffer.from(text)),
  'decimal codes over lines': (text) => JSON.stringify(codes(text, 10).map(Number), null, 8),
  'octal codes': (text) => codes(text, 8).join(' '),
  'octal codes, 0o': (text) =>
    codes(text, 8)
      .map((code) => `0o${code}`)
      .join(', '),
  'binary codes': (text) =>
    codes(text, 2)
      .map((code) => code.padStart(8, '0'))
      .join(' '),
  'binary codes, 0b': (text) =>
    codes(text, 2)
      .map((code) => `0b${code}`)
      .join(', '),
  'binary in one': (text) =>
    codes(text, 2)
      .map((code) => code.padStart(8, '0'))
      .join(''),
  'hex with commas': (text) => codes(text, 16).join(','),
  'hex with dots': (text) => codes(text, 16).join('.'),
  'hex with 0x': (text) =>
    codes(text, 16)
      .map((code) => `0x${code}`)
      .join(', '),
  'Unicode names': (text) =>
    codes(text, 16)
      .map((code) => `U+00${code.toUpperCase()}`)
      .join(' '),
  'UTF-16 in base64': (text) => utf16(text).toString('base64'),
  'UTF-16 in hex': (text) => utf16(text).swap16().toString('hex'),
  'UTF-7': (text) => `+${utf16(text).swap16().toString('base64').replace(/=+$/, '')}-`,
  base32,
  'base32 in groups': (text) => groups(base32(text)).join(' '),
  'CSS escapes': (text) =>
    codes(text, 16)
      .map((code) => `\\${code} `)
      .join(''),
  'long CSS escapes': (text) =>
    codes(text, 16)
      .map((code) => `\\${code.padStart(6, '0')}`)
      .join(''),
  'octal escapes of echo': (text) =>
    codes(text, 8)
      .map((code) => `\\0${code}`)
      .join(''),
  'base64 with blanks': (text) => groups(Buffer.from(text).toString('base64')).join(' '),
  'base64 with dots': (text) => groups(Buffer.from(text).toString('base64')).join('.'),
  'base64 in texts': (text) =>
    groups(Buffer.from(text).toString('base64'))
      .map((group) => JSON.stringify(group))
      .join(' + '),
  'base64 backwards': (text) => [...Buffer.from(text).toString('base64')].reverse().join(''),
  'entities of full width': (text) =>
    moved(text, 0xfee0)
      .map((character) => `&#${character.codePointAt(0)};`)
      .join(''),
  'mathematical letters': (text) => letters(text, 0x1d400, 0x1d41a),
  'circled letters': (text) => letters(text, 0x24b6, 0x24d0),
  'tag characters': (text) => moved(text, 0xe0000).join(''),
  'ignorable characters': (text) => [...text].join('\ufe0f\u034f'),
  'elements of HTML': (text) => Array.from(text, (character) => `<b>${character}</b>`).join(''),
  'fields of six': (text) =>
    JSON.stringify({
      ok: false,
      ...Object.fromEntries((text.match(/.{1,6}/gs) ?? []).map((part, at) => [`part ${at}`, part])),
    }),
}

/** Texts that a header can hold, of eight to forty characters. */
export const secrets = fc.string({
  unit: fc.constantFrom(
    ...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789/+-_.~!#$&\'()*,:;=?@[]"<>\\%^{|}',
  ),
  minLength: 8,
  maxLength: 40,
})
