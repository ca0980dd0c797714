import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'

/** An object in a list, or in the reply to a read. */
export type Item = { readonly [key: string]: JsonValue }

/** The title and the content in a body; the body itself where they are not known. Long ones are cut. */
export type SentPost = readonly [title: string, content: string]

/** How much of a text is kept and compared, in characters. */
const longest = 1000

/** A shorter text or word may be in any other. */
const shortest = { text: 8, word: 3 }

export function idOf({ id }: Item): PostId | undefined {
  if (typeof id !== 'string') return toPostId(id)
  const parsed = parsePostId(id)
  return 'id' in parsed ? parsed.id : undefined
}

/** The texts in the body of a write. */
export function sentIn(body: string): SentPost {
  const value = readBody(body.replace(/^\ufeff/, ''))
  if (isObject(value)) return textsShown(value)
  const form = new URLSearchParams(body)
  return [(form.get('title') ?? body).slice(0, longest), (form.get('content') ?? body).slice(0, longest)]
}

export function textsShown({ title = '', content = '' }: Item): SentPost {
  const text = (value: JsonValue) =>
    (typeof value === 'string' ? value : value === null ? '' : stringifyJson(value)).slice(0, longest)
  return [text(title), text(content)]
}

/** Whether the body of a write is JSON with a title and a content, and nothing unusual in it or in its headers. */
export function isOrdinary(headers: Readonly<Record<string, unknown>>, body: string): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (type !== 'application/json' || names.includes('content-encoding')) return false
  const value = readBody(body)
  if (!isObject(value) || typeof value.title !== 'string' || typeof value.content !== 'string') return false
  return body === stringifyJson({ title: value.title, content: value.content })
}

/** Whether a text is the sent one, changed as services do, or cut. */
export function isPart(sent: string, text: string): boolean {
  if (isKept(sent, text)) return true
  const [whole, part] = [sent.toLowerCase(), text.trim().toLowerCase()]
  return whole.trim().startsWith(part) || (whole.includes(part) && part.length * 2 >= whole.length)
}

/** Whether a text is the sent one or its begin, in whatever case. */
export function isBegin(sent: string, text: string): boolean {
  if (isKept(sent, text)) return true
  const [whole, part] = [sent.trim().toLowerCase(), text.trim().toLowerCase()]
  return whole === part || (part.length >= shortest.text && whole.startsWith(part))
}

/** Whether the words of a text, but for a few letters, are in texts that were sent: escaped, cut or joined they may be. */
export function areWordsOf(sent: readonly string[], text: string): boolean {
  const sentWords = sent.flatMap(wordsIn)
  const whole = sent.map((each) => wordsIn(each).join('')).join(' ')
  const long = sentWords.filter((word) => word.length > 1)
  const lengthNotSent = (word: string) => {
    if (word.length >= shortest.word && whole.includes(word)) return 0
    if (sentWords.some((each) => each.startsWith(word))) return 0
    return long.reduce((rest, each) => rest.replaceAll(each, ''), word).length
  }
  const words = wordsIn(text)
  const isLong = (word: string) => word.length >= shortest.word
  // Somebody who quotes a title has words of their own.
  if (words.some((word) => isLong(word) && lengthNotSent(word) >= shortest.word)) return false
  return words.reduce((sum, word) => sum + lengthNotSent(word), 0) * 4 <= words.join('').length
}

function wordsIn(text: string): readonly string[] {
  const plain = text.replaceAll(/&(?:amp;)*(?:[a-z]+|#\w+);/gi, ' ').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
