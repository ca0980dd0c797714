import type { JsonValue } from '../../../src/json.ts'
import { type PostId, toPostId } from '../../../src/post.ts'
import { isSuccess, type ReceivedReply, type Send } from '../../exchange.ts'
import { isObject, readBody } from '../../post-text.ts'
import { readWholeList } from '../../whole-list.ts'
import type { Ledger } from '../ledger.ts'
import { type Doubt, doubtsAbout } from './doubts.ts'
import { isOf } from './evidence.ts'
import type { OwnedPost } from './ledger-entry.ts'
import { textsOf } from './texts-of.ts'

/** Removes the posts of a ledger one by one, and nothing else. */
export class Removal {
  readonly #ledger: Ledger
  readonly #send: Send
  readonly #unmarked: boolean
  readonly #deleted = new Set<PostId>()
  readonly #strangers = new Set<PostId>()
  /** Posts that the list showed with the marker when it was last read. */
  readonly #listed = new Map<PostId, string>()
  #doubts: readonly Doubt[] = []

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
  get strangers(): readonly PostId[] {
    return [...this.#strangers]
  }

  /** What may be of the run and is not to be touched, but worth a look. */
  get doubts(): readonly Doubt[] {
    const reason = 'the list shows the mark of the run, and the post itself does not'
    const changed = [...this.#listed].flatMap(([id, title]) =>
      this.#strangers.has(id) ? { id, title, reason } : [],
    )
    return [...changed, ...this.#doubts]
  }

  /** Removes a post if it is ours; it stays in the ledger if it is still there afterwards. */
  async remove(post: OwnedPost): Promise<void> {
    const { id } = post
    const found = await this.#read(id)
    if (isGone(found)) return this.#ledger.removed(id)
    if (isSuccess(found) && !this.#isOurs(found.body, post)) {
      this.#strangers.add(id)
      return this.#ledger.removed(id)
    }
    // Who cannot be read is taken for ours only if the list says so.
    if (!isSuccess(found) && !this.#listed.has(id)) return
    if (post.unmarked !== undefined && !this.#unmarked) return
    const answer = await this.#send({ method: 'DELETE', path: `/posts/${id}`, headers: {} })
    const after = await this.#read(id)
    const freed = isSuccess(after) ? !this.#isOurs(after.body, post) : isSuccess(answer)
    if (!isGone(after) && !freed) return
    this.#deleted.add(id)
    this.#ledger.removed(id)
  }

  /**
   * Takes posts over that are listed with the marker, among them those whose id never became known, and those without it
   * that came of a create of the run beyond doubt.
   * @returns false where the list cannot be read.
   */
  async findListed(): Promise<boolean> {
    const items = await this.#list()
    this.#listed.clear()
    for (const item of items ?? []) {
      const id = isObject(item) ? toPostId(item.id) : undefined
      if (!isObject(item) || id === undefined || !this.#bearsMarker(item)) continue
      const title = String(item.title)
      this.#listed.set(id, title)
      if (this.#strangers.has(id)) continue
      this.#ledger.created({ id, title, content: String(item.content) })
    }
    if (items) this.#doubts = doubtsAbout(this.#ledger, items, this.#strangers)
    return items !== undefined
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

  #isOurs(body: string, { id, unmarked }: OwnedPost): boolean {
    const value = readBody(body)
    // Some services wrap a post: { "data": { … } }.
    const candidates = isObject(value) ? [value, ...Object.values(value)] : []
    return candidates.some((post) => {
      if (!isObject(post) || (toPostId(post.id) ?? id) !== id) return false
      if (this.#bearsMarker(post) || (unmarked !== undefined && textsOf(post) === unmarked)) return true
      const sent = this.#ledger.lastSentTo(id)
      return sent !== undefined && isOf(sent, post)
    })
  }

  #bearsMarker({ title, content }: { readonly [key: string]: JsonValue }): boolean {
    // A service may keep texts in capitals.
    return [title, content].some(
      (text) => typeof text === 'string' && text.toLowerCase().includes(this.#ledger.marker),
    )
  }
}

function isGone({ status }: ReceivedReply): boolean {
  return status === 404 || status === 410
}
