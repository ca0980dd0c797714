import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { marksOf } from '../document/marks.ts'
import { isObject, readBody } from '../document/post-text.ts'
import { isKept } from '../document/text-changes.ts'
import { type Item, isBlank, isOf, textsOf } from './ledger/evidence.ts'
import type { Ledger } from './ledger.ts'

/** How many posts may have a mark, and the ids that lists showed with it. */
interface Marked {
  count: number
  readonly ids: Set<PostId>
  /** Whether more posts had it at once: a later one may be any of them. */
  isCopied?: boolean
}

/** How many of the latest replaces of a post are kept. */
const mostReplacements = 3

/** The texts that a run sent, by their marks: they show which posts it may have made. */
export class SentTexts {
  readonly #ledger: Ledger
  readonly #marks: RegExp
  /** For each mark, the texts of each body. */
  readonly #bodies = new Map<string, Map<string, SentPost>>()
  /** The contents of bodies with a mark. */
  readonly #contents = new Set<string>()
  readonly #marked = new Map<string, Marked>()
  readonly #replacements = new Map<PostId, readonly string[]>()
  /** Posts whose latest replace may have left them without texts. */
  readonly #emptied = new Set<PostId>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.#marks = marksOf(ledger.marker)
  }

  /** Notes the body of a write before it is sent. @param id the id in its path. */
  note(body: string, id: PostId | undefined): void {
    const text = body.replaceAll(' '.repeat(64), '').toLowerCase()
    for (const mark of new Set(text.match(this.#marks))) {
      const bodies = this.#bodies.get(mark) ?? new Map()
      const sent = sentIn(body)
      this.#bodies.set(mark, bodies.set(text, sent))
      this.#contents.add(sent[1])
      const marked = this.#withMark(mark)
      if (id === undefined || !marked.ids.has(id)) marked.count++
      if (id !== undefined) marked.ids.add(id)
    }
  }

  /** @param isOrdinary false where a service may not understand it, and leave the post without texts. */
  noteReplacement(id: PostId, body: string, isOrdinary: boolean): void {
    this.#replacements.set(id, [...(this.#replacements.get(id) ?? []), body].slice(-mostReplacements))
    if (isOrdinary) this.#emptied.delete(id)
    else this.#emptied.add(id)
  }

  /** Whether a post has a text that the run sent. @param wasRead whether a post of the run was read under this id. */
  isOurs(id: PostId, post: Item, wasRead: boolean): boolean {
    if (wasRead && this.#isChanged(id, textsShown(post))) return true
    if (this.#isReplacement(id, post)) return true
    return this.#marksOf(id, post).length > 0
  }

  /**
   * Whether a title begins with a mark that this post was sent with: a service may change the rest. The content must
   * have a mark of the run too, or be one that was sent, or be empty: anybody may quote a title.
   */
  #isChanged(id: PostId, [title, content]: readonly [string, string]): boolean {
    const plain = title.trim().toLowerCase()
    const [mark] = plain.match(this.#marks) ?? []
    if (mark === undefined || !plain.startsWith(mark) || !this.#withMark(mark).ids.has(id)) return false
    const isOwn =
      content === '' || this.#contents.has(content) || content.toLowerCase().search(this.#marks) >= 0
    return isOwn || this.#sentFor(id, [mark]).some(([, sent]) => isPart(sent, content))
  }

  /** The texts of the bodies with some marks, and of the latest replaces of a post. */
  #sentFor(id: PostId, marks: Iterable<string>): readonly SentPost[] {
    const marked = [...marks].flatMap((mark) => [...(this.#bodies.get(mark)?.values() ?? [])])
    return [...marked, ...(this.#replacements.get(id)?.map(sentIn) ?? [])]
  }

  #isReplacement(id: PostId, post: Item): boolean {
    if (isBlank(post)) return this.#emptied.has(id)
    return this.#replacements.get(id)?.some((body) => isOf(body, post)) === true
  }

  /**
   * The new ids with a text that more posts show than the run made: it is unknown which of them are the run's.
   * @param isKnown whether it is known whose a post is.
   */
  copiesIn(posts: readonly Item[], isKnown: (id: PostId) => boolean): ReadonlySet<PostId> {
    const shown = new Map<string, Map<PostId, Item>>()
    const equal = new Map<string | undefined, number>()
    for (const post of posts) {
      const id = idOf(post)
      if (id === undefined || isKnown(id)) continue
      const marks = this.#marksOf(id, post)
      if (marks.length > 0) equal.set(textsOf(post), (equal.get(textsOf(post)) ?? 0) + 1)
      for (const mark of marks)
        if (!this.#withMark(mark).ids.has(id)) shown.set(mark, (shown.get(mark) ?? new Map()).set(id, post))
    }
    const copies = new Set<PostId>()
    for (const [mark, items] of shown) {
      const marked = this.#withMark(mark)
      marked.isCopied ||= marked.ids.size + items.size > marked.count
      for (const [id, post] of items) {
        // Of an earlier run it is known how often it sent each pair of texts.
        const isCopied = this.#ledger.notedBefore(mark)
          ? (equal.get(textsOf(post)) ?? 0) > this.#ledger.sentBefore(id, post)
          : marked.isCopied
        if (isCopied) copies.add(id)
        else marked.ids.add(id)
      }
    }
    return copies
  }

  #withMark(mark: string): Marked {
    const known = this.#marked.get(mark)
    if (known) return known
    const isNoted = ({ title }: { title: string }) => title.match(this.#marks)?.includes(mark)
    const noted = this.#ledger.notedBefore(mark) ? this.#ledger.posts.filter(isNoted) : undefined
    const marked = { count: noted?.length ?? 0, ids: new Set(noted?.map(({ id }) => id)) }
    this.#marked.set(mark, marked)
    return marked
  }

  #marksOf(id: PostId, post: Item): readonly string[] {
    const shown = textsShown(post)
    const marks = new Set(shown.flatMap((text) => text.toLowerCase().match(this.#marks) ?? []))
    // A replace may keep one of the old texts, so they may come from two bodies.
    const sent = this.#sentFor(id, marks)
    const isMade = shown.every((text, at) => sent.some((texts) => isPart(texts[at] ?? '', text)))
    return [...marks].filter((mark) =>
      this.#ledger.notedBefore(mark)
        ? this.#ledger.sentBefore(id, post) > 0
        : isMade && this.#bodies.has(mark),
    )
  }
}

export function idOf({ id }: Item): PostId | undefined {
  if (typeof id !== 'string') return toPostId(id)
  const parsed = parsePostId(id)
  return 'id' in parsed ? parsed.id : undefined
}

/** The title and the content in a body; the body itself where they are not known. */
type SentPost = readonly [title: string, content: string]

/** Whether a text is the sent one, changed as services do, or cut. */
function isPart(sent: string, text: string): boolean {
  if (isKept(sent, text)) return true
  const [whole, part] = [sent.toLowerCase(), text.trim().toLowerCase()]
  return whole.trim().startsWith(part) || (whole.includes(part) && part.length * 2 >= whole.length)
}

function textsShown({ title = '', content = '' }: Item): readonly [string, string] {
  const text = (value: JsonValue) =>
    typeof value === 'string' ? value : value === null ? '' : stringifyJson(value)
  return [text(title), text(content)]
}

function sentIn(body: string): SentPost {
  const value = readBody(body)
  if (isObject(value)) return textsShown(value)
  const form = new URLSearchParams(body)
  return [form.get('title') ?? body, form.get('content') ?? body]
}
