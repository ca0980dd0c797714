import { type JsonValue, stringifyJson } from '../../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply, type Send } from '../../document/exchange.ts'
import { type KnownIds, listingOf } from '../../document/listing.ts'
import { isObject, readBody } from '../../document/post-text.ts'
import type { Ledger } from '../ledger.ts'
import { somebodyElses, WriteRefused } from '../set-up-error.ts'
import { readWholeList } from '../whole-list.ts'
import type { OwnedPost } from './ledger-entry.ts'
import { idNamedBy } from './open-creates.ts'
import { bearsMark, ownershipOf } from './ownership.ts'
import { type UnresolvedCreate, unresolvedCreates } from './unresolved-creates.ts'

/** Removes the posts of a ledger one by one, and nothing else. */
export class Removal {
  readonly #ledger: Ledger
  readonly #send: Send
  readonly #unmarked: boolean
  readonly #deleted = new Set<PostId>()
  readonly #foreignPosts = new Set<PostId>()
  /** Posts that the list or the ledger takes for the run's, and that may not be deleted. */
  readonly #refused = new Map<PostId, UnresolvedCreate>()
  /** The posts that were read as gone, by their ids. */
  readonly #gone = new Map<PostId, OwnedPost>()
  /** Posts that the list showed with the marker when it was last read, by their ids, with their titles. */
  readonly #marked = new Map<PostId, string>()
  /** How many items the list showed with the marker, and without an id by which they could be removed. */
  #nameless = 0
  /** The ids of all posts that the list showed when it was last read. */
  #listed: KnownIds | undefined
  #doubts: readonly UnresolvedCreate[] = []

  /** @param unmarked whether posts that bear no mark of the run are removed too. */
  constructor(ledger: Ledger, send: Send, unmarked: boolean) {
    this.#ledger = ledger
    this.#send = send
    this.#unmarked = unmarked
  }

