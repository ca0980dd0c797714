import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { PostFields, PostId } from '../../handlers/model/post.ts'
import {
  type Exchange,
  isSuccess,
  type ReceivedReply,
  type Send,
  type SentRequest,
} from '../document/exchange.ts'
import type { KnownIds } from '../document/listing.ts'
import { Concurrency } from './concurrency.ts'
import { findId, idInBody, idInLocation } from './find-id.ts'
import { Looks } from './looks.ts'
import { type OwnPost, OwnPosts } from './own-posts.ts'
import { noPatience, type Patience } from './patience.ts'
import { SetUpError } from './set-up-error.ts'
import { refusesValues } from './taken-texts.ts'
import { readWholeList, type WholeList } from './whole-list.ts'
import { WriteLog } from './write-log.ts'

/** Told of every write before and after it, by {@link StateSetup}: the log that clean-up works from. */
export interface CleanUpLog {
  /** A post with this title is about to be created, or to come into being under an id that is free. */
  willCreate(title: string): Promise<void>
  /** The post is there, under this id. */
  created(post: OwnPost): void
  /** The post is gone. */
  removed?(id: PostId): void
  /** Takes over a post that bears no mark of this run, if the evidence suffices; tells its id then. */
  madeFor?(evidence: MadeFor): PostId | undefined
  /** Whether posts of others came since the first create of the run. */
  readonly areOthersAtWork?: boolean
  /** Lets the run write to posts that a state hook has made for it, those that were there before left out. */
  lend?(ids: readonly PostId[]): void
  /** Ends {@link CleanUpLog.lend}. */
  returnAll?(): void
}

/** What speaks for a post without a mark having come of a request of this run. */
export interface MadeFor {
  /** The id that the reply names, in its body or its Location; undefined where it names none. */
  readonly id: PostId | undefined
  /** The body of the request. */
  readonly sent: string
  /** The ids listed before the request. */
  readonly before: KnownIds
  /** The list after it. */
  readonly after: readonly JsonValue[]
}

export interface StateSetupOptions {
  readonly send: Send
  /** Default none yet. */
  readonly own?: OwnPosts
  /** Default nothing yet. */
  readonly writes?: WriteLog
  /** Makes a title that no other post has. */
  readonly nextTitle: () => string
  readonly cleanUpLog?: CleanUpLog
  /** Told of a create whose reply names another post than the one that was created. */
  readonly onMisnamed?: (exchange: Exchange, named: PostId, id: PostId) => void
  /** Default none: what was written is there at once. */
  readonly patience?: Patience
  /** Those of the run. Default nothing else is under way. */
  readonly concurrency?: Concurrency
}

/**
 * Where provider states are set up: a service, reached through its public interface alone, and the posts that this
 * run owns there.
 */
export class StateSetup {
  readonly send: Send
  readonly own: OwnPosts
  readonly writes: WriteLog
  /** What was read since the last write. */
  readonly looks = new Looks()
  readonly #concurrency: Concurrency
  readonly #nextTitle: () => string
  readonly #cleanUpLog: CleanUpLog | undefined
  readonly #patience: Patience
  readonly #onMisnamed: StateSetupOptions['onMisnamed']

