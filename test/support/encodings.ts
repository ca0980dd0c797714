import fc from 'fast-check'

type Draw = () => number

function bytes(text: string, encode: (byte: string) => string): string {
  return Array.from(Buffer.from(text), (byte) => encode(byte.toString(16).padStart(2, '0'))).join('')
}

function escaped(text: string, characters: RegExp): string {
  const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(text).slice(1, -1).replace(characters, code)
}

const ways = {
  plain: (text: string) => text,
  json: (text: string) => JSON.stringify(text).slice(1, -1),
  php: (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  go: (text: string) => escaped(text, /[<>&]/g),
  '.net': (text: string) => escaped(text, /[<>&'`+]/g),
  percent: (text: string) => encodeURIComponent(text.toWellFormed()),
  form: (text: string) => new URLSearchParams({ a: text }).toString().slice(2),
  html: (text: string) =>
    text.replace(
      /[&<>"']/g,
      (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
    ),
  base64: (text: string) => Buffer.from(text).toString('base64'),
  'base64 in the middle': (text: string, draw: Draw) =>
    Buffer.from(`${'?:~'.slice(draw() % 4)}${text}${'!~>'.slice(draw() % 4)}`).toString('base64'),
  base64url: (text: string) => Buffer.from(text).toString('base64url'),
  hex: (text: string) => bytes(text, (byte) => byte),
} as const satisfies Record<string, (text: string, draw: Draw) => string>

/** The ways in which a provider may write what it was sent. */
export type Encoding = keyof typeof ways
export const encodings = Object.keys(ways) as Encoding[]

/** Encodes a text, one encoding inside another. */
export function encodeWith(names: readonly Encoding[], text: string, draw: Draw): string {
  return names.reduce((encoded, name) => ways[name](encoded, draw), text)
}

/** Texts that a header can hold, of eight to forty characters. */
export const secrets = fc.string({
  unit: fc.constantFrom(
    ...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789/+-_.~!#$&\'()*,:;=?@[]"<>\\%^{|}',
  ),
  minLength: 8,
  maxLength: 40,
})
