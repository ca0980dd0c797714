import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { marksOf } from '../spec/marks.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import { type Item, isBlank } from './evidence.ts'
import type { SentPost } from './ledger-entry.ts'

/** How many posts may have a mark, and the ids that lists showed with it. */
interface Marked {
  count: number
  readonly ids: Set<PostId>
  /** The ids in the paths of writes with it. */
  readonly targets: Set<PostId>
  /** Whether more posts had it at once: a later one may be any of them. */
  isCopied?: boolean
}

/** How much of a text is kept and compared, in characters. */
const longest = 1000

/**
 * The texts that a run sent, by their marks and by the posts they were sent to. They answer whether a post is the
 * run's: for its guard, for the removal of its posts, and for a sweep that has them from the ledger.
 */
export class SentTexts {
  readonly #marks: RegExp
  /** For each mark, the texts of each body. */
  readonly #bodies = new Map<string, Map<string, SentPost>>()
  /** The contents of bodies with a mark. */
  readonly #contents = new Set<string>()
  readonly #marked = new Map<string, Marked>()
  /** The texts that were sent to a post: by its create, and by each replace. */
  readonly #sentTo = new Map<PostId, Set<string>>()
  /** Posts whose latest replace may have left them without texts. */
  readonly #emptied = new Set<PostId>()

  /** @param marker the mark of the run. */
  constructor(marker: string) {
    this.#marks = marksOf(marker)
  }