  constructor(options: StateSetupOptions) {
    const { send, own = new OwnPosts(), nextTitle, cleanUpLog, patience = noPatience } = options
    this.send = async (request) => {
      this.writes.note(request, this.#isThere)
      if (request.method !== 'GET') this.looks.forget()
      const reply = await send(request)
      this.looks.note({ request, reply })
      return reply
    }
    this.own = own
    this.#concurrency = options.concurrency ?? new Concurrency()
    this.writes = options.writes ?? new WriteLog()
    this.#nextTitle = nextTitle
    this.#cleanUpLog = cleanUpLog
    this.#patience = patience
    this.#onMisnamed = options.onMisnamed
  }

  readonly #isThere = (id: PostId): boolean => this.own.get(id) !== undefined && !this.own.spoilt.has(id)

  /** Notes an exchange that somebody else had for this setup. */
  note(exchange: Exchange): void {
    this.writes.note(exchange.request, this.#isThere)
    this.looks.note(exchange)
  }

  /** Whether posts of others came since the first create of the run. */
  get areOthersAtWork(): boolean {
    return this.#cleanUpLog?.areOthersAtWork === true
  }

  /** Whether the list was seen to have pages: writes of others may move posts from one to the other while they are read. */
  get isPaged(): boolean {
    return this.#concurrency.pages.isPaged
  }

  /** Reads the list to its last page; a list in pages while no worker of the run writes. @param look reads a page. */
  async wholeList(look: Send): Promise<WholeList> {
    const { pages, limit } = this.#concurrency
    if (limit === 1 || !pages.isPaged) {
      const list = await readWholeList(look)
      pages.isPaged ||= list.isPaged
      if (limit === 1 || !pages.isPaged) return list
    }
    return await pages.reading(() => {
      this.looks.forget()
      return readWholeList(look)
    })
  }

  /** Sends a GET, unless it was sent since the last write. */
  async recall(request: SentRequest): Promise<ReceivedReply> {
    return this.looks.recall(request.path) ?? (await this.send(request))
  }

  /** A title that no other post has, and of which whoever cleans up knows. */
  async freeTitle(): Promise<string> {
    const mark = this.#nextTitle()
    await this.#cleanUpLog?.willCreate(mark)
    return this.own.taken.titleWith(mark)
  }

  /**
   * Creates a post and finds its id.
   * @throws SetUpError where the service refuses, or the post cannot be found.
   */
  async create(fields: Partial<PostFields> = {}): Promise<OwnPost> {
    const { title = await this.freeTitle(), content = `A content that nobody else would write, ${title}.` } =
      fields
    const exchange = await this.#exchange('POST', '/posts', { title, content })
    const { taken } = this.own
    if (fields.title === undefined && refusesValues(exchange.reply) && taken.trySentence())
      return await this.create(fields)
    expectSuccess(exchange)
    const others = this.own.alive.filter((post) => post.title.includes(title)).map(({ id }) => id)
    const found = await this.#patience.until(() => findId(exchange.reply, title, this.send, others))
    if (!found)
      throw new SetUpError('created a post, but found it neither by the reply nor in the list', exchange)
    if (found.misnamed !== undefined) this.#onMisnamed?.(exchange, found.misnamed, found.id)
    const post = { id: found.id, title, content }
    this.adopt(post)
    return post
  }

  /** Takes over a post that the run made by other means. @param kind how it came by its id, where it is new. */
  adopt(post: OwnPost, kind: 'created' | 'named' = 'created'): void {
    if (!this.own.get(post.id)) this.writes.made(post.id)
    this.own.put(post, kind)
    this.#cleanUpLog?.created(post)
  }

  /**
   * Takes over a post that a service made of a request without the texts in it, so that it can be removed.
   * @returns its id; undefined where there is none, or it might be somebody else's.
   */
  async adoptUnmarked(made: {
    reply: ReceivedReply
    sent: string
    before: KnownIds
  }): Promise<PostId | undefined> {
    const { reply, sent, before } = made
    if (!this.#cleanUpLog?.madeFor || !isSuccess(reply)) return undefined
    const id = idInBody(reply.body) ?? idInLocation(reply.headers.location)
    const { items } = await readWholeList(this.send)
    return this.#cleanUpLog.madeFor({ id, sent, before, after: items })
  }

  /**
   * Has a state hook make posts, which this run may write to until they are returned.
   * @param make resolves to the ids that the hook names.
   */
  async borrow(make: () => Promise<readonly PostId[]>): Promise<void> {
    // What is there before is not the hook's to lend.
    await readWholeList(this.send)
    this.#cleanUpLog?.lend?.(await make())
    this.looks.forget()
  }

  /** Ends {@link StateSetup.borrow}. */
  returnAll(): void {
    this.#cleanUpLog?.returnAll?.()
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
    expectSuccess(await this.#exchange(method, path, fields))
  }

  async #exchange(method: string, path: string, fields?: PostFields): Promise<Exchange> {
    const request = {
      method,
      path,
      headers: fields ? { 'content-type': 'application/json' } : {},
      body: fields && stringifyJson(fields),
    }
    return { request, reply: await this.send(request) }
  }
}

function expectSuccess(exchange: Exchange): void {
  const { request, reply } = exchange
  if (!isSuccess(reply))
    throw new SetUpError(`${request.method} ${request.path} answered ${reply.status}`, exchange)
}
