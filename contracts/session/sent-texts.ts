import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { marksOf } from '../document/marks.ts'
import { isObject, readBody } from '../document/post-text.ts'
import { isKept } from '../document/text-changes.ts'
import { isOf } from './ledger/evidence.ts'
import type { Ledger } from './ledger.ts'

/** An object in a list, or in the reply to a read. */
export type Item = { readonly [key: string]: JsonValue }

/** How many posts may have a mark, and the ids that lists showed with it. */
interface Marked {
  count: number
  readonly ids: Set<PostId>
}

/** How many of the latest replaces of a post are kept. */
const mostReplacements = 3

/** The texts that a run sent, by their marks: they show which posts it may have made. */
export class SentTexts {
  readonly #ledger: Pick<Ledger, 'marker' | 'posts' | 'notedBefore'>
  readonly #marks: RegExp
  /** For each mark, the bodies in lower case with their texts. */
  readonly #bodies = new Map<string, Map<string, readonly string[]>>()
  readonly #marked = new Map<string, Marked>()
  readonly #replacements = new Map<PostId, readonly string[]>()

  constructor(ledger: Pick<Ledger, 'marker' | 'posts' | 'notedBefore'>) {
    this.#ledger = ledger
    this.#marks = marksOf(ledger.marker)
  }

  /** Notes the body of a write before it is sent. @param id the id in its path. */
  note(body: string, id: PostId | undefined): void {
    const text = body.replaceAll(' '.repeat(64), '').toLowerCase()
    for (const mark of new Set(text.match(this.#marks))) {
      const bodies = this.#bodies.get(mark) ?? new Map()
      this.#bodies.set(mark, bodies.set(text, textsIn(body)))
      const marked = this.#withMark(mark)
      if (id === undefined || !marked.ids.has(id)) marked.count++
      if (id !== undefined) marked.ids.add(id)
    }
  }

  noteReplacement(id: PostId, body: string): void {
    this.#replacements.set(id, [...(this.#replacements.get(id) ?? []), body].slice(-mostReplacements))
  }

  /** Whether a post has a text that the run sent. @param wasRead whether a post of the run was read under this id. */
  isOurs(id: PostId, post: Item, wasRead: boolean): boolean {
    const texts = textsShown(post).map((text) => text.toLowerCase())
    if (wasRead && texts.some((text) => text.includes(this.#ledger.marker))) return true
    if (this.#replacements.get(id)?.some((body) => isOf(body, post))) return true
    return this.#marksOf(id, post).length > 0
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
      for (const mark of this.#marksOf(id, post))
        if (!this.#withMark(mark).ids.has(id)) shown.set(mark, (shown.get(mark) ?? new Set()).add(id))
    }
    const copies = new Set<PostId>()
    for (const [mark, ids] of shown) {
      const marked = this.#withMark(mark)
      const isCopied = marked.ids.size + ids.size > marked.count
      for (const id of ids) (isCopied ? copies : marked.ids).add(id)
    }
    return copies
  }

  #withMark(mark: string): Marked {
    const known = this.#marked.get(mark)
    if (known) return known
    const isNoted = ({ title }: { title: string }) => title.match(this.#marks)?.includes(mark)
    // In a sweep, the earlier run sent each title once.
    const noted = this.#ledger.notedBefore(mark) ? this.#ledger.posts.filter(isNoted) : undefined
    const marked = { count: noted ? Math.max(1, noted.length) : 0, ids: new Set(noted?.map(({ id }) => id)) }
    this.#marked.set(mark, marked)
    return marked
  }

  #marksOf(id: PostId, post: Item): readonly string[] {
    const shown = textsShown(post)
    const texts = shown.map((text) => text.toLowerCase())
    const marks = new Set(texts.flatMap((text) => text.match(this.#marks) ?? []))
    return [...marks].filter((mark) =>
      this.#ledger.notedBefore(mark)
        ? this.#wasLeft(id, texts, mark)
        : [...(this.#bodies.get(mark) ?? [])].some((sent) => isMadeOf(shown, mark, sent)),
    )
  }

  /** Of an earlier run only the prefixes of its titles and the posts in its ledger are known. */
  #wasLeft(id: PostId, [title = '', content = '']: readonly string[], mark: string): boolean {
    const isNoted = this.#ledger.posts.some((post) => post.id === id)
    return title.trim().startsWith(mark) || (isNoted && content.trim().startsWith(mark))
  }
}

export function idOf({ id }: Item): PostId | undefined {
  if (typeof id !== 'string') return toPostId(id)
  const parsed = parsePostId(id)
  return 'id' in parsed ? parsed.id : undefined
}

/** Whether both texts of a post come from one body: a foreign post may quote one of them. */
function isMadeOf(
  [title, content]: readonly [string, string],
  mark: string,
  [body, sent]: readonly [string, readonly string[]],
): boolean {
  const isFrom = (text: string) => {
    const plain = text.trim().toLowerCase()
    if (body.includes(plain) || body.includes(JSON.stringify(plain).slice(1, -1))) return true
    return sent.some((each) => isKept(each, text))
  }
  const hasMark = (text: string) => text.toLowerCase().includes(mark)
  return isFrom(title) && isFrom(content) && (hasMark(title) || hasMark(content))
}

function textsShown({ title = '', content = '' }: Item): readonly [string, string] {
  const text = (value: JsonValue) =>
    typeof value === 'string' ? value : value === null ? '' : stringifyJson(value)
  return [text(title), text(content)]
}

function textsIn(body: string): readonly string[] {
  const value = readBody(body)
  const texts = isObject(value) ? [value.title, value.content] : []
  return texts.filter((text) => typeof text === 'string')
}
