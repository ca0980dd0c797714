import { counted } from '../../handlers/choices/kinds.ts'
import { isObject } from '../../handlers/model/json.ts'
import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { distantId, idIn, listPath, postPath } from '../scenarios/addresses.ts'
import type { ReceivedReply, SentRequest } from '../scenarios/exchange.ts'
import { readBody } from '../scenarios/post-text.ts'
import type { RequestGuard, Wire } from '../wire/client.ts'
import { foreignPost, ProviderUnreachable, WriteRefused } from '../wire/failure.ts'
import { isRead, unanswered } from '../wire/messages.ts'
import { lookOnce, type PollUntil } from '../wire/retry.ts'
import { isSuccess } from '../wire/status.ts'
import { itemsIn, readWholeList } from '../wire/whole-list.ts'
import type { End, Shown } from './book.ts'
import type { Ledger } from './ledger.ts'

/** Headers that override the method. */
const override = /method-override|^x-http-method$|^x-method$/i
const unproven = 'reading it does not show what this run sent'

/** With more foreign posts that appear during a run, it stops: every read of the list takes longer. */
const mostNewcomers = 5000
/** With more copies of posts of the run, it stops: it could not remove them. */
const mostCopies = 20

/**
 * Decides whether a write may be sent: every PUT, PATCH and DELETE, and every POST with an id. A post is the run's
 * own once a read of its id and the list both show the run's mark in a text that was sent. A post that ever showed
 * anything else is foreign, whatever a reply says. An id without a post may be written if no post was ever seen
 * there. Every write is in the ledger before it is sent.
 */
export class WriteGuard implements RequestGuard {
  readonly #book: Ledger
  readonly #poll: PollUntil
  readonly #stop: (reason: string) => void
  readonly #underWay = new Set<Promise<unknown>>()
  #latestBare: Promise<unknown> = Promise.resolve()
  #isListBroken = false

  /**
   * @param poll waits for a list that does not show a new post yet.
   * @param stop ends the run where too many foreign posts appear. Default continues.
   */
  constructor(ledger: Ledger, poll: PollUntil = lookOnce, stop: (reason: string) => void = () => {}) {
    this.#book = ledger
    this.#poll = poll
    this.#stop = stop
  }

  async pass(request: SentRequest, wire: Wire): Promise<ReceivedReply> {
    if (isRead(request.method)) return await this.#send(request, wire)
    const reply = this.#write(request, wire)
    const ended: Promise<unknown> = reply.catch(() => {}).finally(() => this.#underWay.delete(ended))
    this.#underWay.add(ended)
    return await reply
  }

  /** Resolves once no write is in progress; only then is it known what to remove. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #write(request: SentRequest, wire: Wire): Promise<ReceivedReply> {
    await this.#admit(request, wire)
    if (request.method !== 'POST' || !this.#isBare(request)) return await this.#send(request, wire)
    const turn = this.#latestBare.then(() => this.#sendBare(request, wire))
    this.#latestBare = turn.catch(() => {})
    return await turn
  }

  #isBare({ headers, body = '' }: SentRequest): boolean {
    return this.#book.marks.isBare(body, headers)
  }

  /** Sends a create that may leave a post without a mark: between two lists it is the one new post without one. */
  async #sendBare(request: SentRequest, wire: Wire): Promise<ReceivedReply> {
    await this.#readList(wire)
    if (this.#isListBroken)
      throw new WriteRefused(request.method, request.path, 'the list cannot be read before it')
    const reply = await this.#send(request, wire)
    // An interrupted run reads it when it cleans up.
    if (isSuccess(reply)) await this.#readList(wire).catch(() => {})
    return reply
  }

  async #send(request: SentRequest, wire: Wire): Promise<ReceivedReply> {
    const end = this.#begin(request)
    let reply = unanswered
    try {
      reply = await wire.send()
      return reply
    } catch (error) {
      if (error instanceof ProviderUnreachable && error.failureReason === 'timeout')
        reply = { ...reply, status: 504 }
      throw error
    } finally {
      end(reply)
    }
  }

