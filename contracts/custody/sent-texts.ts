import { fieldNames } from '../../handlers/fields.ts'
import { isObject, type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { parsePostId, toPostId } from '../../handlers/model/post.ts'
import type { PostKey } from '../scenarios/addresses.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { isKept, isWordOfPost, postsIn, readBody } from '../scenarios/post-text.ts'
import { isSuccess } from '../wire/status.ts'

/** An object in a list, or in the reply to a read. */
export type Item = { readonly [key: string]: JsonValue }

/** The texts in a body, a title first; the body itself where they are not known. Long ones are cut. */
export type SentPost = readonly string[]

export type SentHeaders = Readonly<Record<string, unknown>>

/** How much of a text is kept and compared, in characters. */
const longest = 1000

export function keyOf({ id }: Item): PostKey | undefined {
  if (isWordOfPost(id)) return id
  return typeof id === 'string' ? parsePostId(id) : toPostId(id)
}

/** The texts in the body of a write. */
export function sentIn(body: string): SentPost {
  const value = readBody(body.replace(/^\ufeff/, ''))
  if (isObject(value)) return textsShown(value)
  const form = new URLSearchParams(body)
  return fieldNames.map((name) => (form.get(name) ?? body).slice(0, longest))
}

/** The posts in a reply; none where the request failed. */
export function postsShownIn(reply: ReceivedReply): readonly Item[] {
  return isSuccess(reply) ? postsIn(readBody(reply.body)) : []
}

export function textsShown(item: Item): SentPost {
  const text = (value: JsonValue) =>
    (typeof value === 'string' ? value : value === null ? '' : stringifyJson(value)).slice(0, longest)
  return fieldNames.map((name) => text(item[name] ?? ''))
}

/** A shorter text may be the begin of any other. */
const shortest = 8

/**
 * Whether all texts are of those that were sent to a post, in whatever request and field: a service may keep the old
 * content, or swap the two; with a mark of the run, it may join them.
 */
export function areOf(sent: readonly string[], shown: SentPost, hasMark: boolean): boolean {
  if (sent.length === 0) return false
  return shown.every((text) => isOneOf(sent, text) || (hasMark && isMadeOf(sent, text)))
}

/** Whether a text is empty, a sent one as services change it, or its begin, in whatever case. */
export function isOneOf(sent: readonly string[], text: string): boolean {
  const part = text.trim().toLowerCase()
  const isBegin = (each: string) => {
    const whole = each.trim().toLowerCase()
    return whole === part || (part.length >= shortest && whole.startsWith(part))
  }
  return text === '' || sent.some((each) => isKept(each, text) || isBegin(each))
}

/** Whether a text consists of sent ones: a quotation of a title has other letters too. */
function isMadeOf(sent: readonly string[], text: string): boolean {
  const parts = sent.filter((each) => each !== '').toSorted((one, other) => other.length - one.length)
  const rest = parts.reduce((left, each) => left.replaceAll(each, ''), text)
  return !/[\p{L}\p{N}]/u.test(rest)
}
