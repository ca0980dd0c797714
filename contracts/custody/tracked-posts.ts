import { fieldNames } from '../../handlers/fields.ts'
import { isSafe } from '../../handlers/http/plain.ts'
import { isObject, type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { idIn, isListPath, listPath } from '../scenarios/addresses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import { postsIn, readBody, segmentNamedBy } from '../scenarios/post-text.ts'
import { unanswered } from '../wire/messages.ts'
import { isAbsent, isRefusal, isSuccess } from '../wire/status.ts'
import { itemsIn, nextPage } from '../wire/whole-list.ts'
import { ForeignPosts } from './foreign-posts.ts'
import { SentMarks } from './sent-marks.ts'
import { areOf, idOf, isOneOf, type SentHeaders, type SentPost, sentIn, textsShown } from './sent-texts.ts'

/**
 * Whose a post is:
 *
 * - `uncertain`: nothing, or too little to tell, is known of it
 * - `sent`: a write of the run was done there, and nothing has shown it yet
 * - `ours`: the list or a read showed what the run sent there
 * - `deleted`: the run deleted it, and nothing has shown yet that it is gone
 * - `gone`: the run deleted it, and a read showed none; or it is not the run's any more
 * - `foreign`: for good
 */
export type PostState = 'uncertain' | 'sent' | 'ours' | 'deleted' | 'gone' | 'foreign'

/** What a read of an id shows: a post of the run, none, another post, or nothing that can be told. */
export type Shown = 'ours' | 'none' | 'other' | 'unclear'

/** Called with the reply to a request; its status is 0 where none came, and 504 where it timed out. */
export type End = (reply: ReceivedReply) => void

/** What a later process needs to know of the posts of a run. */
export type PostEvent =
  /** A create, or a replace of a post, is about to be sent. */
  | { readonly kind: 'create'; readonly texts: SentPost }
  | { readonly kind: 'replace'; readonly texts: SentPost; readonly id?: PostId | undefined }
  /** The reply to a create named its post. */
  | { readonly kind: 'created'; readonly texts: SentPost; readonly id: PostId }
  /** It is deleted, or not the run's any more. */
  | { readonly kind: 'removed'; readonly id: PostId }
  /** No run, and no sweep, may ever write to them. */
  | { readonly kind: 'foreign'; readonly ids: readonly PostId[] }

type View = 'list' | 'read'

/** What is known of an id that is not foreign. */
class TrackedPost {
  readonly id: PostId
  state: Exclude<PostState, 'foreign'> = 'uncertain'
  /** The texts that were sent to it: by its create, the title first, and by each replace. */
  readonly sent = new Set<string>()
  /** Whether the reply to its create named it; and its mark in this process: with that it is the run's, whatever else it shows. */
  isNamed = false
  mark: string | undefined
  /** The views that ever showed a post there. */
  readonly seenIn = new Set<View>()
  /** The views whose latest reply showed a post of the run. */
  readonly provenIn = new Set<View>()
  /** When its latest DELETE ended. */
  deletedAt: number | undefined

  constructor(id: PostId) {
    this.id = id
  }

  /** Whether the run has to remove it. */
  get isOwn(): boolean {
    return this.state === 'sent' || this.state === 'ours' || this.state === 'deleted'
  }

  /** Whether a DELETE of it succeeded, and no write since. */
  get isDeleted(): boolean {
    return this.deletedAt !== undefined && (this.state === 'deleted' || this.state === 'gone')
  }
}

export type KnownPost = Readonly<TrackedPost>

/** What replies showed of the service and its other clients. */
class Facts {
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
}

/** The most foreign ids that are kept. */
const mostForeign = 500_000

/**
 * All that a run knows of the posts of a provider: whose they are, which texts were sent to them, what replies showed
 * of them, which are deleted. It sends nothing.
 *
 * @example
 * const posts = new TrackedPosts('pubcdfghj')
 * posts.sending(request)(await send(request))
 * posts.stateOf(7) // 'ours'
 */
export class TrackedPosts {
  /** Unique to the run; the title or the content of each of its posts has it. */
  readonly marker: string
  readonly marks: SentMarks
  /** Those that were there before the run. */
  readonly others: ForeignPosts
  /** The marks of posts without an int64 id, by the last segment of the address that their creates named. */
  readonly addressed = new Map<string, string>()
  /** The list that is being read, page by page; and the latest write. */
  #listing = new Map<PostId, SentPost>()
  #latestWrite = ''
  readonly #onEvent: (event: PostEvent) => void
  readonly #posts = new Map<PostId, TrackedPost>()
  readonly #foreign = new Set<PostId>()
  readonly #facts = new Facts()
  /** The run's posts without a mark that nothing has claimed. */
  readonly #unmarked = new Set<PostId>()
  /** Posts without a mark that no list showed before the latest create that may have left one. */
  readonly #fresh = new Set<PostId>()
  /** When it succeeded, and its marks, until a list was read since. */
  #bare: { readonly at: number; readonly marks: readonly string[] } | undefined
  /** Counts requests and replies. */
  #moment = 0

  /**
   * @param onEvent keeps an event. What is about to be sent is told before, and not sent where this throws. Default none.
   */
  constructor(marker: string, onEvent: (event: PostEvent) => void = () => {}) {
    this.marker = marker
    this.marks = new SentMarks(marker)
    this.others = new ForeignPosts(marker)
    this.#onEvent = onEvent
  }

  get facts(): Readonly<Facts> {
    return this.#facts
  }

  /** What is known of a post that is not foreign. */
  get(id: PostId): KnownPost | undefined {
    return this.#posts.get(id)
  }

  stateOf(id: PostId): PostState {
    const post = this.#posts.get(id)
    if (this.#foreign.has(id) || (this.isFull && !post?.isOwn)) return 'foreign'
    return post?.state ?? 'uncertain'
  }

  /** Whether there are too many foreign posts to keep: every id that the run does not own counts as foreign then. */
  get isFull(): boolean {
    return this.#foreign.size >= mostForeign
  }

  /** The posts that the run has to remove, oldest first. */
  get own(): readonly KnownPost[] {
    return [...this.#posts.values()].filter(({ id, isOwn }) => isOwn && this.stateOf(id) !== 'foreign')
  }

  /** The posts that the run had to remove, and under whose ids others are now. */
  get taken(): readonly KnownPost[] {
    return [...this.#posts.values()].filter(({ id, isOwn }) => isOwn && this.stateOf(id) === 'foreign')
  }

  /** Whether a post was seen there, and this run did not delete it. */
  wasSeen(id: PostId): boolean {
    const post = this.#posts.get(id)
    return post !== undefined && post.seenIn.size > 0 && post.deletedAt === undefined
  }

  /** Whether a reply to a read shows a post with a mark in one of its fields. */
  showsMark(mark: string, reply: ReceivedReply): boolean {
    const posts = isSuccess(reply) ? postsIn(readBody(reply.body)) : []
    return posts.some((post) => this.marks.marksIn(textsShown(post)).includes(mark))
  }

  /** What a reply to a read shows, by what is known now. */
  shownIn(id: PostId, reply: ReceivedReply): Shown {
    if (showsNoPost(reply)) return 'none'
    if (!isSuccess(reply)) return 'unclear'
    const post = postsIn(readBody(reply.body)).find((each) => (idOf(each) ?? id) === id)
    if (!post) return 'unclear'
    return this.ownerOf(id, textsShown(post)) === 'ours' ? 'ours' : 'other'
  }

  /** A post that a create of the run left without a mark, once. @param ids those that a reply named. */
  claimUnmarked(ids: readonly PostId[]): PostId | undefined {
    const id = ids.find((each) => this.#unmarked.has(each)) ?? [...this.#unmarked][0]
    if (id !== undefined) this.#unmarked.delete(id)
    return id
  }

  /** Notes an event, and has it kept. Only a post that the run has to remove is noted as removed. */
  note(event: PostEvent): void {
    if (event.kind === 'removed' && !this.#posts.get(event.id)?.isOwn) return
    this.#onEvent(event)
    this.recall(event)
    // Later its id may be that of another post, which quotes it.
    if (event.kind === 'created') [this.#post(event.id).mark] = this.marks.marksIn(event.texts)
  }

  /** Notes an event that is kept: one of an earlier process. */
  recall(event: PostEvent): void {
    switch (event.kind) {
      case 'create':
        this.marks.creating(bodyOf(event.texts))(unanswered)
        break
      case 'replace':
        if (event.id !== undefined) this.#recallReplace(this.#post(event.id), event.texts)
        break
      case 'created':
        this.#created(this.#post(event.id), event.texts)
        break
      case 'removed':
        this.#post(event.id).state = 'gone'
        break
      case 'foreign':
        for (const id of event.ids) this.#addForeign(id)
    }
  }

  #recallReplace(post: TrackedPost, texts: SentPost): void {
    this.marks.note(bodyOf(texts), post.isOwn ? post.id : undefined)
    this.#wrote(post, texts)
  }

  /** Call before a request is sent; call the returned function with the reply. */
  sending({ method, path, headers, body = '' }: SentRequest): End {
    const id = idIn(path)
    if (method === 'GET' && path.startsWith(listPath)) return this.#reading(path)
    if (isSafe(method)) return () => {}
    this.#latestWrite = `${method} ${path}`.slice(0, 100)
    if (method === 'POST') return this.#creating(body, headers)
    if (method !== 'DELETE') return this.#replacing(id, body, headers)
    return id === undefined ? () => {} : this.#deleting(this.#post(id))
  }

  #creating(body: string, headers: SentHeaders): End {
    const texts = sentIn(body)
    this.#onEvent({ kind: 'create', texts })
    const end = this.marks.creating(body, headers)
    const isBare = this.marks.isBare(body, headers)
    if (isBare) this.#fresh.clear()
    return (reply) => {
      const named = end(reply)
      const segment = isSuccess(reply) ? segmentNamedBy(reply) : undefined
      const [mark] = this.marks.marksIn(texts)
      if (segment !== undefined && mark !== undefined && !this.others.segments.has(segment))
        this.addressed.set(segment, mark)
      if (isBare && isSuccess(reply)) this.#bare = { at: ++this.#moment, marks: this.marks.marksIn([body]) }
      for (const id of named)
        if (this.stateOf(id) !== 'foreign' && !this.wasSeen(id)) this.note({ kind: 'created', texts, id })
    }
  }

  #created(post: TrackedPost, texts: SentPost): void {
    this.#facts.areIdsReused ||= post.isDeleted
    if (post.deletedAt !== undefined) post.seenIn.clear()
    post.deletedAt = undefined
    post.isNamed = true
    this.#wrote(post, texts)
  }

  /** Notes that a write of some texts was done. */
  #wrote(post: TrackedPost, texts: Iterable<string>): void {
    for (const text of texts) post.sent.add(text)
    if (post.state !== 'ours') post.state = 'sent'
  }

  #replacing(id: PostId | undefined, body: string, headers: SentHeaders): End {
    const texts = sentIn(body)
    this.#onEvent({ kind: 'replace', texts, id })
    this.marks.note(body, id !== undefined && this.wasSeen(id) ? id : undefined)
    if (id === undefined) return () => {}
    const post = this.#post(id)
    for (const text of texts) post.sent.add(text)
    // It may leave the post without texts.
    if (post.provenIn.has('read') && this.marks.isBare(body, headers)) post.sent.add('')
    const sentAt = ++this.#moment
    return (reply) => {
      if (isRefusal(reply)) return
      // A DELETE at the same time may have come after it.
      const isLater = post.deletedAt !== undefined && post.deletedAt > sentAt
      if (!isSuccess(reply) && post.isDeleted) post.state = 'deleted'
      else this.#wrote(post, texts)
      if (isSuccess(reply) && !isLater) post.deletedAt = undefined
    }
  }

  /** From the reply on reads show its effect. */
  #deleting(post: TrackedPost): End {
    const wasDeleted = post.isDeleted
    post.provenIn.clear()
    post.deletedAt = Number.POSITIVE_INFINITY
    return (reply) => {
      post.deletedAt = ++this.#moment
      if (!wasDeleted && !isSuccess(reply)) return
      post.state = post.isOwn ? 'deleted' : 'gone'
      this.#onEvent({ kind: 'removed', id: post.id })
    }
  }

  #reading(path: string): End {
    const sentAt = ++this.#moment
    return (reply) => this.#learn(path, reply, sentAt)
  }

  #learn(path: string, reply: ReceivedReply, sentAt: number): void {
    const isList = isListPath(path)
    const named = idIn(path)
    const facts = this.#facts
    const isFirst = !facts.knowsList
    const items = isList ? itemsIn(reply) : isSuccess(reply) ? postsIn(readBody(reply.body)) : []
    const isEnd = isList && items !== undefined && nextPage(reply) === undefined
    const shown = (items ?? []).filter(isObject).flatMap((item) => {
      const id = idOf(item) ?? named
      const isKnown = id === undefined || this.stateOf(id) === 'foreign'
      return isKnown ? [] : [[id, textsShown(item)] as const]
    })
    if (isList) this.#noteListing(path, items, isEnd)
    const copies = isList ? this.#findNew(shown) : new Set<PostId>()
    // A list that answers 404 shows no posts.
    facts.knowsList ||= isEnd || (isList && reply.status === 404)
    const ours = new Set<PostId>()
    const foreign: PostId[] = []
    for (const [id, texts] of shown) {
      const owner = copies.has(id) ? 'foreign' : this.ownerOf(id, texts)
      if (owner === 'foreign') foreign.push(id)
      else if (owner === 'uncertain') this.#sawUncertain(this.#post(id), texts, isList)
      else {
        ours.add(id)
        const view = isList ? 'list' : id === named ? 'read' : undefined
        this.#sawOurs(this.#post(id), view, sentAt)
      }
    }
    if (isList) this.marks.listed(ours)
    if (isEnd && sentAt > (this.#bare?.at ?? sentAt)) this.#claimBare()
    if (!isFirst) facts.newcomers += foreign.length
    const post = named === undefined ? undefined : this.#posts.get(named)
    if (post?.isDeleted && showsNoPost(reply)) {
      post.state = 'gone'
      facts.wasAnyGone = true
    }
    if (foreign.length > 0) this.note({ kind: 'foreign', ids: foreign })
  }

  /** Compares a list that was read to its end with the first one. */
  #noteListing(path: string, items: readonly JsonValue[] = [], isEnd: boolean): void {
    if (path === listPath) this.#listing = new Map()
    for (const item of items.filter(isObject)) {
      const id = idOf(item)
      if (id !== undefined) this.#listing.set(id, textsShown(item))
      else if (this.#latestWrite === '') this.others.segments.add(String(item.id))
    }
    if (!isEnd) return
    if (this.#latestWrite === '') this.others.first(this.#listing)
    else this.others.listed(this.#listing, this.#latestWrite)
  }

  #addForeign(id: PostId): void {
    this.#facts.areOthersAtWork ||= this.marks.areAny
    this.#facts.areIdsReused ||= this.#posts.get(id)?.isDeleted === true
    if (!this.isFull) this.#foreign.add(id)
  }

  /** Finds in a list which new posts are the run's. @returns copies of them. */
  #findNew(shown: readonly (readonly [PostId, SentPost])[]): ReadonlySet<PostId> {
    const isNew = ([id]: readonly [PostId, SentPost]) => !this.#posts.get(id)?.provenIn.has('list')
    const { copies, made } = this.marks.match(shown.filter(isNew))
    for (const [id, texts] of made) for (const text of texts) this.#post(id).sent.add(text)
    this.#facts.copies += copies.size
    return copies
  }

  /** At the end of a list: the one new post without a mark is the run's, if no other client is at work. */
  #claimBare(): void {
    const { marks = [] } = this.#bare ?? {}
    this.#bare = undefined
    const [id, another] = this.#fresh
    if (id === undefined || another !== undefined || this.#facts.areOthersAtWork) return
    const post = this.#post(id)
    this.#wrote(post, this.marks.bareTexts)
    post.provenIn.add('list')
    this.marks.listed(new Set(), marks)
    this.#unmarked.add(id)
  }

  /** Notes that a reply showed a post of this run. @param view undefined for one beside the post that was asked for. */
  #sawOurs(post: TrackedPost, view: View | undefined, sentAt: number): void {
    post.seenIn.add(view ?? 'read')
    // A read concurrent with the DELETE may still show the post.
    if (post.deletedAt !== undefined && post.deletedAt > sentAt) return
    post.state = post.isDeleted ? 'deleted' : 'ours'
    const wasProven = post.provenIn.size === 2
    if (view) post.provenIn.add(view)
    if (!wasProven && post.provenIn.size === 2) this.#facts.proven++
  }

  /** Notes a post that may be foreign. */
  #sawUncertain(post: TrackedPost, texts: SentPost, isList: boolean): void {
    if (isList && !post.seenIn.has('list') && this.marks.mayHaveLeft(texts)) this.#fresh.add(post.id)
    post.seenIn.add(isList ? 'list' : 'read')
    // It lost its texts without this run: the provider may have given its id to another post. A list may show no
    // texts at all, so another read decides.
    post.provenIn.clear()
    if (isList && post.sent.size > 0) post.provenIn.add('list')
  }

  /** Whose a post with these texts is. */
  ownerOf(id: PostId, shown: SentPost): 'ours' | 'uncertain' | 'foreign' {
    if (this.stateOf(id) === 'foreign') return 'foreign'
    const { marks } = this
    const post = this.#posts.get(id)
    const sent = [...(post?.sent ?? [])]
    if (shown.every((text) => text === '')) {
      if (sent.includes('')) return 'ours'
      return marks.areAny || sent.length > 0 ? 'uncertain' : 'foreign'
    }
    const inShown = marks.marksIn(shown)
    if (post?.mark !== undefined && inShown.includes(post.mark)) return 'ours'
    if (marks.marksOf(shown).length > 0 || areOf(sent, shown, inShown.length > 0)) return 'ours'
    if (post?.provenIn.has('read') && this.#hasOwnBegin(id, shown, sent)) return 'ours'
    return marks.mayHaveLeft(shown) || marks.isUnderWay(inShown) ? 'uncertain' : 'foreign'
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

  #post(id: PostId): TrackedPost {
    const post = this.#posts.get(id) ?? new TrackedPost(id)
    this.#posts.set(id, post)
    return post
  }
}

function bodyOf(texts: SentPost): string {
  return stringifyJson(Object.fromEntries(fieldNames.map((name, at) => [name, texts[at] ?? ''])))
}

/** Whether a reply to a read means that the post does not exist. */
function showsNoPost(reply: ReceivedReply): boolean {
  return isAbsent(reply) || (isSuccess(reply) && (reply.body === '' || readBody(reply.body) === null))
}
