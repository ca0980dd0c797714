import { fieldNames, type PostFields } from '../../handlers/fields.ts'
import { isObject, stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { idIn, isListPath } from '../scenarios/addresses.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { postsIn, readBody } from '../scenarios/post-text.ts'
import { unanswered } from '../wire/messages.ts'
import { isAbsent, isRefusal, isSuccess } from '../wire/status.ts'
import { itemsIn, nextPage } from '../wire/whole-list.ts'
import { SentMarks } from './sent-marks.ts'
import { areOf, idOf, isOneOf, type SentHeaders, type SentPost, sentIn, textsShown } from './sent-texts.ts'

/** What a read of an id shows: a post of the run, none, another post, or nothing that can be told. */
export type Shown = 'ours' | 'none' | 'other' | 'unclear'

/** Whose a post is, by what it shows; unclear where that is too little to tell. */
type Owner = 'run' | 'unclear' | 'foreign'

/** Called with the reply to a request; its status is 0 where none came, and 504 where it timed out. */
export type End = (reply: ReceivedReply) => void

/** What a book notes, so that another can recall it. */
export type BookEntry = SentEntry | { readonly foreign: readonly PostId[] } | { readonly removed: PostId }

/** The texts of a create, or of a replace of a post. With `gave`, of the create whose reply has this id. */
interface SentEntry {
  readonly sent: SentPost
  readonly to?: PostId | undefined
  readonly gave?: PostId | undefined
}

/** What is known of an id that is not foreign. */
class Entry {
  readonly id: PostId
  /** The texts that were sent to it: by its create, the title first, and by each replace. */
  readonly sent = new Set<string>()
  /** Whether the run has to remove it. */
  isOwn = false
  /** Whether the latest read of it, and the list, showed a post of the run. */
  isRead = false
  isListed = false
  /** Whether a post was ever seen there, and in a list. */
  wasSeen = false
  wasListed = false
  /** The latest DELETE: when it ended, and whether any succeeded since the post was made. */
  deleted?: { readonly at: number; readonly isDone: boolean } | undefined

  constructor(id: PostId) {
    this.id = id
  }

  /** Notes texts that were sent to it. */
  send(texts: Iterable<string>): void {
    for (const text of texts) this.sent.add(text)
  }
}

export type KnownPost = Readonly<Entry>

/** The most foreign ids that are kept. */
const mostForeign = 500_000
/** After so many posts that could not be removed, creates stop; with a list that was right, later. */
const mostUnproven = 5

/**
 * All that a run knows of the posts of a provider: whose they are, which texts were sent to them, what replies showed
 * of them, which are deleted. It sends nothing.
 */
export abstract class Book {
  /** Unique to the run; the title or the content of each of its posts has it. */
  readonly marker: string
  readonly #posts = new Map<PostId, Entry>()
  readonly #foreign = new Set<PostId>()
  readonly marks: SentMarks
  /** The run's posts without a mark that nothing has taken. */
  readonly #unmarked = new Set<PostId>()
  /** Posts without a mark that no list showed before the latest create that may have left one. */
  readonly #fresh = new Set<PostId>()
  /** When it succeeded, and its marks, until a list was read since. */
  #bare: { readonly at: number; readonly marks: readonly string[] } | undefined
  /** Counts requests and replies. */
  #moment = 0
  /** Whether the whole list was read, or there is none. */
  knowsList = false
  /** Whether foreign posts appeared since the first create of the run. */
  areOthersAtWork = false
  /** Whether a read after a DELETE ever found no post: a service may only change the texts of what it deletes. */
  wasAnyGone = false
  /** Whether a DELETE freed an id that a post had again later. */
  areIdsReused = false
  /** How many posts of the run a read and the list both showed. */
  proven = 0
  /** How many foreign posts appeared after the first list. */
  newcomers = 0
  /** How many copies of posts of the run lists showed. */
  copies = 0

  constructor(marker: string) {
    this.marker = marker
    this.marks = new SentMarks(marker)
  }

  /** Keeps an entry. What is about to be sent is noted before, and not sent where this throws. */
  protected abstract note(entry: BookEntry): void

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
    return [...this.#posts.values()].filter(({ id, isOwn }) => isOwn && !this.isForeign(id))
  }

  /** The ids of posts that may be left at the provider; undefined stands for posts whose ids are unknown. */
  leftovers(): readonly (PostId | undefined)[] {
    const own = this.own.filter(({ deleted }) => !deleted?.isDone).map(({ id }) => id)
    return this.marks.areUnlisted ? [...own, undefined] : own
  }

  /** The posts that the run had to remove, and under whose ids others are now. */
  get lost(): readonly KnownPost[] {
    return [...this.#posts.values()].filter(({ id, isOwn }) => isOwn && this.isForeign(id))
  }

  /** Whether a post was seen there, and this run did not delete it. */
  wasSeen(id: PostId): boolean {
    const entry = this.#posts.get(id)
    return entry?.wasSeen === true && !entry.deleted
  }

  /** What a reply to a read shows, by what is known now. */
  shownIn(id: PostId, reply: ReceivedReply): Shown {
    if (showsNoPost(reply)) return 'none'
    if (!isSuccess(reply)) return 'unclear'
    const post = postsIn(readBody(reply.body)).find((each) => (idOf(each) ?? id) === id)
    if (!post) return 'unclear'
    return this.ownerOf(id, textsShown(post)) === 'run' ? 'ours' : 'other'
  }

  /** Whether almost all created posts could be removed. */
  get areFewUnproven(): boolean {
    return this.marks.unproven < Math.max(mostUnproven, this.proven / 4)
  }

  /** A post that a create of the run left without a mark, once. @param ids those that a reply named. */
  takeUnmarked(ids: readonly PostId[]): PostId | undefined {
    const id = ids.find((each) => this.#unmarked.has(each)) ?? [...this.#unmarked][0]
    if (id !== undefined) this.#unmarked.delete(id)
    return id
  }

  /** Call before a create is sent; call the returned function with the reply. */
  creating(body: string, headers: SentHeaders): End {
    const sent = sentIn(body)
    this.note({ sent })
    const end = this.marks.creating(body, headers)
    const isBare = this.marks.isBare(body, headers)
    if (isBare) this.#fresh.clear()
    return (reply) => {
      const named = end(reply)
      if (isBare && isSuccess(reply)) this.#bare = { at: ++this.#moment, marks: this.marks.marksIn([body]) }
      for (const id of named) if (!this.isForeign(id) && !this.wasSeen(id)) this.#created(id, sent)
    }
  }

  /** Notes the post that a reply to a create names. */
  created({ id, ...texts }: { readonly id: PostId; readonly title: string } & Partial<PostFields>): void {
    this.#created(id, textsShown(texts))
  }

  #created(id: PostId, sent: SentPost): void {
    this.note({ sent, gave: id })
    const entry = this.#entry(id)
    this.areIdsReused ||= entry.deleted?.isDone === true
    if (entry.deleted) Object.assign(entry, { wasSeen: false, wasListed: false, deleted: undefined })
    entry.isOwn = true
    entry.send(sent)
  }

  /** Call before a replace is sent; call the returned function with the reply. @param id that in its path. */
  replacing(id: PostId | undefined, body: string, headers: SentHeaders): End {
    this.note({ sent: sentIn(body), to: id })
    this.marks.note(body, id !== undefined && this.wasSeen(id) ? id : undefined)
    if (id === undefined) return () => {}
    const entry = this.#entry(id)
    entry.send(sentIn(body))
    // It may leave the post without texts.
    if (entry.isRead && this.marks.isBare(body, headers)) entry.sent.add('')
    const sentAt = ++this.#moment
    return (reply) => {
      if (isRefusal(reply) && !entry.wasSeen) return
      entry.isOwn = true
      const { deleted } = entry
      // A DELETE at the same time may have come after it.
      const isLater = deleted !== undefined && deleted.at > sentAt
      if (isSuccess(reply)) entry.deleted = isLater ? { ...deleted, isDone: false } : undefined
    }
  }

  /** Call before a delete is sent; call the returned function with the reply: from then on reads show its effect. */
  deleting(id: PostId | undefined): End {
    if (id === undefined) return () => {}
    const entry = this.#entry(id)
    const wasDone = entry.deleted?.isDone === true
    Object.assign(entry, { isRead: false, isListed: false })
    entry.deleted = { at: Number.POSITIVE_INFINITY, isDone: wasDone }
    return (reply) => {
      const isDone = wasDone || isSuccess(reply)
      entry.deleted = { at: ++this.#moment, isDone }
      if (isDone) this.note({ removed: id })
    }
  }

  /** Notes that a post is deleted, or not the run's any more. */
  removed(id: PostId): void {
    const entry = this.#entry(id)
    if (entry.isOwn) this.note({ removed: id })
    entry.isOwn = false
  }

  /** Notes foreign posts: no run, and no sweep, may ever write to them. */
  foreign(ids: readonly PostId[]): void {
    if (ids.length === 0) return
    this.note({ foreign: ids })
    this.areOthersAtWork ||= this.marks.areAny
    for (const id of ids) {
      this.areIdsReused ||= this.#posts.get(id)?.deleted?.isDone === true
      if (!this.areForeignTooMany) this.#foreign.add(id)
    }
  }

  /** Knows again what an earlier process noted. */
  protected recall(noted: BookEntry): void {
    if ('removed' in noted) this.removed(noted.removed)
    else if ('foreign' in noted) this.foreign(noted.foreign)
    else this.#recallWrite(noted)
  }

  #recallWrite({ sent, to, gave }: SentEntry): void {
    const body = stringifyJson(Object.fromEntries(fieldNames.map((name, at) => [name, sent[at] ?? ''])))
    if (gave !== undefined) this.#created(gave, sent)
    else if (to === undefined) this.marks.creating(body)(unanswered)
    else {
      const entry = this.#entry(to)
      this.marks.note(body, entry.isOwn ? to : undefined)
      entry.isOwn = true
      entry.send(sent)
    }
  }

  /** Call before a read is sent; call the returned function with the reply. */
  reading(path: string): End {
    const sentAt = ++this.#moment
    return (reply) => this.#learn(path, reply, sentAt)
  }

  #learn(path: string, reply: ReceivedReply, sentAt: number): void {
    const isList = isListPath(path)
    const named = idIn(path)
    const isFirst = !this.knowsList
    const items = isList ? itemsIn(reply) : isSuccess(reply) ? postsIn(readBody(reply.body)) : []
    const posts = (items ?? []).filter(isObject).flatMap((post) => {
      const id = idOf(post) ?? named
      return id === undefined || this.isForeign(id) ? [] : [[id, textsShown(post)] as const]
    })
    const copies = isList ? this.#findNew(posts) : new Set<PostId>()
    const isEnd = isList && items !== undefined && nextPage(reply) === undefined
    // A list that answers 404 shows no posts.
    this.knowsList ||= isEnd || (isList && reply.status === 404)
    const ours = new Set<PostId>()
    const foreign: PostId[] = []
    for (const [id, shown] of posts) {
      const owner = copies.has(id) ? 'foreign' : this.ownerOf(id, shown)
      if (owner === 'foreign') foreign.push(id)
      else if (owner === 'unclear') this.#sawUnclear(id, shown, isList)
      else {
        ours.add(id)
        this.#sawOurs(id, { isList, isNamed: id === named, sentAt })
      }
    }
    if (isList) this.marks.listed(ours)
    if (isEnd && sentAt > (this.#bare?.at ?? sentAt)) this.#claimBare()
    if (!isFirst) this.newcomers += foreign.length
    const entry = named === undefined ? undefined : this.#posts.get(named)
    if (entry?.deleted?.isDone && showsNoPost(reply)) {
      entry.isOwn = false
      this.wasAnyGone = true
    }
    this.foreign(foreign)
  }

  /** Finds in a list which new posts are the run's. @returns copies of them. */
  #findNew(posts: readonly (readonly [PostId, SentPost])[]): ReadonlySet<PostId> {
    const { copies, made } = this.marks.match(posts.filter(([id]) => !this.#posts.get(id)?.isListed))
    for (const [id, texts] of made) this.#entry(id).send(texts)
    this.copies += copies.size
    return copies
  }

  /** At the end of a list: the one new post without a mark is the run's, if no other client is at work. */
  #claimBare(): void {
    const { marks = [] } = this.#bare ?? {}
    this.#bare = undefined
    const [id, another] = this.#fresh
    if (id === undefined || another !== undefined || this.areOthersAtWork) return
    const entry = this.#entry(id)
    Object.assign(entry, { isOwn: true, isListed: true })
    entry.send(this.marks.bareTexts)
    this.marks.listed(new Set(), marks)
    this.#unmarked.add(id)
  }

  /** Notes that a reply showed a post of this run. */
  #sawOurs(id: PostId, seen: { isList: boolean; isNamed: boolean; sentAt: number }): void {
    const entry = this.#entry(id)
    entry.wasSeen = true
    entry.wasListed ||= seen.isList
    // A read concurrent with the DELETE may still show the post.
    if (entry.deleted && entry.deleted.at > seen.sentAt) return
    const wasProven = entry.isRead && entry.isListed
    entry.isOwn = true
    if (seen.isList) entry.isListed = true
    else if (seen.isNamed) entry.isRead = true
    if (!wasProven && entry.isRead && entry.isListed) this.proven++
  }

  /** Notes a post that may be foreign. */
  #sawUnclear(id: PostId, shown: SentPost, isList: boolean): void {
    const entry = this.#entry(id)
    entry.wasSeen = true
    if (isList && !entry.wasListed && this.marks.mayHaveLeft(shown)) this.#fresh.add(id)
    entry.wasListed ||= isList
    // It lost its texts without this run: the provider may have given its id to another post. A list may show no
    // texts at all, so another read decides.
    entry.isRead = false
    entry.isListed = isList && entry.sent.size > 0
  }

  /** Whose a post with these texts is. */
  ownerOf(id: PostId, shown: SentPost): Owner {
    if (this.isForeign(id)) return 'foreign'
    const { marks } = this
    const entry = this.#posts.get(id)
    const sent = [...(entry?.sent ?? [])]
    if (shown.every((text) => text === '')) {
      if (sent.includes('')) return 'run'
      return marks.areAny || sent.length > 0 ? 'unclear' : 'foreign'
    }
    const inShown = marks.marksIn(shown)
    if (marks.marksOf(shown).length > 0 || areOf(sent, shown, inShown.length > 0)) return 'run'
    if (entry?.isRead && this.#hasOwnBegin(id, shown, sent)) return 'run'
    return marks.mayHaveLeft(shown) || marks.isUnderWay(inShown) ? 'unclear' : 'foreign'
  }

  /**
   * Whether a post of the run shows a title that begins with its mark: a service may change the rest. Anybody may quote
   * a title, so the content must be the run's too.
   */
  #hasOwnBegin(id: PostId, [title = '', ...others]: SentPost, sent: readonly string[]): boolean {
    const [mark] = this.marks.marksIn([title, ...others])
    if (mark === undefined || !this.marks.hasPost(mark, id)) return false
    const isOwnContent = others.every((text) => isOneOf(sent, text) || this.marks.marksIn([text]).length > 0)
    return isOwnContent && title.trim().toLowerCase().startsWith(mark)
  }

  #entry(id: PostId): Entry {
    const entry = this.#posts.get(id) ?? new Entry(id)
    this.#posts.set(id, entry)
    return entry
  }
}

/** Whether a reply to a read means that the post does not exist. */
function showsNoPost(reply: ReceivedReply): boolean {
  return isAbsent(reply) || (isSuccess(reply) && (reply.body === '' || readBody(reply.body) === null))
}
