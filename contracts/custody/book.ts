import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { idIn, isRefusal, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { isObject, postsIn, readBody } from '../spec/post-text.ts'
import { idsNamedBy } from '../wire/find-id.ts'
import { isListPath } from '../wire/target.ts'
import { nextPage } from '../wire/whole-list.ts'
import {
  areOf,
  type Item,
  idOf,
  isOneOf,
  isOrdinary,
  type SentPost,
  SentTexts,
  sentIn,
  textsShown,
} from './sent-texts.ts'

/** What a read of an id shows: a post of the run, none, another post, or nothing that can be told. */
export type Shown = 'ours' | 'none' | 'other' | 'unclear'

/** The reply to a write, or why there is none: it timed out, or failed otherwise. */
export type Outcome = ReceivedReply | 'late' | 'cut'

/** Called with what came of a write. */
export type End = (outcome: Outcome) => void

export type Headers = Readonly<Record<string, unknown>>

/** What is known of an id that is not foreign. */
class Entry {
  /** A title that was sent to it, or that it showed. */
  title = ''
  /** The texts that were sent to it: by its create, and by each replace. */
  readonly sent = new Set<string>()
  /** Whether the latest replace may have left it without texts. */
  isEmptied = false
  /** Whether reading it, and the list, showed a post of the run. */
  isRead = false
  isListed = false
  /** Whether a post was ever seen there, and in a list. */
  wasSeen = false
  wasListed = false
  /** Whether the run has to remove it. */
  isOwn = false
  /** Whether a DELETE succeeded since the post was made. */
  isDeleted = false
  /** When the latest DELETE of a post that was read ended, and whether one was ever done. */
  freed?: { readonly at: number; readonly isDone: boolean }
  /** Whether a reply to a create named it, and not yet both a read and the list showed the post. */
  isUnproven = false

  readonly id: PostId

  constructor(id: PostId) {
    this.id = id
  }

  get isProven(): boolean {
    return this.isRead && this.isListed
  }
}

export type KnownPost = Readonly<Entry>

/** The refusals of a body, whatever the service has. */
const ofBody: readonly number[] = [400, 413, 415, 422]

/** A create whose post is not known yet. */
interface OpenCreate {
  /** The marks in its body. */
  readonly marks: readonly string[]
  /** Whether its post may have no mark, as that of a body which a service does not understand, and be in the next list. */
  isBare: boolean
  /** What came of it; undefined while it is under way. */
  end?: 'done' | 'late' | 'failed'
  /** When it ended. */
  endedAt: number
  /** The ids that its reply named. */
  named: readonly PostId[]
}

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
  readonly #texts: SentTexts
  readonly #open = new Set<OpenCreate>()
  /** The texts of bodies without a mark, and that of a post without any. */
  readonly #bareTexts = new Set([''])
  /** Whether a create was sent whose post may have no mark. */
  #wasBareSent = false
  /** New posts without a mark in the pages of a list. */
  #fresh: PostId[] = []
  /** The run's posts without a mark that nobody took. */
  readonly #unmarked = new Set<PostId>()
  /** Counts requests and replies. */
  #moment = 0
  /** Successful creates without a new id in the reply since the latest list. */
  #unnamed = 0
  #proven = 0
  #latestList: string | undefined
  /** Creates that may have made posts with unknown ids. */
  #unaccounted = 0
  hasCreated = false
  /** Whether the whole list was read at this base address, or there is none. */
  knowsList = false
  /** Whether foreign posts appeared since the first create of the run. */
  areOthersAtWork = false
  /** Whether a DELETE freed an id that a post had again later. */
  areIdsReused = false
  /** Whether a read and the list both showed a post of this run. */
  isAnyProven = false
  /** How many foreign posts appeared after the first list. */
  newcomers = 0
  /** Copies of posts of the run that lists showed. */
  readonly copies = new Set<PostId>()

  /** @param marker the mark of the run. */
  constructor(marker: string) {
    this.#texts = new SentTexts(marker)
  }

  /** What is known of a post that is not foreign. */
  get(id: PostId): KnownPost | undefined {
    return this.#posts.get(id)
  }

  isForeign(id: PostId): boolean {
    return this.#foreign.has(id) || (this.areForeignTooMany && !this.#posts.get(id)?.isOwn)
  }

  /** Whether there are too many foreign posts to keep: every id that the run does not own counts as foreign then. */
  get areForeignTooMany(): boolean {
    return this.#foreign.size >= mostForeign
  }

  /** The posts that the run has to remove, oldest first. */
  get own(): readonly KnownPost[] {
    return this.#entries.filter(({ id, isOwn }) => isOwn && !this.isForeign(id))
  }

  /** The posts that the run had to remove, and under whose ids others are now. */
  get lost(): readonly KnownPost[] {
    return this.#entries.filter(({ id, isOwn }) => isOwn && this.isForeign(id))
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

  /** Ids in the replies to creates, until a read and the list both show what was sent. */
  get unproven(): readonly PostId[] {
    return this.#entries.filter(({ isUnproven }) => isUnproven).map(({ id }) => id)
  }

  /** How many created posts could not be removed. */
  get unprovenCount(): number {
    return this.unproven.length + this.#unnamed
  }

  get areFewUnproven(): boolean {
    const unread = this.unproven.filter((id) => this.#posts.get(id)?.isListed).length
    return unread < mostUnread && this.unprovenCount - unread < Math.max(mostUnlisted, this.#proven / 4)
  }

  /** Notes that an id in a reply names no post. */
  forgetNamed(id: PostId): void {
    this.#entry(id).isUnproven = false
  }

  /** Notes that a list shows every post that a create made without naming its id. */
  forgetUnnamed(): void {
    this.#unnamed = 0
  }

  /** Whether posts may exist whose ids are unknown. */
  get mayHaveUnknown(): boolean {
    return this.#unaccounted > 0
  }

  /** Notes that the id of every listed post with the marker is known. */
  accounted(): void {
    this.#unaccounted = 0
  }

  /** The marks of posts that may appear later: their creates timed out, or succeeded without naming an id. */
  get toCome(): readonly string[] {
    const open = [...this.#open].filter(
      (create) =>
        create.end && create.end !== 'failed' && create.named.length === 0 && !this.#isKnown(create),
    )
    return open.flatMap(({ marks: [mark] }) => mark ?? [])
  }

  /** A post that a create of the run left without a mark, once. @param ids those that a reply named. */
  takeUnmarked(ids: readonly PostId[]): PostId | undefined {
    const id = ids.find((each) => this.#unmarked.has(each)) ?? [...this.#unmarked][0]
    if (id !== undefined) this.#unmarked.delete(id)
    return id
  }

  /** Whether a listed post without a mark came after a create that may have made it. */
  mayBeOurs(id: PostId, post: Item): boolean {
    const shown = textsShown(post)
    return this.#wasBareSent && !this.isForeign(id) && this.#isBare(shown) && !this.#isOurs(id, shown)
  }

  /** The moment of a request that is about to be sent. */
  nextMoment(): number {
    return ++this.#moment
  }

  /** Call before a create is sent; call the returned function with the outcome. It returns the new ids in a reply. */
  creating(body: string, headers: Headers): (outcome: Outcome) => readonly PostId[] {
    const marks = this.#texts.note(body)
    const isBare = marks.length === 0 || !isOrdinary(headers, body)
    const create: OpenCreate = { marks, isBare, endedAt: Number.POSITIVE_INFINITY, named: [] }
    if (marks.length === 0) for (const text of sentIn(body)) this.#bareTexts.add(text)
    this.#wasBareSent ||= isBare
    this.#latestList = undefined
    this.hasCreated = true
    this.#unaccounted++
    this.#open.add(create)
    return (outcome) => {
      this.#latestList = undefined
      const reply = typeof outcome === 'object' ? outcome : undefined
      // A post without a mark that was refused and made nevertheless only the list can show.
      if (reply && isRefusal(reply) && marks.length > 0) {
        this.#unaccounted--
        this.#open.delete(create)
        // What is refused for its body was not done before either.
        if (reply && ofBody.includes(reply.status))
          for (const each of this.#open)
            if (each.end === 'late' && each.marks[0] === marks[0]) this.#open.delete(each)
        return []
      }
      const isDone = reply !== undefined && isSuccess(reply)
      const isLate = outcome === 'late' || reply?.status === 504
      create.end = isDone ? 'done' : isLate ? 'late' : 'failed'
      create.endedAt = this.nextMoment()
      create.named = reply && isDone ? idsNamedBy(reply) : []
      const ids = create.named.filter((id) => !this.isForeign(id) && !this.wasSeen(id))
      if (isDone && (ids.length === 0 || marks.length === 0)) this.#unnamed++
      return marks.length === 0 ? [] : ids
    }
  }

  /** Notes the post that a reply to a create names. */
  created(id: PostId, sent: SentPost): void {
    const entry = this.#entry(id)
    // The new post under an id that is used again was in no list yet.
    if (entry.isDeleted) entry.wasListed = false
    Object.assign(entry, { title: sent[0], isOwn: true, isDeleted: false, isUnproven: true })
    for (const text of sent) entry.sent.add(text)
  }

  /** Call before a replace is sent; call the returned function with the outcome. @param id that in its path. */
  replacing(id: PostId | undefined, body: string, headers: Headers): End {
    this.#latestList = undefined
    this.#texts.note(body, id !== undefined && this.wasSeen(id) ? id : undefined)
    if (id === undefined) return () => {}
    const entry = this.#entry(id)
    for (const text of sentIn(body)) entry.sent.add(text)
    if (entry.isRead) entry.isEmptied = !isOrdinary(headers, body)
    return (outcome) => {
      const isRefused = typeof outcome === 'object' && isRefusal(outcome)
      if (isRefused && !entry.wasSeen) return
      entry.isOwn = true
      if (typeof outcome === 'object' && isSuccess(outcome)) entry.isDeleted = false
    }
  }

  /** Call before a delete is sent; call the returned function with the outcome: from then on reads show its effect. */
  deleting(id: PostId | undefined): End {
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
    this.#entry(id).isOwn = false
    this.#latestList = undefined
  }

  /** Notes foreign posts. */
  foreign(ids: readonly PostId[]): void {
    this.areOthersAtWork ||= this.hasCreated
    for (const id of ids) {
      this.areIdsReused ||= this.#posts.get(id)?.freed?.isDone === true
      if (!this.areForeignTooMany) this.#foreign.add(id)
    }
  }

  /** Notes a write of an earlier process. @param to the id in the path of a replace. */
  recall(sent: SentPost, to: PostId | undefined): void {
    const isThere = to !== undefined && this.#posts.get(to)?.isOwn
    const body = stringifyJson({ title: sent[0], content: sent[1] })
    const marks = this.#texts.note(body, isThere ? to : undefined)
    if (to === undefined) {
      this.hasCreated = true
      this.#unaccounted++
      this.#wasBareSent ||= marks.length === 0
      return
    }
    const entry = this.#entry(to)
    Object.assign(entry, { title: sent[0], isOwn: true })
    for (const text of sent) entry.sent.add(text)
  }

  /** Forgets what reads and lists showed: at another base address the same id is another post. */
  forgetReads(): void {
    for (const entry of this.#entries) Object.assign(entry, { isRead: false, isListed: false })
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
    const named = idIn(path)
    const value = isSuccess(reply) ? readBody(reply.body) : undefined
    const isFirst = !this.knowsList
    if (isList && (Array.isArray(value) || isWrapped(reply)) && nextPage(reply) === undefined)
      this.knowsList = true
    const posts = (isList ? itemsIn(value).filter(isObject) : postsIn(value)).flatMap((post) => {
      const id = idOf(post) ?? named
      return id === undefined || this.isForeign(id) ? [] : [[id, textsShown(post)] as const]
    })
    const copies = isList ? this.#match(posts) : new Set<PostId>()
    if (isList) this.#noteFresh(posts, path)
    if (isList && nextPage(reply) === undefined) this.#adopt(sentAt)
    const foreign: PostId[] = []
    for (const [id, shown] of posts) {
      if (!copies.has(id) && this.#isOurs(id, shown))
        this.#sawOurs(id, shown, { isList, isNamed: id === named, sentAt })
      else if (!copies.has(id) && this.#mayBe(id, shown)) this.#sawUnclear(id, isList)
      else foreign.push(id)
    }
    if (named !== undefined && isAbsent(reply) && this.#posts.get(named)?.isDeleted) this.gone(named)
    if (!isFirst) this.newcomers += foreign.length
    if (isList) this.#latestList = reply.body
    return foreign
  }

  /** Finds in a list which new posts are the run's. @returns copies of them. */
  #match(posts: readonly (readonly [PostId, SentPost])[]): ReadonlySet<PostId> {
    const { copies, made } = this.#texts.match(posts.filter(([id]) => !this.#posts.get(id)?.isListed))
    for (const [id, texts] of made) for (const text of texts) this.#entry(id).sent.add(text)
    for (const id of copies) this.copies.add(id)
    return copies
  }

  #noteFresh(posts: readonly (readonly [PostId, SentPost])[], path: string): void {
    if (path === '/posts') this.#fresh = []
    for (const [id, shown] of posts)
      if (!this.#posts.get(id)?.wasListed && this.#isBare(shown)) this.#fresh.push(id)
  }

  /**
   * Takes over new posts without a mark, at the end of a list: those that a reply to a create named; and the others,
   * if creates since the list before may have made all of them, and nobody else is at work.
   * @param sentAt the moment of the request for the list.
   */
  #adopt(sentAt: number): void {
    const open = [...this.#open].filter(
      (create) => create.isBare && create.end === 'done' && !this.#isKnown(create),
    )
    const unnamed = open.filter(({ named }) => named.length === 0)
    const isNamed = (id: PostId) => open.some(({ named }) => named.includes(id))
    const others = this.#fresh.filter((id) => !isNamed(id))
    const areOurs = others.length <= unnamed.length && !this.areOthersAtWork
    const made = areOurs ? this.#fresh : this.#fresh.filter(isNamed)
    for (const id of made) {
      for (const text of this.#bareTexts) this.#entry(id).sent.add(text)
      this.#unmarked.add(id)
    }
    const found = open.filter(({ named }) => named.some((id) => made.includes(id)))
    for (const create of [...found, ...(areOurs ? unnamed.slice(0, others.length) : [])])
      this.#open.delete(create)
    // What comes later may be somebody else's.
    for (const create of unnamed) if (create.endedAt < sentAt) create.isBare = false
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
    if (!entry.isProven) return
    this.isAnyProven = true
    if (entry.isUnproven) this.#proven++
    entry.isUnproven = false
  }

  /** Notes a post that may be foreign. */
  #sawUnclear(id: PostId, isList: boolean): void {
    const entry = this.#entry(id)
    entry.wasSeen = true
    // The create that made it may be under way: a later list decides.
    entry.wasListed ||= isList && ![...this.#open].some(({ isBare, end }) => isBare && end === undefined)
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
    const [mark] = this.#texts.marksIn(shown)
    if (this.#texts.marksOf(shown).length > 0 || areOf(sent, shown, mark !== undefined)) return true
    // A service may change the rest of a title. Anybody may quote one, so the content must be the run's too.
    const [title, content] = shown
    if (!entry?.isRead || mark === undefined || !this.#texts.hasPost(mark, id)) return false
    const isOwnContent = isOneOf(sent, content) || this.#texts.marksIn([content]).length > 0
    return isOwnContent && title.trim().toLowerCase().startsWith(mark)
  }

  /** Whether a post that does not show what was sent may be the run's nevertheless. */
  #mayBe(id: PostId, shown: SentPost): boolean {
    if (isBlank(shown)) return this.hasCreated || (this.#posts.get(id)?.sent.size ?? 0) > 0
    if (this.#wasBareSent && this.#isBare(shown)) return true
    const marks = this.#texts.marksIn(shown)
    return [...this.#open].some(({ marks: [mark = ''], end }) => end === undefined && marks.includes(mark))
  }

  /** Whether a post has no texts, or those of a body without a mark. */
  #isBare(shown: SentPost): boolean {
    return shown.every((text) => this.#bareTexts.has(text))
  }

  /** Whether a list showed the post of a create. */
  #isKnown({ marks }: OpenCreate): boolean {
    return marks.some((mark) => this.#texts.hasPost(mark))
  }

  get #entries(): readonly Entry[] {
    return [...this.#posts.values()]
  }

  #entry(id: PostId): Entry {
    const entry = this.#posts.get(id) ?? new Entry(id)
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
