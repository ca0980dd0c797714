import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { isSuccess } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import type { RequestGuard, Wire } from '../wire/client.ts'
import { noPatience, type Patience } from '../wire/patience.ts'
import { foreignPost, WriteRefused } from '../wire/set-up-error.ts'
import { type DecodedReply, isRead, type RawRequest } from '../wire/target.ts'
import { readWholeList } from '../wire/whole-list.ts'
import { isWrapped, KnownPosts, type Shown } from './known-posts.ts'
import type { Ledger } from './ledger.ts'

/** Headers that override the method. */
const override = /method-override|^x-http-method$|^x-method$/i
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
  readonly #ledger: Ledger
  readonly #patience: Patience
  readonly #known: KnownPosts
  #isListBroken = false
  #base: string | undefined

  /**
   * @param patience how long to wait for a list that does not show a new post yet.
   * @param stop ends the run where too many foreign posts appear. Default continues.
   */
  constructor(ledger: Ledger, patience: Patience = noPatience, stop: (reason: string) => void = () => {}) {
    this.#ledger = ledger
    this.#patience = patience
    this.#known = new KnownPosts(ledger, stop)
  }

  async pass(request: RawRequest, wire: Wire): Promise<DecodedReply> {
    const { method, path } = request
    if (!isRead(method)) await this.#admit(request, wire)
    const sentAt = this.#known.nextMoment()
    const decoded = await wire.send().catch((error: unknown) => {
      if (method === 'DELETE') this.#known.endDelete(path, false)
      throw error
    })
    if (method === 'GET' && path.startsWith('/posts')) this.#known.learnOnce(path, decoded.reply, sentAt)
    if (method === 'DELETE') this.#known.endDelete(path, isSuccess(decoded.reply))
    if (method === 'POST' && isSuccess(decoded.reply)) this.#known.noteCreated(request, decoded.reply)
    return decoded
  }

  async #admit(request: RawRequest, wire: Wire): Promise<void> {
    const { method, path, headers } = request
    const body = (request.body?.toString() ?? '').replace(/^\ufeff/, '')
    const refuse = (reason: string, isUnproven = false) => {
      throw new WriteRefused(method, path, reason, isUnproven)
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
    if (!this.#known.knowsList) await this.#readList(wire)
    if (method === 'POST' && !this.#known.knowsList)
      refuse('the list cannot be read, so a new post could not be distinguished from foreign ones')
    if (method === 'POST' && this.#ledger.areForeignTooMany)
      refuse('the lists showed more foreign posts than a run can remember')
    if (method === 'POST' && !(await this.#areProven(wire)))
      refuse(
        `${this.#known.unprovenCount} created posts could not be removed: reading them, or the list, does not show what this run sent`,
        true,
      )
    for (const each of typeof id === 'string' || id === undefined ? named : [id, ...named]) {
      const reason = await this.#refusalOf(each, method, wire)
      if (reason !== undefined) refuse(reason)
    }
    this.#known.noteWrite(request, typeof id === 'string' ? undefined : id, body)
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
    const { isForeign } = this.#ledger
    if (isForeign(id)) return foreignPost
    const known = this.#known
    const isProven = () => known.read.has(id) && known.listed.has(id)
    // Another client may have deleted the run's post, and its id may be a foreign post's now.
    if (isProven() && !(this.#ledger.areOthersAtWork && method === 'DELETE')) return undefined
    if (!known.read.has(id) || isProven()) {
      const shown = await this.#readOnceListed(id, wire)
      if (isForeign(id)) return foreignPost
      if (shown === 'none') return this.#refusalWhereNone(id)
      if (shown === 'unmarked') return undefined
      if (shown !== 'ours') return unproven
    }
    if (known.listed.has(id)) return undefined
    let shown: Shown | undefined
    await this.#patience.until(async () => {
      await this.#readList(wire)
      if (known.listed.has(id) || isForeign(id)) return true
      // The list may be right, and the read outdated.
      shown = await this.#readPost(id, wire)
      return shown !== 'ours' || isForeign(id) || undefined
    })
    if (isForeign(id)) return foreignPost
    if (known.listed.has(id)) return undefined
    if (shown === 'none') return this.#refusalWhereNone(id)
    if (shown === 'ours' && this.#isListBroken && (await this.#isNewBesideList(id, wire))) return undefined
    return 'the list does not show it'
  }

  /**
   * Whether a post that reads as the run's is so although the list fails: earlier lists did not have its id, no other
   * client creates posts, and a distant id does not read as the run's too.
   */
  async #isNewBesideList(id: PostId, wire: Wire): Promise<boolean> {
    const { isAnyProven } = this.#known
    if (!isAnyProven || this.#ledger.areOthersAtWork || !this.#known.unproven.has(id)) return false
    const distant = toPostId(BigInt(id) + (id < 0 ? distance : -distance))
    return distant !== undefined && (await this.#readPost(distant, wire)) === 'none'
  }

  /** Whether almost all created posts are proven the run's own; looks if necessary. */
  async #areProven(wire: Wire): Promise<boolean> {
    const known = this.#known
    if (known.areFewUnproven) return true
    for (const id of [...known.unproven]) {
      const isUnmarked = () => this.#ledger.owned(id)?.unmarked !== undefined
      if ((await this.#isOfNoPost(id, wire)) || isUnmarked()) known.unproven.delete(id)
    }
    const look = async () => {
      await this.#readList(wire)
      if (!this.#isListBroken) known.forgetUnnamed()
      return known.areFewUnproven || undefined
    }
    // Creates at the same time are proven a little later, whatever the service does.
    return known.areFewUnproven || (await this.#patience.until(look, () => false)) === true
  }

  /** Whether an id from a reply names no post that could be left: it may be the number of a job. */
  async #isOfNoPost(id: PostId, wire: Wire): Promise<boolean> {
    const isShown = this.#known.read.has(id) || this.#known.listed.has(id)
    return !isShown && (await this.#readPost(id, wire)) === 'none' && !this.#known.wasSeen(id)
  }

  #refusalWhereNone(id: PostId): string | undefined {
    // A post was there, and this run did not delete it.
    if (this.#known.wasSeen(id)) return unproven
    return this.#known.wasFreed(id) && this.#ledger.areOthersAtWork && this.#known.areIdsReused
      ? 'ids are reused here and other clients create posts, so a foreign post may have it by now'
      : undefined
  }

  /** At another base address the same id is another post. */
  #forgetProofs(base: string): void {
    if (this.#base !== undefined) this.#known.forgetReads()
    this.#base = base
  }

  async #readList(wire: Wire): Promise<void> {
    const { broken } = await readWholeList(async ({ path }) => {
      const sentAt = this.#known.nextMoment()
      const reply = await wire.read(path)
      this.#known.learn(path, reply, sentAt)
      return reply
    })
    // A list that answers 404 shows no posts.
    if (!broken || broken.status === 404) this.#known.knowsList = true
    this.#isListBroken = broken !== undefined && broken.status !== 404 && !isWrapped(broken)
  }

  async #readPost(id: PostId, wire: Wire): Promise<Shown> {
    const sentAt = this.#known.nextMoment()
    return this.#known.learnShown(id, await wire.read(`/posts/${id}`), sentAt)
  }

  /** Reads a post; a list may show it before a read does. */
  async #readOnceListed(id: PostId, wire: Wire): Promise<Shown> {
    const shown = await this.#readPost(id, wire)
    if (shown !== 'none' || !this.#known.listed.has(id)) return shown
    const later = async () => {
      const again = await this.#readPost(id, wire)
      return again === 'none' ? undefined : again
    }
    return (await this.#patience.until(later)) ?? 'none'
  }
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
