import { counted } from '../../handlers/choices/kinds.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { idIn, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { isObject, postsIn, readBody } from '../spec/post-text.ts'
import { idsNamedBy } from '../wire/find-id.ts'
import { isListPath, type RawRequest } from '../wire/target.ts'
import { nextPage } from '../wire/whole-list.ts'
import { type Item, isBlank, isOf, textsOf } from './evidence.ts'
import type { Ledger } from './ledger.ts'
import { absenceIn, bearsMark } from './ownership.ts'
import { idOf, type SentTexts, sentIn } from './sent-texts.ts'

/**
 * With so many created posts that the list does not show, no more are created: they could not be removed. With a
 * list that was right, more.
 */
const mostUnlisted = 5
/** The same for posts that the list shows and that cannot be read. */
const mostUnread = 15
/** With more foreign posts that appear during a run, it stops: every read of the list takes longer. */
const mostNewcomers = 5000

/** With more copies of posts of the run, it stops: it could not remove them. */
const mostCopies = 20

/** The result of reading an id. */
export type Shown = 'ours' | 'unmarked' | 'none' | 'unclear' | 'other'

/**
 * What replies showed of the posts of a provider: which are the run's own, which are foreign, and which are neither
 * for certain. It sends nothing.
 */
export class KnownPosts {
  readonly #ledger: Ledger
  readonly #stop: (reason: string) => void
  readonly #sent: SentTexts
  /** Ids under which a post of this run was read; and ids that the list showed with its text. */
  readonly read = new Set<PostId>()
  readonly listed = new Set<PostId>()
  /** Ids under which a post was ever seen that is not foreign. */
  readonly #seen = new Set<PostId>()
  /** Ids in the replies to creates, until a read and the list both show what was sent. */
  readonly unproven = new Set<PostId>()
  /** Ids that this run deleted, or tried to: when the DELETE ended, and whether it was done. */
  readonly #freed = new Map<PostId, { readonly at: number; readonly isDone: boolean }>()
  /** Counts requests and replies. */
  #moment = 0
  #hasCreated = false
  /** Successful creates; and those without an id in the reply since the latest list. */
  #created = 0
  #unnamed = 0
  /** Whether the whole list was read at this base address, or there is none. */
  knowsList = false
  #latestList: string | undefined
  /** Whether a DELETE freed an id that a post had again later. */
  areIdsReused = false
  /** Whether a read and the list both showed a post of this run. */
  isAnyProven = false
  #proven = 0
  #newcomers = 0
  /** Copies of posts of the run that lists showed. */
  readonly #copies = new Set<PostId>()

  /** @param stop ends the run where too many foreign posts appear. */
  constructor(ledger: Ledger, stop: (reason: string) => void) {
    this.#ledger = ledger
    this.#stop = stop
    this.#sent = ledger.sent
  }

  /** The moment of a request that is about to be sent; {@link learn} needs it. */
  nextMoment(): number {
    return ++this.#moment
  }

  /** Whether a post was seen there, and this run did not delete it. */
  wasSeen(id: PostId): boolean {
    return this.#seen.has(id) && !this.#freed.has(id)
  }

  wasFreed(id: PostId): boolean {
    return this.#freed.has(id)
  }

  /** How many created posts could not be removed. */
  get unprovenCount(): number {
    return this.isAnyProven ? this.unproven.size + this.#unnamed : this.#created
  }

