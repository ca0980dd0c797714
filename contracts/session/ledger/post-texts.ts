import { createHash } from 'node:crypto'
import { type JsonValue, stringifyJson } from '../../../handlers/model/json.ts'
import { isObject, readBody } from '../../document/post-text.ts'
import { isKept } from '../../document/text-changes.ts'

/** The title and content of a post as JSON, to compare later. */
export function textsOf(post: JsonValue | undefined): string | undefined {
  return isObject(post) ? stringifyJson([post.title ?? null, post.content ?? null]) : undefined
}

/** A short digest of the texts of a post, the same if a service trims them or changes line ends and Unicode forms. */
export function digestOf({ title, content }: { readonly [key: string]: JsonValue }): string {
  return createHash('sha256').update([title, content].map(plain).join('\0')).digest('base64url').slice(0, 12)
}

function plain(text: JsonValue | undefined): string {
  const shown =
    typeof text === 'string' ? text : text === undefined || text === null ? '' : stringifyJson(text)
  return shown.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').trim()
}

/** Whether each text of a post is what a body sends for it, or none. */
export function isOf(sent: string, post: { readonly [key: string]: JsonValue }): boolean {
  return (['title', 'content'] as const).every((field) => {
    const text = post[field]
    if (text === undefined || text === null || text === '') return true
    return typeof text !== 'object' && storable(sent, field).some((value) => isKept(value, String(text)))
  })
}

/** Whether a post has neither title nor content. */
export function isBlank({ title, content }: { readonly [key: string]: JsonValue }): boolean {
  return [title, content].every((text) => text === undefined || text === null || text === '')
}

/** The texts that a service may store of a field: of a JSON object, a form, or the whole body. */
function storable(sent: string, field: 'title' | 'content'): readonly string[] {
  const body = readBody(sent)
  if (!isObject(body)) return [sent, new URLSearchParams(sent).get(field) ?? sent]
  const value = body[field] ?? ''
  return typeof value === 'string' ? [value] : [stringifyJson(value), String(value)]
}
