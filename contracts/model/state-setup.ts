import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { Book } from '../custody/book.ts'
import {
  type Exchange,
  idIn,
  isBusy,
  isSuccess,
  jsonRequest,
  type ReceivedReply,
  type Send,
  type SentRequest,
} from '../spec/exchange.ts'
import { asPost, carries, readBody, sentTexts } from '../spec/post-text.ts'
import { Concurrency } from '../wire/concurrency.ts'
import { findId, idsNamedBy } from '../wire/find-id.ts'
import { noPatience, type Patience } from '../wire/patience.ts'
import { SetUpError } from '../wire/set-up-error.ts'
import { readWholeList, type WholeList } from '../wire/whole-list.ts'
import { type OwnPost, OwnPosts } from './own-posts.ts'
import { ReadCache } from './read-cache.ts'
import { refusesValues } from './taken-texts.ts'
import { WriteLog } from './write-log.ts'

/** What a state set-up asks the book of a run. */
type KnownPosts = Pick<Book, 'areOthersAtWork' | 'takeUnmarked'>

export interface StateSetupOptions {
  readonly send: Send
  readonly own?: OwnPosts
  readonly writes?: WriteLog
  /** Makes a unique title. */
  readonly nextTitle: () => string
  /** What is known of the posts of the provider. */
  readonly book?: KnownPosts
  /** Default none. */
  readonly patience?: Patience
  /** Default one request at a time. */
  readonly concurrency?: Concurrency
}

/** Conflict, Locked and Too Early: the same request may succeed later. */
const notYet: readonly number[] = [409, 423, 425]

/** Longer writes are not kept, in characters. */
const longestKept = 10_000
/** How many creates are kept until their posts are known. */
const mostCreates = 40

/** How often a write is tried at a service that says that it is busy. */
const mostTries = 4

/** Sets up provider states through the public interface of a service, with the posts of this run. */
export class StateSetup {
  readonly own: OwnPosts
  readonly writes: WriteLog
  readonly cache = new ReadCache()
  /** The create of each post and the latest two writes to it, without long ones. */
  readonly writesTo = new Map<PostId, readonly Exchange[]>()
  #creates: readonly Exchange[] = []
  readonly #options: StateSetupOptions
  readonly #concurrency: Concurrency
  readonly #book: KnownPosts | undefined
  readonly #patience: Patience

  constructor(options: StateSetupOptions) {
    const { concurrency = new Concurrency() } = options
    this.#options = options
    this.own = options.own ?? new OwnPosts()
    this.writes = options.writes ?? new WriteLog()
    this.#concurrency = concurrency
    this.#book = options.book
    this.#patience = options.patience ?? noPatience
  }

  readonly send: Send = async (request) => {
    const isRead = request.method === 'GET'
    this.#noteRequest(request)
    if (!isRead) this.cache.forget()
    const sent = await this.#options.send(request)
    const reply = await this.awaitDelete({ request, reply: sent })
    this.#noteReply({ request, reply })
    return reply
  }

  readonly #isThere = (id: PostId): boolean => this.own.get(id) !== undefined && !this.own.spoilt.has(id)

