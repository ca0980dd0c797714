import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { idIn, isRefusal, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { marksOf } from '../spec/marks.ts'
import { isObject, postsIn, readBody } from '../spec/post-text.ts'
import { idsNamedBy } from '../wire/find-id.ts'
import { isListPath } from '../wire/target.ts'
import { nextPage } from '../wire/whole-list.ts'
import {
  areWordsOf,
  type Item,
  idOf,
  isBegin,
  isOrdinary,
  isPart,
  type SentPost,
  sentIn,
  textsShown,
} from './sent-texts.ts'

/** What a read of an id shows: a post of the run, none, another post, or nothing that can be told. */
export type Shown = 'ours' | 'none' | 'other' | 'unclear'

/** Why a write has no reply: it was not sent, its connection broke, or it timed out. */
export type NoReply = 'not sent' | 'cut' | 'late'

/** Called with what came of a write. */
export type End = (outcome: ReceivedReply | NoReply) => void

type Headers = Readonly<Record<string, unknown>>

/** What is known of an id that is not foreign. */
interface Entry {
  readonly id: PostId
  /** A title that was sent to it, or that it showed. */
  title: string
  /** The texts that were sent to it: by its create, and by each replace. */
  readonly sent: Set<string>
  /** Whether the latest replace may have left it without texts. */
  isEmptied: boolean
  /** Whether reading it, and the list, showed a post of the run. */
  isRead: boolean
  isListed: boolean
  /** Whether a post was ever seen there, and in a list. */
  wasSeen: boolean
  wasListed: boolean
  /** Whether the run has to remove it. */
  isOwn: boolean
  /** Whether a DELETE succeeded since the post was made. */
  isDeleted: boolean
  /** When the latest DELETE of a post that was read ended, and whether one was ever done. */
  freed?: { readonly at: number; readonly isDone: boolean }
  /** Whether a reply to a create named it, and not yet both a read and the list showed the post. */
  isUnproven: boolean
}

/** How many posts may have a mark, and the ids that lists showed with it. */
interface Marked {
  count: number
  readonly ids: Set<PostId>
  /** The texts of each body with it. */
  readonly bodies: Map<string, SentPost>
  /** The ids in the paths of writes with it. */
  readonly targets: Set<PostId>
  /** Whether more posts had it at once: a later one may be any of them. */
  isCopied: boolean
  /** Creates with it that are in progress. */
  underWay: number
  /** Whether its post may appear later: its create timed out, or succeeded without naming an id. */
  mayCome?: 'timed out' | 'succeeded' | undefined
}

/** The refusals of a body, whatever the service has. */
const ofBody: readonly number[] = [400, 413, 415, 422]
/** The most foreign ids that are kept. */
const mostForeign = 500_000
/**
 * With so many created posts that the list does not show, no more are created: they could not be removed. With a
 * list that was right, more.
 */
const mostUnlisted = 5
/** The same for posts that the list shows and that cannot be read. */
const mostUnread = 15

/**
 * All that a run knows of the posts of a provider: whose they are, which texts were sent to them, what replies showed
 * of them, which are deleted. It sends nothing and keeps nothing on disk.
 */
export class Book {
  readonly #posts = new Map<PostId, Entry>()
  readonly #foreign = new Set<PostId>()
  readonly #marks: RegExp
  readonly #marked = new Map<string, Marked>()
  /** The contents of bodies with a mark. */
  readonly #contents = new Set<string>()
  /** The marks of successful creates that may have left a post without one; undefined where the body had none. */
  readonly #bare: (string | undefined)[] = []
  /** The texts of bodies without a mark. */
  readonly #bareTexts = new Set([''])
  #bareUnderWay = 0
  /** Whether a create was sent that may leave a post without a mark. */
  #wasBareSent = false
  readonly #unmarked = new Set<PostId>()
  /** Counts requests and replies. */
  #moment = 0
  /** Creates: sent, of which no post came, successful, and named without a usable id since the latest list. */
  #sent = 0
  #undone = 0
  #succeeded = 0
  #unnamed = 0
  #isAnyProven = false
  #proven = 0
  #latestList: string | undefined
  /** Whether the whole list was read at this base address, or there is none. */
  knowsList = false
  /** Whether foreign posts appeared since the first create of the run. */
  areOthersAtWork = false
  /** Whether a DELETE freed an id that a post had again later. */
  areIdsReused = false
  /** How many foreign posts appeared after the first list. */
  newcomers = 0
  /** Copies of posts of the run that lists showed. */
  readonly copies = new Set<PostId>()

  /** @param marker the mark of the run. */
  constructor(marker: string) {
    this.#marks = marksOf(marker)
  }

  // Whose is it?

  isForeign(id: PostId): boolean {
    return this.#foreign.has(id) || (this.areForeignTooMany && !this.#posts.get(id)?.isOwn)
  }

  /** Whether there are too many foreign posts to keep: every id that the run does not own counts as foreign then. */
  get areForeignTooMany(): boolean {
    return this.#foreign.size >= mostForeign
  }

  /** The posts that the run has to remove, oldest first. */
  get own(): readonly Readonly<Entry>[] {
    return [...this.#posts.values()].filter(({ id, isOwn }) => isOwn && !this.isForeign(id))
  }

  /** The posts that the run had to remove, and under whose ids others are now. */
  get lost(): readonly Readonly<Entry>[] {
    return [...this.#posts.values()].filter(({ id, isOwn }) => isOwn && this.isForeign(id))
  }

  get(id: PostId): Readonly<Entry> | undefined {
    return this.#posts.get(id)
  }

  /** Whether a read and the list both show a post of the run. */
  isProven(id: PostId): boolean {
    const entry = this.#posts.get(id)
    return entry?.isRead === true && entry.isListed
  }

  /** Whether a post was seen there, and this run did not delete it. */
  wasSeen(id: PostId): boolean {
    const entry = this.#posts.get(id)
    return entry?.wasSeen === true && !entry.freed
  }

  /** What a reply to a read shows, by what is known now. */
  shownIn(id: PostId, reply: ReceivedReply): Shown {
    if (isAbsent(reply)) return 'none'
    if (!isSuccess(reply)) return 'unclear'
    const post = postsIn(readBody(reply.body)).find((each) => (idOf(each) ?? id) === id)
    if (!post) return 'unclear'
    return !this.isForeign(id) && this.#isOurs(id, textsShown(post)) ? 'ours' : 'other'
  }

  /** The run's posts without a mark that nobody took. @param ids those preferred. */
  takeUnmarked(ids: readonly PostId[]): PostId | undefined {
    const id = ids.find((each) => this.#unmarked.has(each)) ?? [...this.#unmarked][0]
    if (id !== undefined) this.#unmarked.delete(id)
    return id
  }

  /** Whether a listed post has no texts and came after a create that may have made it. */
  mayBeOurs(id: PostId, post: Item): boolean {
    const isOpen = this.#wasBareSent && !this.isForeign(id) && !this.#posts.get(id)?.isDeleted
    return isOpen && this.#isBare(textsShown(post)) && !this.#isOurs(id, textsShown(post))
  }

  // Can more be created?

  /** Ids in the replies to creates, until a read and the list both show what was sent. */
  get unproven(): readonly PostId[] {
    return [...this.#posts.values()].filter(({ isUnproven }) => isUnproven).map(({ id }) => id)
  }

  /** How many created posts could not be removed. */
  get unprovenCount(): number {
    return this.#isAnyProven ? this.unproven.length + this.#unnamed : this.#succeeded
  }

  get areFewUnproven(): boolean {
    const unread = this.unproven.filter((id) => this.#posts.get(id)?.isListed).length
    return unread < mostUnread && this.unprovenCount - unread < Math.max(mostUnlisted, this.#proven / 4)
  }

  get isAnyProven(): boolean {
    return this.#isAnyProven
  }

  /** Notes that an id in a reply names no post. */
  forgetNamed(id: PostId): void {
    const entry = this.#posts.get(id)
    if (entry) entry.isUnproven = false
  }

  /** Notes that a list shows every post that a create made without naming its id. */
  forgetUnnamed(): void {
    this.#unnamed = 0
  }

  // What may come yet?

  get hasCreated(): boolean {
    return this.#sent > 0
  }

  /** Whether posts may exist whose ids are unknown, as far as the replies to the creates say. */
  get mayHaveUnknown(): boolean {
    return this.#sent > this.#undone
  }

  /** The marks of posts that may appear later. */
  get toCome(): readonly { readonly mark: string; readonly after: 'timed out' | 'succeeded' }[] {
    return [...this.#marked].flatMap(([mark, { mayCome, ids }]) =>
      mayCome === undefined || ids.size > 0 ? [] : [{ mark, after: mayCome }],
    )
  }

  // Writes

  /** The moment of a request that is about to be sent. */
  nextMoment(): number {
    return ++this.#moment
  }

  /** Call before a create is sent; call the returned function with the outcome. It returns the new ids in a reply. */
  creating(body: string, headers: Headers): (outcome: ReceivedReply | NoReply) => readonly PostId[] {
    this.#latestList = undefined
    this.#sent++
    const marks = this.#noteBody(body, undefined)
    const isBare = marks.length === 0 || !isOrdinary(headers, body)
    if (marks.length === 0) for (const text of sentIn(body)) this.#bareTexts.add(text)
    if (isBare) this.#bareUnderWay++
    this.#wasBareSent ||= isBare
    for (const mark of marks) this.#withMark(mark).underWay++
    return (outcome) => {
      if (isBare) this.#bareUnderWay--
      for (const mark of marks) this.#withMark(mark).underWay--
      const reply = typeof outcome === 'object' ? outcome : undefined
      if (outcome === 'not sent' || (reply && isRefusal(reply))) {
        // A post that was refused and made nevertheless is found by its mark.
        if (outcome === 'not sent' || marks.length > 0) this.#undone++
        // What is refused for its body was not done before either.
        if (reply && ofBody.includes(reply.status))
          for (const mark of marks) this.#withMark(mark).mayCome = undefined
        return []
      }
      const isDone = reply !== undefined && isSuccess(reply)
      const named = reply && isDone ? idsNamedBy(reply) : []
      if (outcome === 'late' || reply?.status === 504)
        for (const mark of marks) this.#withMark(mark).mayCome = 'timed out'
      if (!isDone) return []
      this.#succeeded++
      if (isBare) this.#bare.push(marks[0])
      if (named.length > 0) return this.#newOf(named, marks)
      this.#unnamed++
      for (const mark of marks) this.#withMark(mark).mayCome = 'succeeded'
      return []
    }
  }

  #newOf(named: readonly PostId[], marks: readonly string[]): readonly PostId[] {
    return marks.length === 0 ? [] : named.filter((id) => !this.isForeign(id) && !this.wasSeen(id))
  }

  /** Notes texts that were sent with the create whose reply has this id. */
  created(id: PostId, sent: SentPost): void {
    const entry = this.#entry(id)
    Object.assign(entry, { title: sent[0], isOwn: true, isDeleted: false, isUnproven: true })
    for (const text of sent) entry.sent.add(text)
  }

  /** Call before a replace is sent; call the returned function with the outcome. @param id that in its path. */
  replacing(id: PostId | undefined, body: string, headers: Headers = {}): End {
    this.#latestList = undefined
    this.#noteBody(body, id, id !== undefined && this.wasSeen(id))
    const entry = id === undefined ? undefined : this.#entry(id)
    if (entry?.isRead) entry.isEmptied = !isOrdinary(headers, body)
    return (outcome) => {
      const isRefused = outcome === 'not sent' || (typeof outcome === 'object' && isRefusal(outcome))
      if (!entry || (isRefused && !entry.wasSeen)) return
      entry.isOwn = true
      if (typeof outcome === 'object' && isSuccess(outcome)) entry.isDeleted = false
    }
  }

  /** Call before a delete is sent; call the returned function with the outcome: from then on reads show its effect. */
  deleting(id: PostId | undefined): End {
    this.#latestList = undefined
    if (id === undefined) return () => {}
    const entry = this.#entry(id)
    if (entry.isRead) entry.freed = { at: Number.POSITIVE_INFINITY, isDone: false }
    Object.assign(entry, { isUnproven: false, isRead: false, isListed: false })
    return (outcome) => {
      this.#latestList = undefined
      const isDone = typeof outcome === 'object' && isSuccess(outcome)
      entry.isDeleted ||= isDone
      if (entry.freed) entry.freed = { at: this.nextMoment(), isDone: isDone || entry.freed.isDone }
    }
  }

  /** Notes that the run has not, or no longer, to remove a post. */
  gone(id: PostId): void {
    const entry = this.#posts.get(id)
    if (entry) entry.isOwn = false
    this.#latestList = undefined
  }

  /** Notes foreign posts. */
  foreign(ids: Iterable<PostId>): void {
    this.areOthersAtWork ||= this.hasCreated
    for (const id of ids) {
      this.areIdsReused ||= this.#posts.get(id)?.freed?.isDone === true
      if (!this.areForeignTooMany) this.#foreign.add(id)
    }
  }

  /** Notes a write of an earlier process. @param to the id in its path, or in its reply where it is a create. */
  recall(sent: SentPost, { to, gave }: { to?: PostId | undefined; gave?: PostId | undefined }): void {
    if (gave !== undefined) {
      this.created(gave, sent)
      return
    }
    const marks = this.#noteBody(stringifyJson({ title: sent[0], content: sent[1] }), to)
    if (to !== undefined) Object.assign(this.#entry(to), { title: sent[0], isOwn: true })
    else this.#sent++
    this.#wasBareSent ||= to === undefined && marks.length === 0
  }

  /**
   * Notes the body of a write before it is sent.
   * @param id the id in its path. @param isThere whether a post was seen there; undefined where an earlier process did.
   * @returns its marks.
   */
  #noteBody(body: string, id: PostId | undefined, isThere?: boolean): readonly string[] {
    const sent = sentIn(body)
    if (id !== undefined) for (const text of sent) this.#entry(id).sent.add(text)
    const marks = [...new Set(body.replaceAll(' '.repeat(64), '').toLowerCase().match(this.#marks))]
    for (const mark of marks) {
      const marked = this.#withMark(mark)
      marked.bodies.set(stringifyJson(sent), sent)
      this.#contents.add(sent[1])
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
    return marks
  }

  // Reads

  /** Forgets what reads and lists showed: at another base address the same id is another post. */
  forgetReads(): void {
    for (const entry of this.#posts.values()) Object.assign(entry, { isRead: false, isListed: false })
    this.knowsList = false
    this.#latestList = undefined
  }

  /**
   * Learns from the reply to a read. A list that is as before teaches nothing.
   * @param sentAt the moment of the request.
   * @returns the ids of foreign posts that were unknown.
   */
  learn(path: string, reply: ReceivedReply, sentAt: number): readonly PostId[] {
    const isList = isListPath(path)
    if (isList && this.#latestList === reply.body) return []
    const value = isSuccess(reply) ? readBody(reply.body) : undefined
    const named = idIn(path)
    const isFirst = !this.knowsList
    if (isList && (Array.isArray(value) || isWrapped(reply)) && nextPage(reply) === undefined)
      this.knowsList = true
    const posts = isList ? itemsIn(value).filter(isObject) : postsIn(value)
    const copies = isList ? this.#copiesIn(posts) : new Set<PostId>()
    if (isList) this.#adopt(posts)
    const foreign: PostId[] = []
    for (const post of posts) {
      const id = idOf(post) ?? named
      if (id === undefined || this.isForeign(id)) continue
      const shown = textsShown(post)
      const isOurs = !copies.has(id) && this.#isOurs(id, shown)
      if (isOurs) this.#sawOurs(id, shown, { isList, isNamed: id === named, sentAt })
      else if (!copies.has(id) && this.#mayBe(id, shown)) this.#sawUnclear(id, isList)
      else foreign.push(id)
    }
    const gone = named === undefined ? undefined : this.#posts.get(named)
    if (gone?.isDeleted && isAbsent(reply)) gone.isOwn = false
    for (const id of copies) this.copies.add(id)
    if (!isFirst) this.newcomers += foreign.length
    if (isList) this.#latestList = reply.body
    return foreign
  }

  /** Notes that a reply showed a post of this run. */
  #sawOurs(id: PostId, [title]: SentPost, seen: { isList: boolean; isNamed: boolean; sentAt: number }): void {
    const entry = this.#entry(id)
    entry.wasSeen = true
    entry.wasListed ||= seen.isList
    // A read concurrent with the DELETE may still show the post.
    if (entry.freed && entry.freed.at > seen.sentAt) return
    this.areIdsReused ||= entry.freed?.isDone === true && !seen.isList
    entry.isOwn = true
    if (title !== '') entry.title = title
    if (seen.isList) entry.isListed = true
    else if (seen.isNamed) entry.isRead = true
    if (!entry.isRead || !entry.isListed) return
    this.#isAnyProven = true
    if (entry.isUnproven) this.#proven++
    entry.isUnproven = false
  }

  /** Notes a post that may be foreign. */
  #sawUnclear(id: PostId, isList: boolean): void {
    const entry = this.#entry(id)
    entry.wasSeen = true
    // The create that made it may be in progress: a later list decides.
    if (isList && this.#bareUnderWay === 0) entry.wasListed = true
    // It lost its texts without this run: the provider may have given its id to another post. A list may show no
    // texts at all, so another read decides.
    entry.isRead = false
    entry.isListed = isList && entry.sent.size > 0
  }

  /** Whether a post has texts that the run sent. */
  #isOurs(id: PostId, shown: SentPost): boolean {
    const entry = this.#posts.get(id)
    if (isBlank(shown)) return entry?.isEmptied === true || entry?.sent.has('') === true
    const sent = [...(entry?.sent ?? [])]
    if (this.#marksOf(shown).length > 0 || this.#isMixed(sent, shown)) return true
    return entry?.isRead === true && this.#isChanged(id, sent, shown)
  }

  /** Whether a post that does not show what was sent may be the run's nevertheless. */
  #mayBe(id: PostId, shown: SentPost): boolean {
    if (isBlank(shown)) return this.hasCreated || (this.#posts.get(id)?.sent.size ?? 0) > 0
    if (this.#wasBareSent && this.#isBare(shown)) return true
    return this.#marksIn(shown).some((mark) => (this.#marked.get(mark)?.underWay ?? 0) > 0)
  }

  /** Whether a post has no texts, or those of a body without a mark. */
  #isBare(shown: SentPost): boolean {
    return shown.every((text) => this.#bareTexts.has(text))
  }

  /**
   * Takes over the new posts in a list without a mark: not more than successful creates may have made, and only while
   * nobody else is at work.
   */
  #adopt(posts: readonly Item[]): void {
    const open = this.#bare.filter((mark) => mark === undefined || this.#withMark(mark).ids.size === 0)
    if (open.length === 0 || this.areOthersAtWork) return
    const fresh = posts.filter((post) => {
      const id = idOf(post)
      if (id === undefined || this.isForeign(id) || this.#posts.get(id)?.wasListed) return false
      return this.#isBare(textsShown(post))
    })
    if (fresh.length > open.length) return
    for (const post of fresh) {
      const entry = this.#entry(idOf(post) as PostId)
      for (const text of this.#bareTexts) entry.sent.add(text)
      this.#unmarked.add(entry.id)
      const mark = open.pop()
      this.#bare.splice(this.#bare.indexOf(mark), 1)
      if (mark !== undefined) this.#withMark(mark).mayCome = undefined
    }
  }

  /**
   * Whether both texts are of those that were sent to this post, in whatever request and field: a service may keep
   * the old content, or swap the two. Changed texts need a mark of the run, and most of their words must have been sent.
   */
  #isMixed(sent: readonly string[], shown: SentPost): boolean {
    if (sent.length === 0) return false
    if (shown.every((text) => text === '' || sent.some((each) => isBegin(each, text)))) return true
    return this.#marksIn(shown).length > 0 && shown.every((text) => areWordsOf(sent, text))
  }

  /**
   * Whether a title begins with a mark that this post was sent with: a service may change the rest. The content must
   * have a mark of the run too, or be one that was sent, or be empty: anybody may quote a title.
   */
  #isChanged(id: PostId, sent: readonly string[], [title, content]: SentPost): boolean {
    const [mark] = this.#marksIn([title])
    if (mark === undefined || !title.trim().toLowerCase().startsWith(mark)) return false
    if (!this.#withMark(mark).ids.has(id)) return false
    if (content === '' || this.#contents.has(content) || this.#marksIn([content]).length > 0) return true
    return sent.some((each) => isPart(each, content))
  }

  /** The marks in a post that shows only texts which were sent with them. */
  #marksOf(shown: SentPost): readonly string[] {
    const marks = this.#marksIn(shown).filter((mark) => this.#marked.has(mark))
    // A replace may keep one of the old texts, so they may come from two bodies.
    const sent = marks.flatMap((mark) => [...this.#withMark(mark).bodies.values()])
    return shown.every((text, at) => sent.some((texts) => isPart(texts[at] ?? '', text))) ? marks : []
  }

  /** The marks of the run in texts. */
  #marksIn(texts: readonly string[]): readonly string[] {
    return [...new Set(texts.flatMap((text) => text.toLowerCase().match(this.#marks) ?? []))]
  }

  /**
   * The new ids in a list with a text that more posts show than the run made: it is unknown which of them are the
   * run's. Notes the ids with marks that are not copied.
   */
  #copiesIn(posts: readonly Item[]): ReadonlySet<PostId> {
    const shown = new Map<string, Set<PostId>>()
    for (const post of posts) {
      const id = idOf(post)
      if (id === undefined || this.isForeign(id) || this.#posts.get(id)?.isListed) continue
      for (const mark of this.#marksOf(textsShown(post)))
        if (!this.#withMark(mark).ids.has(id)) shown.set(mark, (shown.get(mark) ?? new Set()).add(id))
    }
    const copies = new Set<PostId>()
    for (const [mark, ids] of shown) {
      const marked = this.#withMark(mark)
      marked.isCopied ||= marked.ids.size + ids.size > marked.count
      for (const id of ids) {
        if (marked.isCopied) {
          copies.add(id)
          continue
        }
        marked.ids.add(id)
        for (const text of [...marked.bodies.values()].flat()) this.#entry(id).sent.add(text)
      }
    }
    return copies
  }

  #withMark(mark: string): Marked {
    const marked = this.#marked.get(mark) ?? {
      count: 0,
      ids: new Set(),
      bodies: new Map(),
      targets: new Set(),
      isCopied: false,
      underWay: 0,
    }
    this.#marked.set(mark, marked)
    return marked
  }

  #entry(id: PostId): Entry {
    const entry = this.#posts.get(id) ?? {
      id,
      title: '',
      sent: new Set(),
      isEmptied: false,
      isRead: false,
      isListed: false,
      wasSeen: false,
      wasListed: false,
      isOwn: false,
      isDeleted: false,
      isUnproven: false,
    }
    this.#posts.set(id, entry)
    return entry
  }
}

/** Whether an object wraps the list. */
export function isWrapped(reply: ReceivedReply): boolean {
  const value = isSuccess(reply) ? readBody(reply.body) : undefined
  return isObject(value) && Object.values(value).some(Array.isArray)
}

/** The items of a list, also of a wrapped one. */
export function itemsIn(value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.values(value).filter(Array.isArray).flat() : []
}

/** Whether a reply to a read says that there is no post. */
function isAbsent(reply: ReceivedReply): boolean {
  if (reply.status === 404 || reply.status === 410) return true
  return isSuccess(reply) && (reply.body === '' || readBody(reply.body) === null)
}

function isBlank(shown: SentPost): boolean {
  return shown.every((text) => text === '')
}