  /** How many posts were deleted. */
  get count(): number {
    const left = new Set(this.#ledger.posts.map(({ id }) => id))
    return [...this.#deleted].filter((id) => !left.has(id)).length
  }

  /** Ids that were ours and under which something else is read now. */
  get foreignPosts(): readonly PostId[] {
    return [...this.#foreignPosts]
  }

  /** Whether the list shows nothing any more that is gone: it may be a while behind. */
  get isListRight(): boolean {
    return this.#stale.length === 0
  }

  /** What may be of the run and is not to be touched, but worth a look. */
  get doubts(): readonly UnresolvedCreate[] {
    const changed = [...this.#marked].flatMap(([id, title]) => {
      const reason = 'the list shows the mark of the run, and the post itself does not'
      return this.#foreignPosts.has(id) && !this.#refused.has(id) ? { id, title, reason } : []
    })
    const stale = this.#stale.map(([id, title]) => {
      return { id, title, reason: 'the list shows it, although there is no such post' }
    })
    const reason = `the list shows ${this.#nameless} of them without an id by which they could be removed`
    const nameless = { id: undefined, title: `${this.#ledger.marker}-*`, reason }
    const withoutId = this.#nameless > 0 ? [nameless] : []
    return [...this.#refused.values(), ...changed, ...stale, ...withoutId, ...this.#doubts]
  }

  /** Why posts were left that may be the run's, by their ids. */
  get refused(): ReadonlyMap<PostId, UnresolvedCreate> {
    return this.#refused
  }

  /** Removes a post if it is ours; it stays in the ledger if it is still there afterwards. */
  async remove(post: OwnedPost): Promise<void> {
    const { id } = post
    this.#refused.delete(id)
    const found = ownershipOf(await this.#read(id), post, this.#ledger)
    // What neither reading nor the list shows is not there.
    const isNowhere = found === 'unclear' && this.#listed?.has(id) === false
    if (found === 'none' || isNowhere) return this.#forget(post)
    if (found === 'another') {
      this.#foreignPosts.add(id)
      return this.#ledger.removed(id)
    }
    // Who cannot be read is taken for ours only if the list says so.
    if (found === 'unclear' && !this.#marked.has(id)) return
    if (post.unmarked !== undefined && !this.#unmarked) return
    const answer = await this.#delete(post)
    if (!answer) return
    const after = ownershipOf(await this.#read(id), post, this.#ledger)
    if (after === 'ours' || (after === 'unclear' && !isSuccess(answer))) return
    this.#deleted.add(id)
    this.#forget(post)
  }

  /** Sends a delete; what may not be deleted is told, and left. */
  async #delete({ id, title }: OwnedPost): Promise<ReceivedReply | undefined> {
    try {
      return await this.#send({ method: 'DELETE', path: `/posts/${id}`, headers: {} })
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      if (error.isForeign) this.#leave({ id, title }, error.reason)
      else this.#refuse({ id, title }, error.reason)
      return undefined
    }
  }

  #refuse({ id, title }: Pick<OwnedPost, 'id' | 'title'>, reason: string): void {
    this.#refused.set(id, { id, title, reason: `left, because ${reason}` })
  }

  /** Leaves a post that is not the run's. */
  #leave(post: Pick<OwnedPost, 'id' | 'title'>, reason: string): void {
    this.#refuse(post, reason)
    this.#foreignPosts.add(post.id)
    this.#ledger.removed(post.id)
  }

  /**
   * Takes posts over that are listed with the marker, among them those whose id never became known, and those without it
   * that came of a create of the run beyond doubt.
   * @returns false where the list cannot be read.
   */
  async findListed(): Promise<boolean> {
    await this.#findNamed()
    const items = await this.#list()
    this.#marked.clear()
    this.#nameless = 0
    for (const item of items ?? []) {
      const id = isObject(item) ? toPostId(item.id) : undefined
      if (!isObject(item) || id === undefined) {
        if (stringifyJson(item).includes(this.#ledger.marker)) this.#nameless++
        continue
      }
      if (!bearsMark(item, this.#ledger.marker)) continue
      const title = String(item.title)
      this.#marked.set(id, title)
      if (this.#ledger.isForeign(id)) this.#leave({ id, title }, somebodyElses)
      if (this.#foreignPosts.has(id) || this.#isStale(id, title)) continue
      this.#ledger.created({ id, title, content: String(item.content) })
    }
    this.#listed = items && listingOf(items).ids
    if (items) this.#doubts = unresolvedCreates(this.#ledger, items, this.#foreignPosts)
    return items !== undefined
  }

  /** Takes over what the replies to creates name: a list may be a while behind. */
  async #findNamed(): Promise<void> {
    for (const create of this.#ledger.openCreates) {
      const id = idNamedBy(create)
      const { token: title } = create
      if (id === undefined || title === undefined || create.before.has(id)) continue
      if (ownershipOf(await this.#read(id), { id, title }, this.#ledger) === 'ours')
        this.#ledger.created({ id, title })
    }
  }

  #forget(post: OwnedPost): void {
    this.#gone.set(post.id, post)
    this.#ledger.removed(post.id)
  }

  get #stale(): readonly (readonly [PostId, string])[] {
    return [...this.#marked].filter(([id, title]) => this.#isStale(id, title))
  }

  /** Asks whether what the list shows is a post that is gone, and not a later one with its id. */
  #isStale(id: PostId, title: string): boolean {
    const gone = this.#gone.get(id)
    return gone !== undefined && (gone.title === '' || title.includes(gone.title.trim()))
  }

  /** The items of the list, also of one that is wrapped: nobody is judged here. */
  async #list(): Promise<readonly JsonValue[] | undefined> {
    const { items, broken } = await readWholeList(this.#send)
    if (!broken) return items
    const value = isSuccess(broken) ? readBody(broken.body) : undefined
    return isObject(value) ? Object.values(value).find((member) => Array.isArray(member)) : undefined
  }

  #read(id: PostId): Promise<ReceivedReply> {
    return this.#send({ method: 'GET', path: `/posts/${id}`, headers: {} })
  }
}