  /** Repeats the delete of a post that a service may not delete yet; returns the last reply. */
  async awaitDelete({ request, reply }: Exchange): Promise<ReceivedReply> {
    const id = request.method === 'DELETE' ? idIn(request.path) : undefined
    if (id === undefined || !this.#isThere(id) || !notYet.includes(reply.status)) return reply
    const again = async () => {
      const next = await this.#options.send(request)
      return notYet.includes(next.status) ? undefined : next
    }
    return (await this.#patience.until(again)) ?? reply
  }

  /** Forgets what was read: others of this run wrote since. */
  forget(): void {
    this.cache.forget()
  }

  /** Notes an exchange that was sent by other means. */
  note(exchange: Exchange): void {
    this.#noteRequest(exchange.request)
    this.#noteReply(exchange)
  }

  #noteReply(exchange: Exchange): void {
    const { method, path, body = '' } = exchange.request
    const isShort = body.length + exchange.reply.body.length <= longestKept
    const id = idIn(path)
    if (method === 'POST' && isShort && isSuccess(exchange.reply))
      this.#creates = [...this.#creates.slice(1 - mostCreates), exchange]
    if (id !== undefined && (method === 'PUT' || method === 'DELETE') && isShort) {
      const [create = [], ...writes] = this.writesTo.get(id) ?? []
      this.writesTo.set(id, [create, ...writes.slice(-1), exchange].flat())
    }
    this.cache.note(exchange)
  }

  #noteRequest(request: SentRequest): void {
    this.writes.note(request, this.#isThere)
  }

  get areOthersAtWork(): boolean {
    return this.#book?.areOthersAtWork === true
  }

  /** Whether the list has pages: foreign writes may move posts between them during a read. */
  get isPaged(): boolean {
    return this.#concurrency.pages.isPaged
  }

  /** Reads the list to its last page; a paged list while nothing else is under way. @param look reads a page. */
  async wholeList(look: Send): Promise<WholeList> {
    const { pages, limit } = this.#concurrency
    if (limit === 1 || !pages.isPaged) {
      const list = await readWholeList(look)
      pages.isPaged ||= list.isPaged
      if (limit === 1 || !pages.isPaged) return list
    }
    return await pages.reading(() => {
      this.forget()
      return readWholeList(look)
    })
  }

  /** Sends a GET, unless its reply is cached. */
  async recall(request: SentRequest): Promise<ReceivedReply> {
    return this.cache.recall(request.path) ?? (await this.send(request))
  }

  /** A unique title. */
  async freeTitle(): Promise<string> {
    return this.own.taken.titleWith(this.#options.nextTitle())
  }

  /**
   * Creates a post and finds its id.
   * @throws SetUpError where the service refuses, or the post cannot be found.
   */
  async create(fields: Partial<PostFields> = {}): Promise<OwnPost> {
    const { title = await this.freeTitle(), content = `A unique content, ${title}.` } = fields
    const { exchange, isDone } = await this.repeatWhileBusy(
      await this.#exchange('POST', '/posts', { title, content }),
      title,
    )
    const others = this.own.alive.filter((post) => post.title.includes(title)).map(({ id }) => id)
    const { taken } = this.own
    const made = isDone && isBusy(exchange.reply) && this.own.alive.findLast((post) => post.title === title)
    if (made) return made
    if (fields.title === undefined && refusesValues(exchange.reply) && taken.trySentence())
      return await this.create(fields)
    expectSuccess(exchange)
    const found = await this.#patience.until(() => findId(exchange.reply, title, this.send, others))
    if (!found)
      throw new SetUpError('a create succeeded, but neither its reply nor the list shows the post', exchange)
    const post = { id: found.id, title, content }
    this.adopt(post)
    const shown = asPost(readBody(this.cache.recall(`/posts/${post.id}`)?.body ?? ''))
    if (shown?.id === post.id && shown.title === title && shown.content === content)
      this.writes.sawCreated(post.id)
    return post
  }

  /**
   * Sends a write again that a busy service or its gateway did not do.
   * @param token a unique text in a create, to find its post; without it, it is not sent again.
   * @returns the last exchange. If the write was done although that does not say so, its effect was taken over.
   */
  async repeatWhileBusy(
    first: Exchange,
    token?: string,
  ): Promise<{ readonly exchange: Exchange; readonly isDone: boolean }> {
    let exchange = first
    const { request } = first
    const isClear = request.method !== 'GET' && (idIn(request.path) !== undefined || token !== undefined)
    for (let tries = 1; isClear && isBusy(exchange.reply); tries++) {
      if (await this.#wasDone(exchange, token)) return { exchange, isDone: true }
      if (tries === mostTries) break
      exchange = { request, reply: await this.send(request) }
    }
    return { exchange, isDone: isSuccess(exchange.reply) }
  }

  /** Looks for the effect of a write that no reply confirms, and takes it over. */
  async #wasDone(exchange: Exchange, token = ''): Promise<boolean> {
    const { request, reply } = exchange
    const { title, content } = sentTexts(exchange)
    const id = idIn(request.path)
    if (id === undefined) {
      if (title === undefined || content === undefined) return false
      const others = this.own.alive.filter((post) => carries(post, token)).map((post) => post.id)
      const found = await findId(reply, token, this.send, others)
      if (found) this.adopt({ id: found.id, title, content })
      return found !== undefined
    }
    if (!this.#isThere(id)) return false
    const read = await this.send({ method: 'GET', path: request.path, headers: {} })
    if (request.method === 'DELETE') {
      if (read.status === 404) this.own.remove(id)
      return read.status === 404
    }
    const post = asPost(readBody(read.body))
    if (title === undefined || post?.title !== title || post.content !== content) return false
    this.adopt({ id, title, content })
    return true
  }

  /** Takes over a post that the run made by other means. @param kind who chose its id, where it is new. */
  adopt(post: OwnPost, kind: 'created' | 'named' = 'created'): void {
    if (!this.own.get(post.id)) {
      this.writes.made(post.id)
      const create = this.#creates.findLast((exchange) => sentTexts(exchange).title === post.title)
      if (create) this.writesTo.set(post.id, [create])
    }
    this.own.put(post, kind)
  }

  /**
   * Looks for a post that a service made without the texts of the request.
   * @returns its id; undefined where there is none, or it may be foreign.
   */
  async findUnmarked(reply: ReceivedReply): Promise<PostId | undefined> {
    if (!this.#book || !isSuccess(reply)) return undefined
    await readWholeList(this.send)
    return this.#book.takeUnmarked(idsNamedBy(reply))
  }

  async replace({ id }: OwnPost, fields: PostFields): Promise<OwnPost> {
    const post = { id, ...fields }
    await this.#write('PUT', `/posts/${id}`, fields)
    this.adopt(post)
    return post
  }

  async delete({ id }: OwnPost): Promise<void> {
    await this.#write('DELETE', `/posts/${id}`)
    this.own.remove(id)
  }

  async #write(method: string, path: string, fields?: PostFields): Promise<void> {
    const { exchange, isDone } = await this.repeatWhileBusy(await this.#exchange(method, path, fields))
    if (!isDone) expectSuccess(exchange)
  }

  async #exchange(method: string, path: string, fields?: PostFields): Promise<Exchange> {
    const request = fields ? jsonRequest(method, path, fields) : { method, path, headers: {} }
    return { request, reply: await this.send(request) }
  }
}

function expectSuccess(exchange: Exchange): void {
  const { request, reply } = exchange
  if (!isSuccess(reply))
    throw new SetUpError(`${request.method} ${request.path} answered ${reply.status}`, exchange)
}