  /**
   * Notes the body of a write before it is sent.
   * @param id the id in its path. @param isThere whether a post was seen there; undefined where an earlier process did.
   */
  note(body: string, id: PostId | undefined, isThere?: boolean): void {
    const sent = sentIn(body)
    if (id !== undefined) this.noteTo(id, sent)
    for (const mark of new Set(body.replaceAll(' '.repeat(64), '').toLowerCase().match(this.#marks))) {
      const bodies = this.#bodies.get(mark) ?? new Map()
      this.#bodies.set(mark, bodies.set(stringifyJson(sent), sent))
      this.#contents.add(sent[1])
      const marked = this.#withMark(mark)
      const isKnown =
        id !== undefined &&
        isThere !== false &&
        (marked.ids.has(id) || (isThere === undefined && marked.targets.has(id)))
      if (!isKnown) marked.count++
      if (id === undefined) continue
      marked.targets.add(id)
      // Where no post was, the service may give it another id.
      if (isThere) marked.ids.add(id)
    }
  }

  /** Notes that texts were sent to a post: with a write to it, or with the create whose reply has its id. */
  noteTo(id: PostId, texts: SentPost): void {
    this.#sentTo.set(id, new Set([...(this.#sentTo.get(id) ?? []), ...texts]))
  }

  /** Notes a post that an earlier process found by a title with a mark. */
  noteKnown(id: PostId, title: string): void {
    for (const mark of title.toLowerCase().match(this.#marks) ?? []) this.#noteMarked(id, mark)
  }

  /** Notes whether a service may not understand a replace, and leave the post without texts. */
  noteReplacement(id: PostId, isOrdinary: boolean): void {
    if (isOrdinary) this.#emptied.delete(id)
    else this.#emptied.add(id)
  }

  /** Whether texts were sent to this post. */
  hasSentTo(id: PostId): boolean {
    return this.#sentTo.has(id)
  }

  /** Whether a post has texts that the run sent. @param wasRead whether a post of the run was read under this id. */
  isOurs(id: PostId, post: Item, wasRead: boolean): boolean {
    if (isBlank(post)) return this.#emptied.has(id) || this.#sentTo.get(id)?.has('') === true
    if (this.#marksOf(post).length > 0 || this.#isMixed(id, textsShown(post))) return true
    return wasRead && this.#isChanged(id, textsShown(post))
  }

  /**
   * Whether both texts are of those that were sent to this post, in whatever request and field: a service may keep
   * the old content, or swap the two. Changed texts need a mark of the run, and most of their words must have been sent.
   */
  #isMixed(id: PostId, shown: readonly string[]): boolean {
    const sent = [...(this.#sentTo.get(id) ?? [])]
    if (sent.length === 0) return false
    if (shown.every((text) => text === '' || sent.some((each) => isBegin(each, text)))) return true
    const isMarked = shown.some((text) => text.toLowerCase().search(this.#marks) >= 0)
    return isMarked && shown.every((text) => areWordsOf(sent, text))
  }

  /**
   * Whether a title begins with a mark that this post was sent with: a service may change the rest. The content must
   * have a mark of the run too, or be one that was sent, or be empty: anybody may quote a title.
   */
  #isChanged(id: PostId, [title, content]: SentPost): boolean {
    const plain = title.trim().toLowerCase()
    const [mark] = plain.match(this.#marks) ?? []
    if (mark === undefined || !plain.startsWith(mark) || !this.#withMark(mark).ids.has(id)) return false
    const isOwn =
      content === '' || this.#contents.has(content) || content.toLowerCase().search(this.#marks) >= 0
    return isOwn || [...(this.#sentTo.get(id) ?? [])].some((sent) => isPart(sent, content))
  }

  /**
   * The new ids with a text that more posts show than the run made: it is unknown which of them are the run's.
   * @param isKnown whether it is known whose a post is.
   */
  copiesIn(posts: readonly Item[], isKnown: (id: PostId) => boolean): ReadonlySet<PostId> {
    const shown = new Map<string, Set<PostId>>()
    for (const post of posts) {
      const id = idOf(post)
      if (id === undefined || isKnown(id)) continue
      const marks = this.#marksOf(post)
      for (const mark of marks)
        if (!this.#withMark(mark).ids.has(id)) shown.set(mark, (shown.get(mark) ?? new Set()).add(id))
    }
    const copies = new Set<PostId>()
    for (const [mark, items] of shown) {
      const marked = this.#withMark(mark)
      marked.isCopied ||= marked.ids.size + items.size > marked.count
      for (const id of items)
        if (marked.isCopied) copies.add(id)
        else this.#noteMarked(id, mark)
    }
    return copies
  }

  /** Notes that a post is the one that was sent with a mark. */
  #noteMarked(id: PostId, mark: string): void {
    this.#withMark(mark).ids.add(id)
    for (const sent of this.#bodies.get(mark)?.values() ?? []) this.noteTo(id, sent)
  }

  #withMark(mark: string): Marked {
    const marked = this.#marked.get(mark) ?? { count: 0, ids: new Set(), targets: new Set() }
    this.#marked.set(mark, marked)
    return marked
  }

  /** The marks in a post that shows only texts which were sent with them. */
  #marksOf(post: Item): readonly string[] {
    const shown = textsShown(post)
    const marks = new Set(shown.flatMap((text) => text.toLowerCase().match(this.#marks) ?? []))
    // A replace may keep one of the old texts, so they may come from two bodies.
    const sent = [...marks].flatMap((mark) => [...(this.#bodies.get(mark)?.values() ?? [])])
    const isMade = shown.every((text, at) => sent.some((texts) => isPart(texts[at] ?? '', text)))
    return isMade ? [...marks].filter((mark) => this.#bodies.has(mark)) : []
  }
}

export function idOf({ id }: Item): PostId | undefined {
  if (typeof id !== 'string') return toPostId(id)
  const parsed = parsePostId(id)
  return 'id' in parsed ? parsed.id : undefined
}

/** Whether a text is the sent one, changed as services do, or cut. */
function isPart(sent: string, text: string): boolean {
  if (isKept(sent, text)) return true
  const [whole, part] = [sent.toLowerCase(), text.trim().toLowerCase()]
  return whole.trim().startsWith(part) || (whole.includes(part) && part.length * 2 >= whole.length)
}

/** A shorter text or word may be in any other. */
const shortest = { text: 8, word: 3 }

/** Whether a text is the sent one or its begin, in whatever case. */
function isBegin(sent: string, text: string): boolean {
  if (isKept(sent, text)) return true
  const [whole, part] = [sent.trim().toLowerCase(), text.trim().toLowerCase()]
  return whole === part || (part.length >= shortest.text && whole.startsWith(part))
}

/** Whether the words of a text, but for a few letters, are in texts that were sent: escaped, cut or joined they may be. */
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

function textsShown({ title = '', content = '' }: Item): SentPost {
  const text = (value: JsonValue) =>
    (typeof value === 'string' ? value : value === null ? '' : stringifyJson(value)).slice(0, longest)
  return [text(title), text(content)]
}

/** The texts in the body of a write. */
export function sentIn(body: string): SentPost {
  const value = readBody(body.replace(/^\ufeff/, ''))
  if (isObject(value)) return textsShown(value)
  const form = new URLSearchParams(body)
  return [(form.get('title') ?? body).slice(0, longest), (form.get('content') ?? body).slice(0, longest)]
}
