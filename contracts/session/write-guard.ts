import { counted } from '../../handlers/choices/kinds.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { commonEnds } from '../document/listing.ts'
import { isObject, postsIn, readBody } from '../document/post-text.ts'
import type { DecodedReply, RequestGuard, Wire } from './client.ts'
import { idInBody, idInLocation } from './find-id.ts'
import { isBlank, isOf } from './ledger/evidence.ts'
import { textsOf } from './ledger/texts-of.ts'
import type { Ledger } from './ledger.ts'
import { noPatience, type Patience } from './patience.ts'
import { type Item, idOf, SentTexts } from './sent-texts.ts'
import { foreignPost, WriteRefused } from './set-up-error.ts'
import { isRead, type RawRequest } from './target.ts'
import { nextPage, readWholeList } from './whole-list.ts'

/**
 * With so many created posts that the list does not show, no more are created: they could not be removed. With a
 * list that was right, more.
 */
const mostUnlisted = 5
/** The same for posts that the list shows and that cannot be read. */
const mostUnread = 15
/** With more foreign posts that appear during a run, it stops: every read of the list takes longer. */
const mostNewcomers = 5000

/** The result of reading an id. */
type Shown = 'ours' | 'unmarked' | 'none' | 'unclear' | 'other'

type RunLedger = Pick<
  Ledger,
  | 'marker'
  | 'posts'
  | 'openCreates'
  | 'foreign'
  | 'isForeign'
  | 'areForeignTooMany'
  | 'isLent'
  | 'areOthersAtWork'
  | 'notedBefore'
  | 'sentBefore'
>

/** Headers that override the method. */
const override = /method-override|^x-http-method$|^x-method$/i
const noItems = { items: [], start: 0, end: 0 } as const
/** Far from any used id. */
const distance = 1_000_003n
const unproven = 'reading it does not show what this run sent'

/**
 * Decides whether a write may be sent: every PUT, PATCH and DELETE, and every POST with an id. A post is the run's
 * own once a read of its id and the list both show the run's mark in a text that was sent. A post that ever showed
 * anything else is foreign, whatever a reply says. An id without a post may be written if no post was ever seen
 * there.
 */
export class WriteGuard implements RequestGuard {
  readonly #ledger: RunLedger
  readonly #patience: Patience
  readonly #stop: (reason: string) => void
  readonly #sent: SentTexts
  /** Ids under which a post of this run was read; and ids that the list showed with its text. */
  readonly #read = new Set<PostId>()
  readonly #listed = new Set<PostId>()
  /** Ids under which a post was ever seen that is not foreign. */
  readonly #seen = new Set<PostId>()
  /** Ids in the replies to creates, until a read and the list both show what was sent. */
  readonly #unproven = new Set<PostId>()
  /** Ids that this run deleted, or tried to: when the DELETE ended, and whether it was done. */
  readonly #freed = new Map<PostId, { readonly at: number; readonly isDone: boolean }>()
  /** Counts requests and replies. */
  #moment = 0
  #hasCreated = false
  /** Successful creates; and those without an id in the reply since the latest list. */
  #created = 0
  #unnamed = 0
  #knowsList = false
  #isListBroken = false
  #latestList: string | undefined
  /** The items of the latest list, and how many at its start and end are foreign posts: those stay foreign. */
  #learned: { readonly items: readonly JsonValue[]; readonly start: number; readonly end: number } = noItems
  #base: string | undefined
  #areIdsReused = false
  #isAnyProven = false
  #proven = 0
  #newcomers = 0

  /**
   * @param patience how long to wait for a list that does not show a new post yet.
   * @param stop ends the run where too many foreign posts appear. Default continues.
   */
  constructor(ledger: RunLedger, patience: Patience = noPatience, stop: (reason: string) => void = () => {}) {
    this.#ledger = ledger
    this.#stop = stop
    this.#patience = patience
    this.#sent = new SentTexts(ledger)
  }