  /** Notes a request in the ledger; returns what notes its end. */
  #begin({ method, path, headers, body = '' }: SentRequest): End {
    if (method === 'POST') return this.#book.creating(body, headers)
    if (method === 'DELETE') return this.#book.deleting(idIn(path))
    if (method === 'GET' && path.startsWith(listPath)) return this.#reading(path)
    if (isRead(method)) return () => {}
    return this.#book.replacing(idIn(path), body, headers)
  }

  async #admit(request: SentRequest, wire: Wire): Promise<void> {
    const { method, path, headers } = request
    const book = this.#book
    const refuse = (reason: string) => {
      throw new WriteRefused(method, path, reason)
    }
    if (Object.keys(headers).some((name) => override.test(name)))
      refuse('one of its headers overrides the method')
    const named = idsIn(request.body ?? '')
    if (named === undefined) return refuse('the id in its body cannot be read')
    const id = method === 'POST' ? undefined : await this.#idOf(path, wire)
    if (method === 'POST' ? path !== listPath : id === undefined) refuse('its path is not the path of a post')
    if (!book.knowsList) await this.#readList(wire)
    if (method === 'POST') {
      if (!book.knowsList)
        refuse('the list cannot be read, so a new post could not be distinguished from foreign ones')
      if (book.areForeignTooMany) refuse('the lists showed more foreign posts than a run can remember')
      if (book.areOthersAtWork && this.#isBare(request))
        refuse('other clients create posts, and without a title of this run its post could be one of theirs')
      if (!(await this.#areProven(wire)))
        refuse(
          `${book.marks.unproven} created posts could not be removed: reading them, or the list, does not show what this run sent`,
        )
    }
    for (const each of typeof id === 'string' || id === undefined ? named : [id, ...named]) {
      const reason = await this.#refusalOf(each, method, wire)
      if (reason !== undefined) refuse(reason)
    }
  }

  /** The id in a path; the text where it is certainly not an id. */
  async #idOf(path: string, wire: Wire): Promise<PostId | string | undefined> {
    const [, segment = ''] = /^\/posts\/([^/?#]+)$/.exec(path) ?? []
    const parsed = parsePostId(segment)
    if ('id' in parsed) return parsed.id
    if (parsed.fault === 'malformed' && !/^[a-z-]+$/.test(segment)) return undefined
    const { status } = await wire.read(path)
    return status >= 400 && status < 500 ? segment : undefined
  }

  /** Why an id may not be written; undefined where it may. */
  async #refusalOf(id: PostId, method: string, wire: Wire): Promise<string | undefined> {
    const book = this.#book
    // Another client may have deleted the run's post, and its id may be a foreign post's now.
    let mustRead = book.areOthersAtWork && method === 'DELETE'
    let shown: Shown | undefined
    const foreign = () => (book.isForeign(id) ? { refusal: foreignPost } : undefined)
    const look = async () => {
      if (mustRead || !book.get(id)?.isRead)
        shown = book.isForeign(id) ? 'other' : await this.#readPost(id, wire)
      if (shown === 'none')
        return book.get(id)?.isListed ? undefined : { refusal: this.#refusalWhereNone(id) }
      if (shown === 'other' || shown === 'unclear') return foreign() ?? { refusal: unproven }
      if (!book.get(id)?.isListed) await this.#readList(wire)
      // Where the list does not show it, it may be right, and the read outdated.
      mustRead = true
      return foreign() ?? (book.get(id)?.isListed ? { refusal: undefined } : undefined)
    }
    const decided = (await look()) ?? (await this.#poll(look))
    if (decided) return decided.refusal
    if (shown === 'none') return this.#refusalWhereNone(id)
    if (this.#isListBroken && (await this.#isNewBesideList(id, wire))) return undefined
    return 'the list does not show it'
  }

  /**
   * Whether a post that reads as the run's is so although the list fails: earlier lists did not have its id, no other
   * client creates posts, and a distant id does not read as the run's too.
   */
  async #isNewBesideList(id: PostId, wire: Wire): Promise<boolean> {
    const book = this.#book
    const { isOwn = false, wasListed = true } = book.get(id) ?? {}
    if (book.proven === 0 || book.areOthersAtWork || !isOwn || wasListed) return false
    const distant = toPostId(BigInt(id) + BigInt(id < 0 ? distantId : -distantId))
    return distant !== undefined && (await this.#readPost(distant, wire)) === 'none'
  }

  /** Whether lists showed almost all created posts; looks if necessary. */
  async #areProven(wire: Wire): Promise<boolean> {
    const book = this.#book
    if (book.areFewUnproven) return true
    const look = async () => {
      await this.#readList(wire)
      return book.areFewUnproven || undefined
    }
    // Creates at the same time are proven a little later, whatever the service does.
    return book.areFewUnproven || (await this.#poll(look, () => false)) === true
  }

  #refusalWhereNone(id: PostId): string | undefined {
    const book = this.#book
    // A post was there, and this run did not delete it.
    if (book.wasSeen(id)) return unproven
    return book.get(id)?.deleted && book.areOthersAtWork && book.areIdsReused
      ? 'ids are reused here and other clients create posts, so a foreign post may have it by now'
      : undefined
  }

  async #readList(wire: Wire): Promise<void> {
    const { broken } = await readWholeList(({ path }) => this.#read(path, wire))
    this.#isListBroken = broken !== undefined && broken.status !== 404 && !itemsIn(broken)
  }

  async #readPost(id: PostId, wire: Wire): Promise<Shown> {
    return this.#book.shownIn(id, await this.#read(postPath(id), wire))
  }

  async #read(path: string, wire: Wire): Promise<ReceivedReply> {
    const end = this.#reading(path)
    const reply = await wire.read(path)
    end(reply)
    return reply
  }

  /** Lets the book learn from a read. Ends the run where the provider shows too many posts that are not the run's. */
  #reading(path: string): End {
    const book = this.#book
    const end = book.reading(path)
    return (reply) => {
      end(reply)
      if (book.copies > mostCopies)
        this.#stop(
          `The provider shows ${book.copies} posts with texts of this run that no request of it made, and it cannot remove them.`,
        )
      if (book.newcomers > mostNewcomers)
        this.#stop(
          `More than ${counted(mostNewcomers)} foreign posts appeared in the list during the run. Use a provider with fewer clients.`,
        )
    }
  }
}

/** The post ids in a body; undefined where one cannot be read. */
function idsIn(body: string): readonly PostId[] | undefined {
  const count = body.match(/"id"\s*:/g)?.length ?? 0
  if (count === 0) return []
  const value = readBody(body.replace(/^\ufeff/, ''))
  if (count > 1 || !isObject(value)) return undefined
  if (value.id === null) return []
  const id = toPostId(value.id)
  return id === undefined ? undefined : [id]
}
