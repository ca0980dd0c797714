import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { marksOf } from '../spec/marks.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'

/** An object in a list, or in the reply to a read. */
export type Item = { readonly [key: string]: JsonValue }

/** The title and the content in a body; the body itself where they are not known. Long ones are cut. */
export type SentPost = readonly [title: string, content: string]

/** How many posts may have a mark, and the ids that lists showed with it. */
interface Marked {
  count: number
  readonly ids: Set<PostId>
  /** The texts of each body with it. */
  readonly bodies: Map<string, SentPost>
  /** Whether more posts had it at once: a later one may be any of them. */
  isCopied: boolean
}

/** How much of a text is kept and compared, in characters. */
const longest = 1000

/** The texts that a run sent with each of its marks, and how many posts may show them. */
export class SentTexts {
  readonly #marks: RegExp
  readonly #marked = new Map<string, Marked>()

  /** @param marker the mark of the run. */
  constructor(marker: string) {
    this.#marks = marksOf(marker)
  }

  /**
   * Notes the body of a write before it is sent.
   * @param id the id in its path, where the run has a post.
   * @returns the marks in it.
   */
  note(body: string, id?: PostId): readonly string[] {
    const sent = sentIn(body)
    const marks = this.marksIn([body.replaceAll(' '.repeat(64), '')])
    for (const mark of marks) {
      const marked = this.#with(mark)
      marked.bodies.set(stringifyJson(sent), sent)
      // A replace where no post was may make one with another id.
      if (id === undefined || !marked.ids.has(id)) marked.count++
      if (id !== undefined) marked.ids.add(id)
    }
    return marks
  }

  /** The marks of the run in texts. */
  marksIn(texts: readonly string[]): readonly string[] {
    return [...new Set(texts.flatMap((text) => text.toLowerCase().match(this.#marks) ?? []))]
  }

  /** The marks in a post that shows only texts which were sent with them. */
  marksOf(shown: SentPost): readonly string[] {
    const marks = this.marksIn(shown).filter((mark) => this.#marked.has(mark))
    // A replace may keep one of the old texts, so they may come from two bodies.
    const sent = marks.flatMap((mark) => [...this.#with(mark).bodies.values()])
    return shown.every((text, at) =>
      isOneOf(
        sent.map((texts) => texts[at] ?? ''),
        text,
      ),
    )
      ? marks
      : []
  }

  /** Whether a post has a mark: all posts, or the one with an id. */
  hasPost(mark: string, id?: PostId): boolean {
    const ids = this.#marked.get(mark)?.ids
    return id === undefined ? ids !== undefined && ids.size > 0 : ids?.has(id) === true
  }

  /**
   * Compares the new posts of a list with what was sent. Where more show a mark than were sent with it, all of these
   * are copies: it is unknown which of them are the run's.
   * @returns the copies, and for each other id the texts that were sent with its marks.
   */
  match(posts: readonly (readonly [PostId, SentPost])[]) {
    const shown = new Map<string, Set<PostId>>()
    for (const [id, texts] of posts)
      for (const mark of this.marksOf(texts))
        if (!this.hasPost(mark, id)) shown.set(mark, (shown.get(mark) ?? new Set()).add(id))
    const copies = new Set<PostId>()
    const made: [PostId, readonly string[]][] = []
    for (const [mark, ids] of shown) {
      const marked = this.#with(mark)
      marked.isCopied ||= marked.ids.size + ids.size > marked.count
      for (const id of ids) {
        if (marked.isCopied) copies.add(id)
        else {
          marked.ids.add(id)
          made.push([id, [...marked.bodies.values()].flat()])
        }
      }
    }
    return { copies, made }
  }

  #with(mark: string): Marked {
    const marked = this.#marked.get(mark) ?? {
      count: 0,
      ids: new Set(),
      bodies: new Map(),
      isCopied: false,
    }
    this.#marked.set(mark, marked)
    return marked
  }
}

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
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (named.get('content-type') !== 'application/json' || named.has('content-encoding')) return false
  const value = readBody(body)
  if (!isObject(value) || typeof value.title !== 'string' || typeof value.content !== 'string') return false
  return body === stringifyJson({ title: value.title, content: value.content })
}

/** A shorter text or word may be in any other. */
const shortest = { text: 8, word: 3 }

/**
 * Whether all texts are of those that were sent to a post, in whatever request and field: a service may keep the old
 * content, or swap the two. With a mark of the run, most of their words must have been sent.
 */
export function areOf(sent: readonly string[], shown: SentPost, hasMark: boolean): boolean {
  if (sent.length === 0) return false
  if (shown.every((text) => isOneOf(sent, text))) return true
  return hasMark && shown.every((text) => areWordsOf(sent, text))
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
  const isLong = (word: string) => word.length >= shortest.word
  // Somebody who quotes a title has words of their own.
  if (words.some((word) => isLong(word) && lengthNotSent(word) >= shortest.word)) return false
  return words.reduce((sum, word) => sum + lengthNotSent(word), 0) * 4 <= words.join('').length
}

function wordsIn(text: string): readonly string[] {
  const plain = text.replaceAll(/&(?:amp;)*(?:[a-z]+|#\w+);/gi, ' ').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
