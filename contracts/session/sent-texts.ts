import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { isObject, readBody } from '../document/post-text.ts'
import { isKept } from '../document/text-changes.ts'
import { isOf } from './ledger/evidence.ts'
import type { Ledger } from './ledger.ts'

/** An object in a list, or in the reply to a read. */
export type Item = { readonly [key: string]: JsonValue }

/** How many posts may show a mark, and the ids under which lists have shown it. */
interface Room {
  count: number
  readonly ids: Set<PostId>
}

/** So many of the latest bodies that replaced a post are remembered. */
const mostReplacements = 3

/** The texts that a run has sent, by the marks in them: they tell which posts it may have made. */
export class SentTexts {
  readonly #ledger: Pick<Ledger, 'marker' | 'posts' | 'notedBefore'>
  readonly #marks: RegExp
  /** By each mark: bodies in lower case, and the texts in them. */
  readonly #bodies = new Map<string, Map<string, readonly string[]>>()
  readonly #room = new Map<string, Room>()
  /** The latest bodies that replaced a post of the run. */
  readonly #replacements = new Map<PostId, readonly string[]>()

  constructor(ledger: Pick<Ledger, 'marker' | 'posts' | 'notedBefore'>) {
    this.#ledger = ledger
    this.#marks = new RegExp(`${ledger.marker}(?:[sw]\\d+x)?\\d*`, 'g')
  }

  /** Notes the body of a write that is about to leave. @param id the post that its path names. */
  note(body: string, id: PostId | undefined): void {
    const text = body.replaceAll(' '.repeat(64), '').toLowerCase()
    for (const mark of new Set(text.match(this.#marks))) {
      const bodies = this.#bodies.get(mark) ?? new Map()
      this.#bodies.set(mark, bodies.set(text, textsIn(body)))
      const room = this.#roomOf(mark)
      if (id === undefined || !room.ids.has(id)) room.count++
      if (id !== undefined) room.ids.add(id)
    }
  }

  /** Notes a body that replaces a post of the run. */
  noteReplacement(id: PostId, body: string): void {
    this.#replacements.set(id, [...(this.#replacements.get(id) ?? []), body].slice(-mostReplacements))
  }

  /** Asks whether a post shows a text that was sent, with its mark. @param wasRead whether a post of the run was read there. */
  isOurs(id: PostId, post: Item, wasRead: boolean): boolean {
    const texts = textsShown(post).map((text) => text.toLowerCase())
    if (wasRead && texts.some((text) => text.includes(this.#ledger.marker))) return true
    if (this.#replacements.get(id)?.some((body) => isOf(body, post))) return true
    return this.#marksOf(id, post).length > 0
  }

  /**
   * The new ids where more posts show a text than were made of it: it is unknown which of them are the run's.
   * @param isKnown asks whether it is known whose a post is.
   */
  copiesIn(posts: readonly Item[], isKnown: (id: PostId) => boolean): ReadonlySet<PostId> {
    const shown = new Map<string, Set<PostId>>()
    for (const post of posts) {
      const id = idOf(post)
      if (id === undefined || isKnown(id)) continue
      for (const mark of this.#marksOf(id, post))
        if (!this.#roomOf(mark).ids.has(id)) shown.set(mark, (shown.get(mark) ?? new Set()).add(id))
    }
    const copies = new Set<PostId>()
    for (const [mark, ids] of shown) {
      const room = this.#roomOf(mark)
      const isCopied = room.ids.size + ids.size > room.count
      for (const id of ids) (isCopied ? copies : room.ids).add(id)
    }
    return copies
  }

  #roomOf(mark: string): Room {
    const known = this.#room.get(mark)
    if (known) return known
    const isNoted = ({ title }: { title: string }) => title.match(this.#marks)?.includes(mark)
    // Of an earlier run, whose sweep this is, each title was sent once.
    const noted = this.#ledger.notedBefore(mark) ? this.#ledger.posts.filter(isNoted) : undefined
    const room = { count: noted ? Math.max(1, noted.length) : 0, ids: new Set(noted?.map(({ id }) => id)) }
    this.#room.set(mark, room)
    return room
  }

  /** The marks of the writes that a post may come from. */
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

  /** Of an earlier run only the beginnings of the titles are known, and the posts that its ledger has noted. */
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

/** Asks whether a post is what a body makes: others may quote a text of it in a post of their own. */
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

/** The title and the content as texts, whatever they are. */
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
