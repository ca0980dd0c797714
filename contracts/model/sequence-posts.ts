import type { PostId } from '../../handlers/model/post.ts'
import type { Book } from '../custody/book.ts'
import { type Exchange, idIn, isSuccess, type ReceivedReply, type Send } from '../spec/exchange.ts'
import { idsNamedBy, sentTexts } from '../spec/post-text.ts'
import type { Patience } from '../wire/clock.ts'
import type { Pace } from '../wire/pace.ts'
import { readWholeList, type WholeList } from '../wire/whole-list.ts'
import type { OwnPost, OwnPosts } from './own-posts.ts'
import type { WriteLog } from './write-log.ts'

export interface SequencePostsOptions {
  readonly send: Send
  readonly own: OwnPosts
  readonly writes: WriteLog
  /** Makes a unique title. */
  readonly nextTitle: () => string
  /** What is known of the posts of the provider. */
  readonly book?: Pick<Book, 'takeUnmarked'>
  readonly patience: Patience
  readonly pace: Pace
}

/** Conflict, Locked and Too Early: the same request may succeed later. */
const notYet: readonly number[] = [409, 423, 425]

/** Longer writes are not kept, in characters. */
const longestKept = 10_000

/** The posts of a sequence, and what it sent: every request of it goes through here. */
export class SequencePosts {
  readonly own: OwnPosts
  readonly writes: WriteLog
  /** Makes a unique title. */
  readonly nextTitle: () => string
  /** The writes, as evidence, in the order in which they were sent, and the post that each created. */
  readonly #sent: { readonly exchange: Exchange; created?: PostId }[] = []
  readonly #options: SequencePostsOptions

  constructor(options: SequencePostsOptions) {
    this.#options = options
    this.own = options.own
    this.writes = options.writes
    this.nextTitle = options.nextTitle
  }

  readonly send: Send = async (request) => {
    this.writes.note(request, this.#isThere)
    const sent = await this.#options.send(request)
    const reply = await this.#awaitDelete({ request, reply: sent })
    const isShort = (request.body?.length ?? 0) + reply.body.length <= longestKept
    if (request.method !== 'GET' && isShort) this.#sent.push({ exchange: { request, reply } })
    return reply
  }

  readonly #isThere = (id: PostId): boolean => this.own.get(id) !== undefined

  /** Repeats the delete of a post that a service may not delete yet; returns the last reply. */
  async #awaitDelete({ request, reply }: Exchange): Promise<ReceivedReply> {
    const id = request.method === 'DELETE' ? idIn(request.path) : undefined
    if (id === undefined || !this.#isThere(id) || !notYet.includes(reply.status)) return reply
    const again = async () => {
      const next = await this.#options.send(request)
      return notYet.includes(next.status) ? undefined : next
    }
    return (await this.#options.patience.until(again)) ?? reply
  }

  /** The kept writes to posts, in the order in which they were sent. */
  writesTo(ids: ReadonlySet<PostId | undefined>): Exchange[] {
    return this.#sent.flatMap(({ exchange, created = idIn(exchange.request.path) }) =>
      created !== undefined && ids.has(created) ? exchange : [],
    )
  }

  /** Whether the list has pages: foreign writes may move posts between them during a read. */
  get isPaged(): boolean {
    return this.#options.pace.isPaged
  }

  /** Reads the list to its last page. @param look reads a page. */
  async wholeList(look: Send): Promise<WholeList> {
    const list = await readWholeList(look)
    this.#options.pace.isPaged ||= list.isPaged
    return list
  }

  /** Takes over a post. @param kind who chose its id, where it is new. */
  adopt(post: OwnPost, kind: 'created' | 'named' = 'created'): void {
    if (!this.own.get(post.id)) {
      this.writes.made(post.id)
      const create = this.#sent.findLast(({ exchange }) => sentTexts(exchange).title === post.title)
      if (create?.exchange.request.method === 'POST') create.created = post.id
    }
    this.own.put(post, kind)
  }

  /**
   * Looks for a post that a service made without the texts of the request.
   * @returns its id; undefined where there is none, or it may be foreign.
   */
  async findUnmarked(reply: ReceivedReply): Promise<PostId | undefined> {
    const { book } = this.#options
    if (!book || !isSuccess(reply)) return undefined
    await readWholeList(this.send)
    return book.takeUnmarked(idsNamedBy(reply))
  }
}