  async pass(request: RawRequest, wire: Wire): Promise<DecodedReply> {
    const { method, path } = request
    if (!isRead(method)) await this.#admit(request, wire)
    const sentAt = ++this.#moment
    const decoded = await wire.send().catch((error: unknown) => {
      if (method === 'DELETE') this.#endDelete(path, false)
      throw error
    })
    if (method === 'GET' && path.startsWith('/posts')) this.#learn(path, decoded, sentAt)
    if (method === 'DELETE') this.#endDelete(path, isSuccess(decoded.reply))
    if (method === 'POST' && isSuccess(decoded.reply)) this.#noteCreated(request, decoded.reply)
    return decoded
  }

  async #admit(request: RawRequest, wire: Wire): Promise<void> {
    const { method, path, headers } = request
    const body = (request.body?.toString() ?? '').replace(/^\ufeff/, '')
    const refuse = (reason: string) => {
      throw new WriteRefused(method, path, reason, reason === foreignPost)
    }
    if (Object.keys(headers).some((name) => override.test(name)))
      refuse('one of its headers overrides the method')
    if (this.#base !== wire.base) this.#forgetProofs(wire.base)
    const named = idsIn(body)
    if (named === undefined) return refuse('the id in its body cannot be read')
    const segment = /^\/posts\/([^/?#]+)$/.exec(path)?.[1]
    if (method === 'POST' ? path !== '/posts' : segment === undefined)
      return refuse('its path is not the path of a post')
    const id = method === 'POST' ? undefined : await this.#idOf(segment ?? '', wire)
    if (method !== 'POST' && id === undefined) return refuse('its path is not the path of a post')
    if (!this.#knowsList) await this.#readList(wire)
    if (method === 'POST' && !this.#knowsList)
      refuse('the list cannot be read, so a new post could not be distinguished from foreign ones')
    if (method === 'POST' && this.#ledger.areForeignTooMany)
      refuse('the lists showed more foreign posts than a run can remember')
    if (method === 'POST' && !(await this.#areProven(wire)))
      refuse(
        `${this.#unprovenCount} created posts could not be removed: reading them, or the list, does not show what this run sent`,
      )
    for (const each of typeof id === 'string' || id === undefined ? named : [id, ...named]) {
      const reason = await this.#refusalOf(each, method, wire)
      if (reason !== undefined) refuse(reason)
    }
    this.#note(request, typeof id === 'string' ? undefined : id, body)
  }

  /** The id in a path; the text where it is certainly not an id. */
  async #idOf(segment: string, wire: Wire): Promise<PostId | string | undefined> {
    const parsed = parsePostId(segment)
    if ('id' in parsed) return parsed.id
    if (parsed.fault === 'malformed' && !/^[a-z-]+$/.test(segment)) return undefined
    const { status } = await wire.read(`/posts/${segment}`)
    return status >= 400 && status < 500 ? segment : undefined
  }

  /** Why an id may not be written; undefined where it may. */
  async #refusalOf(id: PostId, method: string, wire: Wire): Promise<string | undefined> {
    const { isForeign, isLent } = this.#ledger
    if (isForeign(id)) return foreignPost
    if (isLent(id)) return undefined
    const isProven = () => this.#read.has(id) && this.#listed.has(id)
    // Another client may have deleted the run's post, and its id may be a foreign post's now.
    if (isProven() && !(this.#ledger.areOthersAtWork && method === 'DELETE')) return undefined
    if (!this.#read.has(id) || isProven()) {
      const shown = await this.#readOnceListed(id, wire)
      if (isForeign(id)) return foreignPost
      if (shown === 'none') return this.#refusalWhereNone(id)
      if (shown === 'unmarked') return undefined
      if (shown !== 'ours') return unproven
    }
    if (this.#listed.has(id)) return undefined
    let shown: Shown | undefined
    await this.#patience.until(async () => {
      await this.#readList(wire)
      if (this.#listed.has(id) || isForeign(id)) return true
      // The list may be right, and the read outdated.
      shown = await this.#readPost(id, wire)
      return shown !== 'ours' || isForeign(id) || undefined
    })
    if (isForeign(id)) return foreignPost
    if (this.#listed.has(id)) return undefined
    if (shown === 'none') return this.#refusalWhereNone(id)
    if (shown === 'ours' && this.#isListBroken && (await this.#isNewBesideList(id, wire))) return undefined
    return 'the list does not show it'
  }

  /**
   * Whether a post that reads as the run's is so although the list fails: earlier lists did not have its id, no other
   * client creates posts, and a distant id does not read as the run's too.
   */
  async #isNewBesideList(id: PostId, wire: Wire): Promise<boolean> {
    if (!this.#isAnyProven || this.#ledger.areOthersAtWork || !this.#unproven.has(id)) return false
    const distant = toPostId(BigInt(id) + (id < 0 ? distance : -distance))
    return distant !== undefined && (await this.#readPost(distant, wire)) === 'none'
  }

  get #unprovenCount(): number {
    return this.#isAnyProven ? this.#unproven.size + this.#unnamed : this.#created
  }

  get #areFewUnproven(): boolean {
    const unread = [...this.#unproven].filter((id) => this.#listed.has(id)).length
    return unread < mostUnread && this.#unprovenCount - unread < Math.max(mostUnlisted, this.#proven / 4)
  }

  /** Whether almost all created posts are proven the run's own; looks if necessary. */
  async #areProven(wire: Wire): Promise<boolean> {
    if (this.#areFewUnproven) return true
    for (const id of [...this.#unproven]) {
      if (
        (await this.#isOfNoPost(id, wire)) ||
        this.#ledger.posts.some((post) => post.id === id && post.unmarked !== undefined)
      )
        this.#unproven.delete(id)
    }
    const look = async () => {
      await this.#readList(wire)
      if (!this.#isListBroken) this.#unnamed = 0
      return this.#areFewUnproven || undefined
    }
    return this.#areFewUnproven || (await this.#patience.until(look)) === true
  }

  /** Whether an id from a reply names no post that could be left: it may be the number of a job. */
  async #isOfNoPost(id: PostId, wire: Wire): Promise<boolean> {
    if (this.#read.has(id) || this.#listed.has(id) || (await this.#readPost(id, wire)) !== 'none')
      return false
    return !this.#seen.has(id) || this.#freed.has(id)
  }

  #noteCreated({ body }: RawRequest, { body: made, headers }: ReceivedReply): void {
    const named = [idInBody(made), idInLocation(headers.location)]
    this.#created++
    if (named.every((id) => id === undefined)) this.#unnamed++
    for (const id of named) {
      const isNew =
        id !== undefined && !this.#ledger.isForeign(id) && !(this.#seen.has(id) && !this.#freed.has(id))
      if (isNew && body?.includes(this.#ledger.marker)) this.#unproven.add(id)
    }
  }

  #refusalWhereNone(id: PostId): string | undefined {
    // A post was there, and this run did not delete it.
    if (this.#seen.has(id) && !this.#freed.has(id)) return unproven
    return this.#freed.has(id) && this.#ledger.areOthersAtWork && this.#areIdsReused
      ? 'ids are reused here and other clients create posts, so a foreign post may have it by now'
      : undefined
  }

  /** Notes a write before it is sent. */
  #note(request: RawRequest, id: PostId | undefined, body: string): void {
    const { method } = request
    this.#latestList = undefined
    this.#hasCreated ||= method === 'POST'
    this.#sent.note(body, id)
    if (id === undefined) return
    if (method === 'DELETE') {
      this.#unproven.delete(id)
      if (this.#read.delete(id)) this.#freed.set(id, { at: Number.POSITIVE_INFINITY, isDone: false })
      this.#listed.delete(id)
    } else if (this.#read.has(id)) {
      this.#sent.noteReplacement(id, body, isOrdinary(request))
    }
  }

  /** Notes that a DELETE ended: requests sent from now on show its effect. */
  #endDelete(path: string, isDone: boolean): void {
    const parsed = parsePostId(path.slice('/posts/'.length))
    const freed = 'id' in parsed ? this.#freed.get(parsed.id) : undefined
    if ('id' in parsed && freed)
      this.#freed.set(parsed.id, { at: ++this.#moment, isDone: isDone || freed.isDone })
  }

  /** At another base address the same id is another post. */
  #forgetProofs(base: string): void {
    if (this.#base !== undefined) {
      this.#read.clear()
      this.#listed.clear()
      this.#knowsList = false
    }
    this.#base = base
  }

  async #readList(wire: Wire): Promise<void> {
    const { broken } = await readWholeList(async ({ path }) => {
      const sentAt = ++this.#moment
      const reply = await wire.read(path)
      this.#learnFrom(path, reply, sentAt)
      return reply
    })
    // A list that answers 404 shows no posts.
    if (!broken || broken.status === 404) this.#knowsList = true
    this.#isListBroken = broken !== undefined && broken.status !== 404 && !isWrapped(broken)
  }

  async #readPost(id: PostId, wire: Wire): Promise<Shown> {
    const sentAt = ++this.#moment
    const reply = await wire.read(`/posts/${id}`)
    if (reply.status === 404 || reply.status === 410) return 'none'
    if (!isSuccess(reply)) return 'unclear'
    if (reply.body === '' || reply.body === 'null') return 'none'
    const posts = this.#learnFrom(`/posts/${id}`, reply, sentAt)
    const post = posts.find((each) => (idOf(each) ?? id) === id)
    if (!post) return 'unclear'
    if (this.#sent.isOurs(id, post, this.#read.has(id))) return 'ours'
    return this.#isUnmarked(id, post) ? 'unmarked' : 'other'
  }

  /** Reads a post; a list may show it before a read does. */
  async #readOnceListed(id: PostId, wire: Wire): Promise<Shown> {
    const shown = await this.#readPost(id, wire)
    if (shown !== 'none' || !this.#listed.has(id)) return shown
    const later = async () => {
      const again = await this.#readPost(id, wire)
      return again === 'none' ? undefined : again
    }
    return (await this.#patience.until(later)) ?? 'none'
  }

  /** Learns from a read which posts are the run's. */
  #learn(path: string, { reply }: DecodedReply, sentAt: number): void {
    const isList = /^\/posts(?:\?|$)/.test(path)
    if (isList && this.#latestList === reply.body) return
    this.#learnFrom(path, reply, sentAt)
    this.#latestList = isList ? reply.body : this.#latestList
  }

  #learnFrom(path: string, reply: ReceivedReply, sentAt: number): readonly Item[] {
    const value = isSuccess(reply) ? readBody(reply.body) : undefined
    const isList = /^\/posts(?:\?|$)/.test(path)
    const members = isObject(value) ? Object.values(value) : []
    const listed = Array.isArray(value) ? value : members.filter(Array.isArray).flat()
    const isWhole = Array.isArray(value) || isWrapped(reply)
    const isFirst = !this.#knowsList
    if (isList && isWhole && nextPage(reply) === undefined) this.#knowsList = true
    const parsed = parsePostId(path.slice('/posts/'.length))
    const named = isList || !('id' in parsed) ? undefined : parsed.id
    const posts = isList ? this.#notLearned(listed).filter(isObject) : postsIn(value)
    const foreignPosts: PostId[] = []
    const copies = isList ? this.#sent.copiesIn(posts, this.#isKnown) : new Set()
    for (const post of posts) {
      const id = idOf(post) ?? named
      if (id === undefined || this.#ledger.isForeign(id)) continue
      const isOurs = this.#sent.isOurs(id, post, this.#read.has(id))
      if (copies.has(id) || (!isOurs && !this.#isNeutral(id, post))) {
        foreignPosts.push(id)
        continue
      }
      this.#seen.add(id)
      if (isOurs) {
        const freed = this.#freed.get(id)
        // A read concurrent with the DELETE may still show the post.
        if (freed && freed.at > sentAt) continue
        this.#areIdsReused ||= freed?.isDone === true && !isList
        if (isList) this.#listed.add(id)
        else if (id === named) this.#read.add(id)
        if (!this.#read.has(id) || !this.#listed.has(id)) continue
        this.#isAnyProven = true
        if (this.#unproven.delete(id)) this.#proven++
      } else if (!this.#isUnmarked(id, post)) {
        // It lost its texts without this run: the provider may have given its id to another post.
        this.#read.delete(id)
        this.#listed.delete(id)
      }
    }
    if (foreignPosts.length > 0) this.#noteForeign(foreignPosts)
    if (!isFirst) this.#newcomers += foreignPosts.length
    if (this.#newcomers > mostNewcomers)
      this.#stop(
        `More than ${counted(mostNewcomers)} foreign posts appeared in the list during the run. Use a provider with fewer clients.`,
      )
    if (isList) this.#keepLearned(listed)
    return posts
  }

  readonly #isKnown = (id: PostId): boolean =>
    this.#listed.has(id) || this.#ledger.isForeign(id) || this.#ledger.isLent(id)

  /** The items of a list without the known foreign posts at its start and end. */
  #notLearned(items: readonly JsonValue[]): readonly JsonValue[] {
    const { start, end } = commonEnds(this.#learned.items, items)
    return items.slice(Math.min(start, this.#learned.start), items.length - Math.min(end, this.#learned.end))
  }

  #keepLearned(items: readonly JsonValue[]): void {
    const isForeign = (item: JsonValue | undefined) => {
      const id = isObject(item) ? idOf(item) : undefined
      return id !== undefined && this.#ledger.isForeign(id)
    }
    const common = commonEnds(this.#learned.items, items)
    let start = Math.min(common.start, this.#learned.start)
    while (start < items.length && isForeign(items[start])) start++
    let end = Math.min(common.end, this.#learned.end, items.length - start)
    while (end < items.length - start && isForeign(items[items.length - 1 - end])) end++
    this.#learned = { items, start, end }
  }

  #noteForeign(ids: readonly PostId[]): void {
    this.#areIdsReused ||= ids.some((id) => this.#freed.get(id)?.isDone)
    this.#ledger.foreign(ids)
  }

  /** Whether the ledger took over this post without a mark, and it is unchanged. */
  #isUnmarked(id: PostId, post: Item): boolean {
    return this.#ledger.posts.some((each) => each.id === id && each.unmarked === textsOf(post))
  }

  /** Whether a post may be the run's or foreign. */
  #isNeutral(id: PostId, post: Item): boolean {
    if (this.#ledger.isLent(id)) return true
    if (isBlank(post)) return this.#hasCreated
    return this.#isUnmarked(id, post) || this.#ledger.openCreates.some(({ sent }) => isOf(sent, post))
  }
}

/** Whether a body is JSON with a title and a content, and nothing unusual in it or in its headers. */
function isOrdinary({ headers, body = Buffer.alloc(0) }: RawRequest): boolean {
  const named = new Headers(Object.entries(headers))
  if (named.get('content-type') !== 'application/json' || named.has('content-encoding')) return false
  const value = readBody(body.toString())
  if (!isObject(value) || typeof value.title !== 'string' || typeof value.content !== 'string') return false
  return body.equals(Buffer.from(stringifyJson({ title: value.title, content: value.content })))
}

/** Whether an object wraps the list. */
function isWrapped({ body, ...reply }: ReceivedReply): boolean {
  const value = isSuccess(reply) ? readBody(body) : undefined
  return isObject(value) && Object.values(value).some(Array.isArray)
}

/** The post ids in a body; undefined where one cannot be read. */
function idsIn(body: string): readonly PostId[] | undefined {
  const count = body.match(/"id"\s*:/g)?.length ?? 0
  if (count === 0) return []
  const value = readBody(body)
  if (count > 1 || !isObject(value)) return undefined
  if (value.id === null) return []
  const id = toPostId(value.id)
  return id === undefined ? undefined : [id]
}
