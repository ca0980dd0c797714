import { createHash } from 'node:crypto'
import { type JsonValue, stringifyJson } from '../../../handlers/model/json.ts'

/** A short digest of the texts of a post, the same if a service trims them or changes line ends and Unicode forms. */
export function digestOf({ title, content }: { readonly [key: string]: JsonValue }): string {
  return createHash('sha256').update([title, content].map(plain).join('\0')).digest('base64url').slice(0, 12)
}

function plain(text: JsonValue | undefined): string {
  const shown =
    typeof text === 'string' ? text : text === undefined || text === null ? '' : stringifyJson(text)
  return shown.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').trim()
}
