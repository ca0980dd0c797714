import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { idIn, isRefusal, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { isObject, postsIn, readBody } from '../spec/post-text.ts'
import { isListPath } from '../wire/target.ts'
import { nextPage } from '../wire/whole-list.ts'
import { Creates, type Headers, type Outcome } from './creates.ts'
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

/** Called with what came of a write. */
export type End = (outcome: Outcome) => void

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
  readonly creates: Creates
  /** The run's posts without a mark that no create has claimed. */
  readonly #unmarked = new Set<PostId>()
  /** Counts requests and replies. */
  #moment = 0
  /** Successful creates without a new id in the reply since the latest list. */
  #unnamed = 0
  #proven = 0
  #latestList: string | undefined
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
    this.creates = new Creates(this.#texts)
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

  /** A post that a create of the run left without a mark, once. @param ids those that a reply named. */
  takeUnmarked(ids: readonly PostId[]): PostId | undefined {
    const id = ids.find((each) => this.#unmarked.has(each)) ?? [...this.#unmarked][0]
    if (id !== undefined) this.#unmarked.delete(id)
    return id
  }

  /** Whether a listed post without a mark came after a create that may have made it. */
  mayBeOurs(id: PostId, post: Item): boolean {
    const shown = textsShown(post)
    return this.creates.mayHaveLeft(shown) && !this.isForeign(id) && !this.#isOurs(id, shown)
  }

  /** The moment of a request that is about to be sent. */
  nextMoment(): number {
    return ++this.#moment
  }

  /** Call before a create is sent; call the returned function with the outcome. It returns the new ids in a reply. */
  creating(body: string, headers: Headers): (outcome: Outcome) => readonly PostId[] {
    this.#latestList = undefined
    const create = this.creates.begin(body, headers)
    return (outcome) => {
      this.#latestList = undefined
      const named = this.creates.end(create, outcome, this.nextMoment())
      const isNew = (id: PostId) => create.marks.length > 0 && !this.isForeign(id) && !this.wasSeen(id)
      const ids = named?.filter(isNew) ?? []
      if (named && ids.length === 0) this.#unnamed++
      return ids
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
    this.areOthersAtWork ||= this.creates.areAny
    for (const id of ids) {
      this.areIdsReused ||= this.#posts.get(id)?.freed?.isDone === true
      if (!this.areForeignTooMany) this.#foreign.add(id)
    }
  }

  /** Notes a write of an earlier process. @param to the id in the path of a replace. */
  recall(sent: SentPost, to: PostId | undefined): void {
    const body = stringifyJson({ title: sent[0], content: sent[1] })
    if (to === undefined) {
      this.creates.recall(body)
      return
    }
    const entry = this.#entry(to)
    this.#texts.note(body, entry.isOwn ? to : undefined)
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
    const items = isList ? itemsIn(reply) : undefined
    const isFirst = !this.knowsList
    if (items && nextPage(reply) === undefined) this.knowsList = true
    const shownPosts = isList
      ? (items ?? []).filter(isObject)
      : isSuccess(reply)
        ? postsIn(readBody(reply.body))
        : []
    const posts = shownPosts.flatMap((post) => {
      const id = idOf(post) ?? named
      return id === undefined || this.isForeign(id) ? [] : [[id, textsShown(post)] as const]
    })
    const copies = isList ? this.#match(posts) : new Set<PostId>()
    if (isList) this.#adopt(posts, path, nextPage(reply) === undefined ? sentAt : undefined)
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

  /** Takes over the posts in a list that creates left without a mark. @param endSentAt for its last page. */
  #adopt(posts: readonly (readonly [PostId, SentPost])[], path: string, endSentAt?: number): void {
    const isNew = ([id]: readonly [PostId, SentPost]) => !this.#posts.get(id)?.wasListed
    this.creates.notePage(path, posts.filter(isNew))
    const made = endSentAt === undefined ? [] : this.creates.findBare(endSentAt, this.areOthersAtWork)
    for (const id of made) {
      for (const text of this.creates.bareTexts) this.#entry(id).sent.add(text)
      this.#unmarked.add(id)
    }
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
    entry.wasListed ||= isList && !this.creates.isBareUnderWay
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
    if (isBlank(shown)) return this.creates.areAny || (this.#posts.get(id)?.sent.size ?? 0) > 0
    return this.creates.mayHaveLeft(shown) || this.creates.isUnderWay(this.#texts.marksIn(shown))
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

/** The items in the reply to a list, also of an object that wraps it; undefined where it has none. */
export function itemsIn(reply: ReceivedReply): readonly JsonValue[] | undefined {
  const value = isSuccess(reply) ? readBody(reply.body) : undefined
  if (Array.isArray(value)) return value
  const wrapped = isObject(value) ? Object.values(value).filter(Array.isArray) : []
  return wrapped.length > 0 ? wrapped.flat() : undefined
}

/** Whether a reply to a read means that the post does not exist. */
function isAbsent(reply: ReceivedReply): boolean {
  if (reply.status === 404 || reply.status === 410) return true
  return isSuccess(reply) && (reply.body === '' || readBody(reply.body) === null)
}

function isBlank(shown: SentPost): boolean {
  return shown.every((text) => text === '')
}
