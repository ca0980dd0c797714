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
} from '../spec/exchange.ts'
import { sentTexts } from '../spec/post-text.ts'
import { Concurrency } from '../wire/concurrency.ts'
import { findId, idsNamedBy } from '../wire/find-id.ts'
import { noPatience, type Patience } from '../wire/patience.ts'
import { SetUpError } from '../wire/set-up-error.ts'
import { readWholeList, type WholeList } from '../wire/whole-list.ts'
import { type OwnPost, OwnPosts } from './own-posts.ts'
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
  /** The create of each post and the latest two writes to it, without long ones. */
  readonly #writesTo = new Map<PostId, readonly Exchange[]>()
  /** When each kept write was sent: its place among them. */
  readonly #places = new WeakMap<Exchange['request'], number>()
  #kept = 0
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
    this.writes.note(request, this.#isThere)
    const sent = await this.#options.send(request)
    const reply = await this.#awaitDelete({ request, reply: sent })
    this.#keep({ request, reply })
    return reply
  }

  readonly #isThere = (id: PostId): boolean => this.own.get(id) !== undefined && !this.own.spoilt.has(id)

  /** Repeats the delete of a post that a service may not delete yet; returns the last reply. */
  async #awaitDelete({ request, reply }: Exchange): Promise<ReceivedReply> {
    const id = request.method === 'DELETE' ? idIn(request.path) : undefined
    if (id === undefined || !this.#isThere(id) || !notYet.includes(reply.status)) return reply
    const again = async () => {
      const next = await this.#options.send(request)
      return notYet.includes(next.status) ? undefined : next
    }
    return (await this.#patience.until(again)) ?? reply
  }

  /** Keeps a write as evidence. */
  #keep(exchange: Exchange): void {
    const { method, path, body = '' } = exchange.request
    if (body.length + exchange.reply.body.length > longestKept) return
    this.#places.set(exchange.request, this.#kept++)
    const id = idIn(path)
    if (method === 'POST' && isSuccess(exchange.reply))
      this.#creates = [...this.#creates.slice(1 - mostCreates), exchange]
    if (id !== undefined && (method === 'PUT' || method === 'DELETE')) {
      const [create = [], ...writes] = this.#writesTo.get(id) ?? []
      this.#writesTo.set(id, [create, ...writes.slice(-1), exchange].flat())
    }
  }

  /** The kept writes to posts, in the order in which they were sent. */
  writesTo(ids: Iterable<PostId>): Exchange[] {
    const place = ({ request }: Exchange) => this.#places.get(request) ?? 0
    return [...ids]
      .flatMap((id) => this.#writesTo.get(id) ?? [])
      .sort((one, other) => place(one) - place(other))
  }

  get areOthersAtWork(): boolean {
    return this.#book?.areOthersAtWork === true
  }

  /** Whether the list has pages: foreign writes may move posts between them during a read. */
  get isPaged(): boolean {
    return this.#concurrency.isPaged
  }

  /** Reads the list to its last page. @param look reads a page. */
  async wholeList(look: Send): Promise<WholeList> {
    const list = await readWholeList(look)
    this.#concurrency.isPaged ||= list.isPaged
    return list
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
    const others = this.own.alive.filter((post) => post.title.includes(title)).map(({ id }) => id)
    const look = () => findId(exchange.reply, title, this.send, others)
    const send = () => this.#exchange('POST', '/posts', { title, content })
    let exchange = await send()
    let found = isBusy(exchange.reply) ? await look() : undefined
    for (let tries = 1; !found && isBusy(exchange.reply) && tries < mostTries; tries++) {
      exchange = await send()
      found = await look()
    }
    if (fields.title === undefined && refusesValues(exchange.reply) && this.own.taken.trySentence())
      return await this.create(fields)
    if (!found) expectSuccess(exchange)
    found ??= await this.#patience.until(look)
    if (!found)
      throw new SetUpError('a create succeeded, but neither its reply nor the list shows the post', exchange)
    const post = { id: found.id, title, content }
    this.adopt(post)
    if (found.shown?.title === title && found.shown.content === content) this.writes.sawCreated(post.id)
    return post
  }

  /** Takes over a post that the run made by other means. @param kind who chose its id, where it is new. */
  adopt(post: OwnPost, kind: 'created' | 'named' = 'created'): void {
    if (!this.own.get(post.id)) {
      this.writes.made(post.id)
      const create = this.#creates.findLast((exchange) => sentTexts(exchange).title === post.title)
      if (create) this.#writesTo.set(post.id, [create])
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

  /** Sends an idempotent write, again where a service or its gateway is busy. */
  async #write(method: string, path: string, fields?: PostFields): Promise<void> {
    for (let tries = 1; ; tries++) {
      const exchange = await this.#exchange(method, path, fields)
      const wasDone = tries > 1 && method === 'DELETE' && exchange.reply.status === 404
      if (wasDone || !isBusy(exchange.reply) || tries === mostTries)
        return wasDone ? undefined : expectSuccess(exchange)
    }
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
