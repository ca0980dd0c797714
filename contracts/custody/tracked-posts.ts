import { fieldNames } from '../../handlers/fields.ts'
import { isSafe } from '../../handlers/http/plain.ts'
import { isObject } from '../../handlers/model/json.ts'
import { idIn, isListPath, listPath, type PostKey, postPath } from '../scenarios/addresses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import { runMarkIn } from '../scenarios/marks.ts'
import { readBody } from '../scenarios/post-text.ts'
import { isAbsent, isRefusal, isSuccess } from '../wire/status.ts'
import { Pages } from '../wire/whole-list.ts'
import { ForeignPosts } from './foreign-posts.ts'
import { SentMarks } from './sent-marks.ts'
import {
  areOf,
  keyOf,
  postsShownIn,
  type SentHeaders,
  type SentPost,
  sentIn,
  textsShown,
} from './sent-texts.ts'
import { type KnownPost, type PostState, TrackedPost } from './tracked-post.ts'
import { UnmarkedPosts } from './unmarked-posts.ts'

/** Whose a post is, by its texts. */
type Owner = 'ours' | 'uncertain' | 'foreign'

/** What a read of an id shows: a post of the run, none, another post, or nothing that can be told. */
export type Shown = 'ours' | 'none' | 'other' | 'unclear'

/** Called with the reply to a request; its status is 0 where none came, and 504 where it timed out. */
export type End = (reply: ReceivedReply) => void

/** What a later process needs to know of the posts of a run. */
export type PostEvent =
  /** A create, or a replace of a post, is about to be sent. */
  | { readonly kind: 'create'; readonly texts: SentPost }
  | { readonly kind: 'replace'; readonly texts: SentPost; readonly id?: PostKey | undefined }
  /** The reply to a create named its post. */
  | { readonly kind: 'created'; readonly texts: SentPost; readonly id: PostKey }
  /** A list or a read has shown it. */
  | { readonly kind: 'shown'; readonly id: PostKey }
  /** A create left no post with its mark, as its reply says. Of one without a later event that is unknown. */
  | { readonly kind: 'failed'; readonly texts: SentPost }
  /** It is deleted, or not the run's any more. */
  | { readonly kind: 'removed'; readonly id: PostKey }
  /** No run, and no sweep, may ever write to them. */
  | { readonly kind: 'foreign'; readonly ids: readonly PostKey[] }

/** What replies showed of the service and its other clients. */
class Facts {
  /** Whether the whole list was read, or there is none. */
  knowsList = false
  /** Whether foreign posts appeared since the first create of the run. */
  areOthersAtWork = false
  /** Whether a read after a DELETE ever found no post: a service may only change the texts of what it deletes. */
  wasAnyGone = false
  /** Whether a read showed a post of the run again after one that did not: servers may have different posts. */
  didAnyReturn = false
  /** Whether a DELETE freed an id that a post had again later. */
  areIdsReused = false
  /** How many posts of the run a read and the list both showed. */
  proven = 0
  /** How many creates were answered with the id of a post that an earlier one made. */
  doublyNamed = 0
  /** How many copies of posts of the run lists showed. */
  copies = 0
}

/**
 * All that a run knows of the posts of a provider: whose they are, which texts were sent to them, what replies showed
 * of them, which are deleted. It sends nothing.
 *
 * @example
 * const posts = new TrackedPosts('pubcdfghj', append)
 * posts.sending(request)(await send(request))
 * posts.stateOf(7) // 'ours'
 */
export class TrackedPosts {
  /** Unique to the run; the title or the content of each of its posts has it. */
  readonly marker: string
  readonly marks: SentMarks
  readonly unmarked = new UnmarkedPosts()
  readonly foreign: ForeignPosts
  /** The latest list; undefined where it could not be read to its end. */
  listed: ReadonlyMap<PostKey, SentPost> | undefined
  /** Whether a list was read to its end since the latest create. */
  isLatestListed = false
  /** The pages of the list that is being read, and what they have shown so far. */
  #pages = new Pages()
  #listing = new Map<PostKey, SentPost>()
  readonly #onEvent: (event: PostEvent) => void
  readonly #posts = new Map<PostKey, TrackedPost>()
  readonly #facts = new Facts()
  /** Counts requests and replies. */
  #moment = 0