  get areFewUnproven(): boolean {
    const unread = [...this.unproven].filter((id) => this.listed.has(id)).length
    return unread < mostUnread && this.unprovenCount - unread < Math.max(mostUnlisted, this.#proven / 4)
  }

  /** Notes that a list shows every post that a create made without naming its id. */
  forgetUnnamed(): void {
    this.#unnamed = 0
  }

  /** Notes a write before it is sent. */
  noteWrite({ method, headers, body: bytes }: RawRequest, id: PostId | undefined, body: string): void {
    this.#latestList = undefined
    this.#hasCreated ||= method === 'POST'
    // A replace of a post that a delete was sent to may make another.
    this.#sent.note(body, id, id !== undefined && this.wasSeen(id) && !this.#freed.has(id))
    if (id === undefined) return
    if (method === 'DELETE') {
      this.unproven.delete(id)
      if (this.read.delete(id)) this.#freed.set(id, { at: Number.POSITIVE_INFINITY, isDone: false })
      this.listed.delete(id)
    } else if (this.read.has(id)) {
      this.#sent.noteReplacement(id, isOrdinary(headers, bytes))
    }
  }

  /** Notes that a DELETE ended: requests sent from now on show its effect. */
  endDelete(path: string, isDone: boolean): void {
    const id = idIn(path)
    const freed = id === undefined ? undefined : this.#freed.get(id)
    if (id !== undefined && freed)
      this.#freed.set(id, { at: this.nextMoment(), isDone: isDone || freed.isDone })
  }

  /** Notes a create that succeeded. */
  noteCreated({ body }: RawRequest, reply: ReceivedReply): void {
    const named = idsNamedBy(reply)
    this.#created++
    if (named.length === 0) this.#unnamed++
    for (const id of named) {
      const isNew = !this.#ledger.isForeign(id) && !this.wasSeen(id)
      if (!isNew || !body?.includes(this.#ledger.marker)) continue
      this.unproven.add(id)
      this.#ledger.gave(id, sentIn(body.toString()))
    }
  }

  /** Forgets what reads and lists showed: at another base address the same id is another post. */
  forgetReads(): void {
    this.read.clear()
    this.listed.clear()
    this.knowsList = false
  }

  /** Learns from a reply to a read of the run; a list that is as before teaches nothing. */
  learnOnce(path: string, reply: ReceivedReply, sentAt: number): void {
    if (isListPath(path) && this.#latestList === reply.body) return
    this.learn(path, reply, sentAt)
    if (isListPath(path)) this.#latestList = reply.body
  }

  /** Learns from a read of an id, and says what it showed. */
  learnShown(id: PostId, reply: ReceivedReply, sentAt: number): Shown {
    const absence = absenceIn(reply)
    if (absence !== undefined) return absence
    const posts = this.learn(`/posts/${id}`, reply, sentAt)
    const post = posts.find((each) => (idOf(each) ?? id) === id)
    if (!post) return 'unclear'
    if (this.#sent.isOurs(id, post, this.read.has(id))) return 'ours'
    return this.#isUnmarked(id, post) ? 'unmarked' : 'other'
  }

  /** Learns from a read which posts are the run's. @returns the posts in it. */
  learn(path: string, reply: ReceivedReply, sentAt: number): readonly Item[] {
    const value = isSuccess(reply) ? readBody(reply.body) : undefined
    const isList = isListPath(path)
    const members = isObject(value) ? Object.values(value) : []
    const listed = Array.isArray(value) ? value : members.filter(Array.isArray).flat()
    const isWhole = Array.isArray(value) || isWrapped(reply)
    const isFirst = !this.knowsList
    if (isList && isWhole && nextPage(reply) === undefined) this.knowsList = true
    const named = idIn(path)
    const posts = isList ? listed.filter(isObject) : postsIn(value)
    const foreignPosts: PostId[] = []
    const copies = isList ? this.#sent.copiesIn(posts, this.#isKnown) : new Set<PostId>()
    for (const post of posts) {
      const id = idOf(post) ?? named
      if (id === undefined || this.#ledger.isForeign(id)) continue
      const isOurs = this.#sent.isOurs(id, post, this.read.has(id))
      if (copies.has(id) || (!isOurs && !this.#isNeutral(id, post))) {
        foreignPosts.push(id)
        continue
      }
      this.#seen.add(id)
      if (isOurs) this.#noteOurs(id, { isList, isNamed: id === named, sentAt })
      else if (!this.#isUnmarked(id, post)) {
        // It lost its texts without this run: the provider may have given its id to another post. A list may show
        // no texts at all, so another read decides.
        this.read.delete(id)
        if (!isList || !this.#sent.hasSentTo(id)) this.listed.delete(id)
        else this.listed.add(id)
      }
    }
    this.#noteCopies(copies)
    if (foreignPosts.length > 0) this.#noteForeign(foreignPosts, isFirst)
    return posts
  }

  /** Notes that a reply showed a post of this run. */
  #noteOurs(id: PostId, seen: { isList: boolean; isNamed: boolean; sentAt: number }): void {
    const freed = this.#freed.get(id)
    // A read concurrent with the DELETE may still show the post.
    if (freed && freed.at > seen.sentAt) return
    this.areIdsReused ||= freed?.isDone === true && !seen.isList
    if (seen.isList) this.listed.add(id)
    else if (seen.isNamed) this.read.add(id)
    if (!this.read.has(id) || !this.listed.has(id)) return
    this.isAnyProven = true
    if (this.unproven.delete(id)) this.#proven++
  }

  #noteCopies(ids: ReadonlySet<PostId>): void {
    for (const id of ids) this.#copies.add(id)
    if (this.#copies.size > mostCopies)
      this.#stop(
        `The provider shows ${this.#copies.size} posts with texts of this run that no request of it made, and it cannot remove them.`,
      )
  }

  #noteForeign(ids: readonly PostId[], isFirst: boolean): void {
    this.areIdsReused ||= ids.some((id) => this.#freed.get(id)?.isDone)
    this.#ledger.foreign(ids)
    if (!isFirst) this.#newcomers += ids.length
    if (this.#newcomers > mostNewcomers)
      this.#stop(
        `More than ${counted(mostNewcomers)} foreign posts appeared in the list during the run. Use a provider with fewer clients.`,
      )
  }

  readonly #isKnown = (id: PostId): boolean => this.listed.has(id) || this.#ledger.isForeign(id)

  /** Whether the ledger took over this post without a mark, and it is unchanged. */
  #isUnmarked(id: PostId, post: Item): boolean {
    return this.#ledger.owned(id)?.unmarked === textsOf(post)
  }

  /** Whether a post may be the run's or foreign. */
  #isNeutral(id: PostId, post: Item): boolean {
    if (isBlank(post)) return this.#hasCreated || this.#sent.hasSentTo(id)
    if (this.#isUnmarked(id, post)) return true
    return this.#ledger.openCreates.some(
      ({ sent, token, end }) =>
        isOf(sent, post) || (end === undefined && token !== undefined && bearsMark(post, token)),
    )
  }
}

/** Whether an object wraps the list. */
export function isWrapped({ body, ...reply }: ReceivedReply): boolean {
  const value = isSuccess(reply) ? readBody(body) : undefined
  return isObject(value) && Object.values(value).some(Array.isArray)
}

/** Whether a body is JSON with a title and a content, and nothing unusual in it or in its headers. */
function isOrdinary(headers: RawRequest['headers'], body: Buffer = Buffer.alloc(0)): boolean {
  const named = new Headers(Object.entries(headers))
  if (named.get('content-type') !== 'application/json' || named.has('content-encoding')) return false
  const value = readBody(body.toString())
  if (!isObject(value) || typeof value.title !== 'string' || typeof value.content !== 'string') return false
  return body.equals(Buffer.from(stringifyJson({ title: value.title, content: value.content })))
}
