import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { type KnownIds, listingOf } from '../spec/listing.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import type { ProviderClient } from '../wire/client.ts'
import { WriteRefused } from '../wire/set-up-error.ts'
import { readWholeList } from '../wire/whole-list.ts'
import type { Ledger, PossibleLeftover } from './ledger.ts'
import type { OwnedPost } from './ledger-entry.ts'
import { idNamedBy } from './open-creates.ts'
import { bearsMark, type Ownership, ownershipOf } from './ownership.ts'
import { unresolvedCreates } from './unresolved-creates.ts'

/** A post with the mark that the guard takes for foreign: it was there before, or is one more than was sent. */
const unproven = 'it has the mark of this run, but nothing proves that this run made it'

const onlyListed = 'the list shows it, but reading it says that there is none'

/** Removes the posts of a ledger. */
export class Removal {
  readonly #ledger: Ledger
  readonly #client: ProviderClient
  readonly #unmarked: boolean
  readonly #deleted = new Set<PostId>()
  /** Ids of the run under which another post is read now. */
  readonly foreignPosts = new Set<PostId>()
  /** Posts that may be the run's and must not be deleted. */
  readonly refused = new Map<PostId, PossibleLeftover>()
  /** Posts whose read showed that they do not exist, by id. */
  readonly #gone = new Map<PostId, OwnedPost>()
  /** The ids and titles of posts with the marker in the latest list. */
  readonly #marked = new Map<PostId, string>()
  /** How many items of the latest list have the marker and no id. */
  #nameless = 0
  /** The ids in the latest list. */
  #listed: KnownIds | undefined
  #unresolved: readonly PossibleLeftover[] = []

  /** @param unmarked whether to remove posts without a mark too. */
  constructor(ledger: Ledger, client: ProviderClient, unmarked: boolean) {
    this.#ledger = ledger
    this.#client = client
    this.#unmarked = unmarked
  }

  get count(): number {
    return [...this.#deleted].filter((id) => !this.#ledger.owned(id)).length
  }

  /** Ids of posts that nothing shows at the end, although no DELETE of them succeeded. */
  get hidden(): readonly PostId[] {
    // A later run does not know what this one deleted.
    if (!this.#unmarked) return []
    const isKnown = (id: PostId) => this.#ledger.owned(id) !== undefined || this.#marked.has(id)
    return [...this.#gone.keys()].filter((id) => !this.#client.wasDeleted(id) && !isKnown(id))
  }

  /** Whether the list shows no deleted post; it may be outdated. */
  get isListRight(): boolean {
    return this.#stale.length === 0
  }

  /** Posts that may be the run's and are not removed. */
  get unresolved(): readonly PossibleLeftover[] {
    const changed = [...this.#marked].flatMap(([id, title]) => {
      const reason = 'the list shows it with the mark of the run, a read without'
      return this.foreignPosts.has(id) && !this.refused.has(id) ? { id, title, reason } : []
    })
    const stale = this.#stale.map(([id, title]) => {
      return { id, title, reason: 'the list shows it, but the post does not exist' }
    })
    const reason = `the list shows ${this.#nameless} of them without an id, so they cannot be removed`
    const nameless = { id: undefined, title: `${this.#ledger.marker}*`, reason }
    const withoutId = this.#nameless > 0 ? [nameless] : []
    return [...this.refused.values(), ...changed, ...stale, ...withoutId, ...this.#unresolved]
  }

  /** Removes a post if it is the run's; it stays in the ledger if it still exists afterwards. */
  async remove(post: OwnedPost): Promise<void> {
    const { id } = post
    this.refused.delete(id)
    const found = ownershipOf(await this.#read(id), post, this.#ledger)
    const isNowhere = found === 'unclear' && this.#listed?.has(id) === false
    const isListed = this.#marked.has(id) && !this.#client.wasDeleted(id)
    if ((found === 'none' && !isListed) || isNowhere) return this.#forget(post)
    if (found === 'another') {
      this.foreignPosts.add(id)
      return this.#ledger.removed(id)
    }
    // A post that cannot be read is the run's only if the list says so.
    if (found === 'unclear' && !this.#marked.has(id)) return
    if (post.unmarked !== undefined && !this.#unmarked) return
    const answer = await this.#delete(post, found)
    if (!answer) return
    const after = ownershipOf(await this.#read(id), post, this.#ledger)
    if (after === 'ours' || (!isSuccess(answer) && (after === 'unclear' || isListed))) return
    this.#deleted.add(id)
    this.#marked.delete(id)
    this.#forget(post)
  }

  /** Forgets the posts that the run deleted before, unless the list shows them. */
  forgetGone(): void {
    for (const post of this.#ledger.posts)
      if (this.#client.isGone(post.id) && !this.#marked.has(post.id)) this.#forget(post)
  }

  /** Sends a delete, unless the guard refuses it. */
  async #delete({ id, title }: OwnedPost, found: Ownership): Promise<ReceivedReply | undefined> {
    try {
      return await this.#client.send({ method: 'DELETE', path: `/posts/${id}`, headers: {} })
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      if (error.isForeign) this.#leave({ id, title })
      else this.#refuse({ id, title }, found === 'none' ? onlyListed : error.reason)
      return undefined
    }
  }

  #refuse({ id, title }: Pick<OwnedPost, 'id' | 'title'>, reason: string): void {
    this.refused.set(id, { id, title, reason: `not removed, because ${reason}` })
  }

  #leave(post: Pick<OwnedPost, 'id' | 'title'>): void {
    this.#refuse(post, unproven)
    this.foreignPosts.add(post.id)
    this.#ledger.removed(post.id)
  }

  /**
   * Adds listed posts to the ledger: those with the marker, and others that a create of the run certainly made.
   * @returns false where the list cannot be read.
   */
  async findListed(): Promise<boolean> {
    await this.#findNamed()
    const items = await this.#list()
    if (!items) return false
    this.#marked.clear()
    this.#nameless = 0
    for (const item of items) {
      const id = isObject(item) ? toPostId(item.id) : undefined
      if (!isObject(item) || id === undefined) {
        if (stringifyJson(item).includes(this.#ledger.marker)) this.#nameless++
        continue
      }
      if (!bearsMark(item, this.#ledger.marker)) continue
      const title = String(item.title)
      this.#marked.set(id, title)
      if (this.#ledger.isForeign(id)) this.#leave({ id, title })
      if (this.foreignPosts.has(id) || this.#isStale(id, title)) continue
      this.#ledger.created({ id, title, content: String(item.content) })
    }
    this.#listed = listingOf(items).ids
    this.#unresolved = unresolvedCreates(this.#ledger, items, this.foreignPosts)
    return true
  }

  /** Adds the posts in the replies to creates: the list may be outdated. */
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

  /** Whether a listed post is a deleted one, and not a new one with its id. */
  #isStale(id: PostId, title: string): boolean {
    const gone = this.#gone.get(id)
    if (!gone || !this.#client.wasDeleted(id)) return false
    return gone.title === '' || title.includes(gone.title.trim())
  }

  /** The items of the list, also of a wrapped one. */
  async #list(): Promise<readonly JsonValue[] | undefined> {
    const { items, broken } = await readWholeList(this.#client.send)
    if (!broken) return items
    const value = isSuccess(broken) ? readBody(broken.body) : undefined
    return isObject(value) ? Object.values(value).find((member) => Array.isArray(member)) : undefined
  }

  #read(id: PostId): Promise<ReceivedReply> {
    return this.#client.send({ method: 'GET', path: `/posts/${id}`, headers: {} })
  }
}