  /**
   * @param onEvent keeps an event. What is about to be sent is told before, and not sent where this throws.
   */
  constructor(marker: string, onEvent: (event: PostEvent) => void) {
    this.marker = marker
    this.marks = new SentMarks(marker)
    this.foreign = new ForeignPosts(marker)
    this.#onEvent = onEvent
  }

  get facts(): Readonly<Facts> {
    return this.#facts
  }

  /** What is known of a post that is not foreign. */
  get(id: PostKey): KnownPost | undefined {
    return this.#posts.get(id)
  }

  stateOf(id: PostKey): PostState {
    return this.foreign.has(id) ? 'foreign' : (this.#posts.get(id)?.state ?? 'uncertain')
  }

  /** The id in the path of a post; the last segment of that where a reply has shown a post with it. */
  keyIn(path: string): PostKey | undefined {
    const segment = path.slice(postPath('').length)
    return idIn(path) ?? (this.#posts.has(segment) || this.foreign.has(segment) ? segment : undefined)
  }

  /** The posts that the run has to remove, oldest first. */
  get own(): readonly KnownPost[] {
    return [...this.#posts.values()].filter((post) => post.isOwn && !this.#isTaken(post))
  }

  /** The posts that the run had to remove, and under whose ids others are now. */
  get taken(): readonly KnownPost[] {
    return [...this.#posts.values()].filter((post) => post.isOwn && this.#isTaken(post))
  }

  #isTaken({ id, isOfAnotherRun }: KnownPost): boolean {
    return isOfAnotherRun || this.foreign.has(id)
  }

  /** What a reply to a read shows, by what is known now. */
  shownIn(id: PostKey, reply: ReceivedReply): Shown {
    if (showsNoPost(reply)) return 'none'
    const post = postsShownIn(reply).find((each) => (keyOf(each) ?? id) === id)
    if (!post) return 'unclear'
    return this.ownerOf(id, textsShown(post)) === 'ours' ? 'ours' : 'other'
  }

  /** Notes an event, and has it kept. Only a post that the run has to remove is noted as removed. */
  note(event: PostEvent): void {
    if (event.kind === 'removed' && !this.#posts.get(event.id)?.isOwn) return
    this.#onEvent(event)
    this.recall(event)
    // Later its id may be that of another post, which quotes it.
    if (event.kind !== 'created') return
    for (const mark of this.marks.marksIn(event.texts)) this.#post(event.id).marks.add(mark)
  }

  /** Notes an event that is kept: one of an earlier process. */
  recall(event: PostEvent): void {
    switch (event.kind) {
      case 'create':
        this.#noteCreate(event.texts)
        break
      case 'failed':
        this.marks.settle(this.marks.marksIn(event.texts))
        break
      case 'replace':
        if (event.id === undefined) break
        this.marks.note(event.texts, this.#posts.get(event.id)?.isOwn ? event.id : undefined)
        this.#post(event.id).written(event.texts)
        break
      case 'created':
        this.#facts.areIdsReused ||= this.#posts.get(event.id)?.isDeleted === true
        this.#post(event.id).created(event.texts)
        this.marks.named(event.texts, event.id)
        break
      case 'shown':
        this.#post(event.id).state = 'ours'
        break
      case 'removed':
        Object.assign(this.#post(event.id), { state: 'gone', isNamed: false })
        break
      case 'foreign':
        for (const id of event.ids) this.#addForeign(id)
    }
  }

  /** Call before a request is sent; call the returned function with the reply. */
  sending({ method, path, headers, body = '' }: SentRequest): End {
    const id = this.keyIn(path)
    if (method === 'GET' && path.startsWith(listPath)) {
      const sentAt = ++this.#moment
      return (reply) => this.#learn(path, reply, sentAt)
    }
    if (isSafe(method)) return () => {}
    this.foreign.writing(method, path)
    if (method === 'POST') return this.#creating(body, headers)
    if (method !== 'DELETE') return this.#replacing(id, body, headers)
    return id === undefined ? () => {} : this.#deleting(this.#post(id))
  }

  #creating(body: string, headers: SentHeaders): End {
    const texts = sentIn(body)
    this.#onEvent({ kind: 'create', texts })
    const end = this.#noteCreate(texts, headers)
    return (reply) => {
      const named = end(reply)
      if (!named) this.note({ kind: 'failed', texts })
      for (const id of named ?? []) {
        if (this.#isOfEarlierCreate(id, texts)) this.#facts.doublyNamed++
        if (!this.#mayHaveMade(id, texts)) continue
        const isBlank = !this.#facts.areOthersAtWork && showsBlank(reply, id)
        this.note({ kind: 'created', texts: isBlank ? [...texts, ''] : texts, id })
      }
    }
  }

  /** Whether a create may have made the post that its reply names: a list may show that before the reply comes. */
  #mayHaveMade(id: PostKey, texts: SentPost): boolean {
    const post = this.#posts.get(id)
    if (this.foreign.has(id)) return false
    return !post?.wasSeen || post.isOfAnotherRun || texts.every((text) => post.sent.has(text))
  }

  /** Whether an earlier create named a post that is there. */
  #isOfEarlierCreate(id: PostKey, texts: SentPost): boolean {
    const { isNamed, state, marks: known } = this.#posts.get(id) ?? {}
    const isThere = isNamed === true && (state === 'sent' || state === 'ours')
    const marks = this.marks.marksIn(texts)
    return isThere && marks.length > 0 && !marks.some((mark) => known?.has(mark))
  }

  /** Notes a create before it is sent. @returns what notes its reply, as {@link SentMarks.creating} does. */
  #noteCreate(texts: SentPost, headers: SentHeaders = {}): ReturnType<SentMarks['creating']> {
    this.isLatestListed = false
    const end = this.marks.creating(texts)
    if (!this.marks.isBare(texts, headers)) return end
    const marks = this.marks.marksIn(texts)
    this.unmarked.creating(marks.length === 0 ? texts : [])
    return (reply) => {
      if (isSuccess(reply)) this.unmarked.created(++this.#moment, marks)
      return end(reply)
    }
  }

  #replacing(id: PostKey | undefined, body: string, headers: SentHeaders): End {
    const texts = sentIn(body)
    this.#onEvent({ kind: 'replace', texts, id })
    const marks = this.marks.note(texts, id !== undefined && this.get(id)?.wasSeen ? id : undefined)
    if (id === undefined) return () => {}
    const post = this.#post(id)
    if (post.isNamed) for (const mark of marks) post.marks.add(mark)
    const isProven = post.provenIn.has('read')
    // It may leave the post without texts.
    post.sending(isProven && this.marks.isBare(texts, headers) ? [...texts, ''] : texts)
    const sentAt = ++this.#moment
    return (reply) => {
      if (isProven && showsBlank(reply, id)) post.sending([''])
      if (!isRefusal(reply)) post.replaced(texts, sentAt, isSuccess(reply))
    }
  }

  #deleting(post: TrackedPost): End {
    const end = post.deleting()
    return (reply) => {
      if (end(++this.#moment, isSuccess(reply))) this.#onEvent({ kind: 'removed', id: post.id })
    }
  }

  #learn(path: string, reply: ReceivedReply, sentAt: number): void {
    const isList = isListPath(path)
    const view = isList ? 'list' : 'read'
    const named = this.keyIn(path)
    const facts = this.#facts
    if (path === listPath) [this.#pages, this.#listing] = [new Pages(), new Map()]
    const page = isList ? this.#pages.add(path, reply) : undefined
    const isEnd = page !== undefined && page.next === undefined
    const all = (isList ? (page?.items ?? []) : postsShownIn(reply)).filter(isObject).flatMap((item) => {
      const id = keyOf(item) ?? named
      return id === undefined || !(isList || id === named) ? [] : [[id, textsShown(item)] as const]
    })
    const shown = all.filter(([id]) => !this.foreign.has(id))
    for (const [id, texts] of isList ? all : []) this.#listing.set(id, texts)
    if (isList) this.listed = isEnd ? this.#listing : undefined
    this.isLatestListed ||= isEnd
    const copies = isList ? this.#findNew(shown) : new Set<PostKey>()
    facts.knowsList ||= isEnd
    const ours = new Set<PostKey>()
    const foreign: PostKey[] = []
    for (const [id, texts] of shown) {
      const owner = copies.has(id) ? 'foreign' : this.ownerOf(id, texts)
      if (owner === 'foreign') {
        // Another run removes its posts, and the service may then give an id to a create of this one.
        if (this.#areOfAnotherRun(texts)) {
          this.#noteOthers(id)
          this.#post(id).shownAsOfAnotherRun(view)
        } else foreign.push(id)
        continue
      }
      const post = this.#post(id)
      const isNew = isList && !post.seenIn.has('list')
      if (isNew && typeof id !== 'string' && this.unmarked.mayHaveMade(texts)) this.unmarked.appeared(id)
      if (owner === 'ours') ours.add(id)
      facts.didAnyReturn ||= view === 'read' && post.isMissed
      const wasSent = post.state === 'sent'
      if (owner === 'uncertain') post.shownAsUncertain(view)
      else if (post.shownAsOurs(view, sentAt)) facts.proven++
      if (wasSent && post.state === 'ours') this.#onEvent({ kind: 'shown', id })
    }
    if (isList) this.marks.listed(ours)
    const post = named === undefined ? undefined : this.#posts.get(named)
    if (post && showsNoPost(reply)) {
      post.isMissed ||= post.provenIn.has('read') && !post.isDeleted
      facts.wasAnyGone ||= post.isDeleted
      if (post.isDeleted) post.state = 'gone'
    }
    if (foreign.length > 0) this.note({ kind: 'foreign', ids: foreign })
    // Only now it is known which posts are foreign, and whether others were at work.
    if (isEnd) this.foreign.listed(this.#listing)
    if (isEnd) this.#findUnmarked(sentAt)
  }

  #addForeign(id: PostKey): void {
    this.#noteOthers(id)
    this.foreign.add(id)
  }

  #noteOthers(id: PostKey): void {
    this.#facts.areOthersAtWork ||= this.marks.areAny
    this.#facts.areIdsReused ||= this.#posts.get(id)?.isDeleted === true
  }

  #areOfAnotherRun(shown: SentPost): boolean {
    return this.marks.marksIn(shown).length === 0 && shown.some((text) => runMarkIn(text) !== undefined)
  }

  /** Finds in a list which new posts are the run's. @returns copies of them. */
  #findNew(shown: readonly (readonly [PostKey, SentPost])[]): ReadonlySet<PostKey> {
    const isNew = ([id]: readonly [PostKey, SentPost]) => !this.#posts.get(id)?.provenIn.has('list')
    const { copies, made } = this.marks.match(shown.filter(isNew))
    for (const [id, texts] of made) this.#post(id).sending(texts)
    this.#facts.copies += copies.size
    return copies
  }

  /** At the end of a list: the one new post without a mark is the run's, if no other client is at work. */
  #findUnmarked(sentAt: number): void {
    const found = this.unmarked.found(sentAt, this.#facts.areOthersAtWork)
    if (!found) return
    const post = this.#post(found.id)
    post.written(this.unmarked.texts)
    post.provenIn.add('list')
    this.marks.settle(found.marks)
  }

  /** Whose a post with these texts is. */
  ownerOf(id: PostKey, shown: SentPost): Owner {
    if (this.foreign.has(id)) return 'foreign'
    const { marks, unmarked } = this
    const { sent: known = [], marks: sentMarks, isDeleted } = this.#posts.get(id) ?? {}
    const sent = [...known]
    if (shown.every((text) => text === '')) {
      // After its DELETE the id may be that of another one.
      if (sent.includes('') && !isDeleted) return 'ours'
      return marks.areAny || sent.length > 0 ? 'uncertain' : 'foreign'
    }
    const inShown = marks.marksIn(shown)
    if (inShown.some((mark) => sentMarks?.has(mark))) return 'ours'
    if (marks.marksOf(shown).length > 0 || areOf(sent, shown, inShown.length > 0)) return 'ours'
    return unmarked.mayHaveMade(shown) || marks.areUnanswered(inShown) ? 'uncertain' : 'foreign'
  }

  #post(id: PostKey): TrackedPost {
    const post = this.#posts.get(id) ?? new TrackedPost(id)
    this.#posts.set(id, post)
    return post
  }
}

/** Whether the reply to a write shows its post with empty texts, or null, whatever was sent. */
function showsBlank(reply: ReceivedReply, id: PostKey): boolean {
  return postsShownIn(reply).some(
    (post) => keyOf(post) === id && fieldNames.every((name) => post[name] === null || post[name] === ''),
  )
}

/** Whether a reply to a read means that the post does not exist. */
function showsNoPost(reply: ReceivedReply): boolean {
  return isAbsent(reply) || (isSuccess(reply) && (reply.body === '' || readBody(reply.body) === null))
}
