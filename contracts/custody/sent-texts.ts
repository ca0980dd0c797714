import { fieldNames } from '../../handlers/fields.ts'
import { isObject, type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { isKept, readBody } from '../scenarios/post-text.ts'

/** An object in a list, or in the reply to a read. */
export type Item = { readonly [key: string]: JsonValue }

/** The texts in a body, a title first; the body itself where they are not known. Long ones are cut. */
export type SentPost = readonly string[]

export type SentHeaders = Readonly<Record<string, unknown>>

/** How much of a text is kept and compared, in characters. */
const longest = 1000

export function idOf({ id }: Item): PostId | undefined {
  return typeof id === 'string' ? parsePostId(id) : toPostId(id)
}

/** The texts in the body of a write. */
export function sentIn(body: string): SentPost {
  const value = readBody(body.replace(/^\ufeff/, ''))
  if (isObject(value)) return textsShown(value)
  const form = new URLSearchParams(body)
  return fieldNames.map((name) => (form.get(name) ?? body).slice(0, longest))
}

export function textsShown(item: Item): SentPost {
  const text = (value: JsonValue) =>
    (typeof value === 'string' ? value : value === null ? '' : stringifyJson(value)).slice(0, longest)
  return fieldNames.map((name) => text(item[name] ?? ''))
}

/** A shorter text may be the begin of any other, and a shorter word a part of it. */
const shortest = { text: 8, word: 3 }

/**
 * Whether all texts are of those that were sent to a post, in whatever request and field: a service may keep the old
 * content, or swap the two; with a mark of the run, it may join them, escape them, or leave parts out.
 */
export function areOf(sent: readonly string[], shown: SentPost, hasMark: boolean): boolean {
  if (sent.length === 0) return false
  return shown.every((text) => isOneOf(sent, text) || (hasMark && areWordsOf(sent, text)))
}

/** Whether a text is empty, a sent one as services change it, or its begin, in whatever case. */
export function isOneOf(sent: readonly string[], text: string): boolean {
  const part = text.trim().toLowerCase()
  const isBegin = (each: string) => {
    const whole = each.trim().toLowerCase()
    return whole === part || (part.length >= shortest.text && whole.startsWith(part))
  }
  return text === '' || sent.some((each) => isKept(each, text) || isBegin(each))
}

/** Whether the words of a text, but for a few letters, were sent: escaped, cut or joined they may be. */
function areWordsOf(sent: readonly string[], text: string): boolean {
  const sentWords = sent.flatMap(wordsIn)
  const whole = sent.map((each) => wordsIn(each).join('')).join(' ')
  const long = sentWords.filter((word) => word.length > 1)
  const lengthNotSent = (word: string) => {
    if (word.length >= shortest.word && whole.includes(word)) return 0
    if (sentWords.some((each) => each.startsWith(word))) return 0
    return long.reduce((rest, each) => rest.replaceAll(each, ''), word).length
  }
  const words = wordsIn(text)
  // Somebody who quotes a title has words of their own.
  if (words.some((word) => lengthNotSent(word) >= shortest.word)) return false
  return words.reduce((sum, word) => sum + lengthNotSent(word), 0) * 4 <= words.join('').length
}

function wordsIn(text: string): readonly string[] {
  const plain = text.replaceAll(/&(?:amp;)*(?:[a-z]+|#\w+);/gi, ' ').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
