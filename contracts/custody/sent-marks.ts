import type { PostKey } from '../scenarios/addresses.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { marksOf } from '../scenarios/marks.ts'
import { keysNamedBy } from '../scenarios/post-text.ts'
import { isRefusalOfBody, isSuccess } from '../wire/status.ts'
import { isOneOf, postsShownIn, type SentHeaders, type SentPost, textsShown } from './sent-texts.ts'

/** What was sent with a mark, and what came of it. */
interface Marked {
  /** How many posts may have it, and those that lists showed with it. */
  count: number
  readonly ids: Set<PostKey>
  /** The texts of each body with it. */
  readonly bodies: SentPost[]
  /** Whether more posts had it at once: a later one may be any of them. */
  isCopied: boolean
  /** Its latest create: without a reply, in this process or an earlier one, or done; undefined where it left no post. */
  create?: 'unanswered' | 'done' | 'listed' | undefined
  /** The ids that the reply to it named. */
  named: readonly PostKey[]
}

/** The marks that a run sent, each in the texts of one post, and how many posts may show them. */
export class SentMarks {
  readonly #pattern: RegExp
  readonly #marked = new Map<string, Marked>()
  /** Whether there was a create. */
  areAny = false

  /** @param marker that of the run, with which all its marks begin. */
  constructor(marker: string) {
    this.#pattern = marksOf(marker)
  }

  /** The marks of the run in texts. */
  marksIn(texts: readonly string[]): readonly string[] {
    return [...new Set(texts.flatMap((text) => text.toLowerCase().match(this.#pattern) ?? []))]
  }

  /** Whether a reply to a read shows a post with only texts that were sent with a mark. */
  isShownIn(reply: ReceivedReply, mark: string): boolean {
    return postsShownIn(reply).some((post) => this.marksOf(textsShown(post)).includes(mark))
  }

  /** Whether a post may have no mark after a write, as after one that a service does not understand. */
  isBare(sent: SentPost, headers: SentHeaders): boolean {
    const isJson = Object.entries(headers).every(
      ([name, value]) => name.toLowerCase() !== 'content-type' || value === 'application/json',
    )
    return !isJson || this.marksIn(sent).length === 0
  }

  /**
   * Notes the texts of a write before it is sent.
   * @param id the id in its path, where the run has a post.
   * @returns the marks in them.
   */
  note(sent: SentPost, id?: PostKey): readonly string[] {
    const marks = this.marksIn(sent)
    for (const mark of marks) {
      const marked = this.#with(mark)
      marked.bodies.push(sent)
      // A replace where no post was may make one with another id.
      if (id === undefined || !marked.ids.has(id)) marked.count++
      if (id !== undefined) marked.ids.add(id)
    }
    return marks
  }

  /**
   * Notes a create before it is sent.
   * @returns what notes its reply, and returns the ids that it names; undefined where it left no post.
   */
  creating(sent: SentPost): (reply: ReceivedReply) => readonly PostKey[] | undefined {
    this.areAny = true
    const [mark] = this.note(sent)
    if (mark === undefined) return () => []
    const marked = this.#with(mark)
    const wasUnanswered = marked.create === 'unanswered'
    Object.assign(marked, { create: 'unanswered', named: [] })
    return (reply) => {
      const isLate = reply.status === 504 || (wasUnanswered && !isRefusalOfBody(reply))
      marked.named = isSuccess(reply) ? keysNamedBy(reply) : []
      marked.create = isSuccess(reply) ? 'done' : isLate ? 'unanswered' : undefined
      return marked.create && marked.named
    }
  }

  /** Notes an id that the reply to a create named. */
  named(texts: SentPost, id: PostKey): void {
    for (const marked of this.marksIn(texts).map((mark) => this.#with(mark))) {
      marked.create = 'done'
      marked.named = [...marked.named, id]
    }
  }

  /** Notes that a list showed posts of the run. */
  listed(ids: ReadonlySet<PostKey>): void {
    for (const marked of this.#marked.values())
      if (marked.create && marked.named.some((id) => ids.has(id))) marked.create = 'listed'
  }

  /** Notes that it is known what came of the creates with these marks. Default all. */
  settle(marks: Iterable<string> = this.#marked.keys()): void {
    for (const mark of marks) this.#with(mark).create = undefined
  }

  #waiting(): readonly (readonly [mark: string, marked: Marked])[] {
    const isOpen = ({ ids, create }: Marked) => ids.size === 0 && create !== undefined && create !== 'listed'
    return [...this.#marked].filter(([, marked]) => isOpen(marked))
  }

  /** How many creates succeeded whose posts no list showed. */
  get unproven(): number {
    return this.#waiting().filter(([, { create }]) => create === 'done').length
  }

  /** The marks of posts that may appear: their creates have no reply, or succeeded without naming an id. */
  get toCome(): readonly string[] {
    const isKnown = ({ create, named }: Marked) => create === 'done' && named.length > 0
    return this.#waiting().flatMap(([mark, marked]) => (isKnown(marked) ? [] : [mark]))
  }

  /** Whether a create with a mark in texts may have made a post that no list has shown yet, under whatever id. */
  mayAppear(texts: SentPost): boolean {
    const marked = this.marksIn(texts).map((mark) => this.#with(mark))
    return marked.some(({ create, count, ids }) => create !== undefined && ids.size < count)
  }

  /** Whether a create with one of these marks has no reply. */
  areUnanswered(marks: readonly string[]): boolean {
    return marks.some((mark) => this.#marked.get(mark)?.create === 'unanswered')
  }

  /** The marks in a post that shows only texts which were sent with them. */
  marksOf(shown: SentPost): readonly string[] {
    const marks = this.marksIn(shown).filter((mark) => this.#marked.has(mark))
    // A replace may keep one of the old texts, so they may come from two bodies.
    const sent = marks.flatMap((mark) => this.#with(mark).bodies)
    const sentAs = (at: number) => sent.map((texts) => texts[at] ?? '')
    return shown.every((text, at) => isOneOf(sentAs(at), text)) ? marks : []
  }

  /**
   * Compares the new posts of a list with what was sent. Where more show a mark than were sent with it, all of these
   * are copies: it is unknown which of them are the run's, but for the one that the reply to the create named.
   * @returns the copies, and for each other id the texts that were sent with its marks.
   */
  match(posts: readonly (readonly [PostKey, SentPost])[]) {
    const shown = new Map<string, Set<PostKey>>()
    for (const [id, texts] of posts)
      for (const mark of this.marksOf(texts))
        if (!this.#with(mark).ids.has(id)) shown.set(mark, (shown.get(mark) ?? new Set()).add(id))
    const copies = new Set<PostKey>()
    const made: [PostKey, readonly string[]][] = []
    for (const [mark, ids] of shown) {
      const marked = this.#with(mark)
      marked.isCopied ||= marked.ids.size + ids.size > marked.count
      for (const id of ids) {
        if (marked.isCopied && !marked.named.includes(id)) copies.add(id)
        else {
          marked.ids.add(id)
          made.push([id, marked.bodies.flat()])
        }
      }
    }
    return { copies, made }
  }

  #with(mark: string): Marked {
    const marked = this.#marked.get(mark) ?? {
      count: 0,
      ids: new Set(),
      bodies: [],
      isCopied: false,
      named: [],
    }
    this.#marked.set(mark, marked)
    return marked
  }
}
