import { isSafe } from '../../handlers/http/plain.ts'
import { isObject } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { distantId, listPath, type PostKey, postPath } from '../scenarios/addresses.ts'
import { plainRequest, type ReceivedReply, type Send, type SentRequest } from '../scenarios/exchange.ts'
import { readBody } from '../scenarios/post-text.ts'
import type { RequestGuard } from '../wire/client.ts'
import { foreignPost, ProviderUnreachable, WriteRefused } from '../wire/failure.ts'
import { unanswered } from '../wire/messages.ts'
import { lookOnce, type PollUntil } from '../wire/retry.ts'
import { isSuccess } from '../wire/status.ts'
import { readWholeList } from '../wire/whole-list.ts'
import { sentIn } from './sent-texts.ts'
import type { End, Shown, TrackedPosts } from './tracked-posts.ts'

/** Headers that override the method. */
const override = /method-override|^x-http-method$|^x-method$/i
const unproven = 'reading it does not show what this run sent'

/** After so many posts that could not be removed, creates stop; with a list that was right, later. */
const mostUnproven = 5
/** With more copies of posts of the run, it stops: it could not remove them. */
const mostCopies = 20

/**
 * Decides whether a write may be sent: every PUT, PATCH and DELETE, and every POST with an id. A post is the run's
 * own once a read of its id and the list both show the run's mark in a text that was sent. A post that ever showed
 * anything else, but texts of another run, is foreign, whatever a reply says. An id without a post may be written if no
 * post was ever seen there. Every write is in the ledger before it is sent.
 */
export class WriteGuard {
  readonly #posts: TrackedPosts
  readonly #poll: PollUntil
  readonly #stop: (reason: string) => void
  readonly #underWay = new Set<Promise<unknown>>()
  #latestBare: Promise<unknown> = Promise.resolve()

  /**
   * @param poll waits for a list that does not show a new post yet.
   * @param stop ends the run where foreign posts are lost, or too many copies appear. Default continues.
   */
  constructor(posts: TrackedPosts, poll: PollUntil = lookOnce, stop: (reason: string) => void = () => {}) {
    this.#posts = posts
    this.#poll = poll
    this.#stop = stop
  }

  readonly pass: RequestGuard = async (request, send) => {
    if (isSafe(request.method)) return await this.#send(request, send)
    const reply = this.#write(request, send)
    const ended: Promise<unknown> = reply.catch(() => {}).finally(() => this.#underWay.delete(ended))
    this.#underWay.add(ended)
    return await reply
  }

  /** Resolves once no write is in progress; only then is it known what to remove. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #write(request: SentRequest, send: Send): Promise<ReceivedReply> {
    await this.#admit(request, send)
    if (request.method !== 'POST' || !this.#isBare(request)) return await this.#send(request, send)
    const turn = this.#latestBare.then(() => this.#sendBare(request, send))
    this.#latestBare = turn.catch(() => {})
    return await turn
  }

  #isBare({ headers, body = '' }: SentRequest): boolean {
    return this.#posts.marks.isBare(sentIn(body), headers)
  }

  /** Sends a create that may leave a post without a mark: between two lists it is the one new post without one. */
  async #sendBare(request: SentRequest, send: Send): Promise<ReceivedReply> {
    await this.#readList(send)
    const { listed, facts } = this.#posts
    const others =
      'other clients create posts, and without a title of this run its post could be one of theirs'
    const refusal = facts.areOthersAtWork ? others : 'the list cannot be read before it'
    if (!listed || facts.areOthersAtWork) throw new WriteRefused(request.method, request.path, refusal)
    const reply = await this.#send(request, send)
    // An interrupted run reads it when it cleans up.
    if (isSuccess(reply)) await this.#readList(send).catch(() => {})
    return reply
  }

  async #send(request: SentRequest, send: Send): Promise<ReceivedReply> {
    const end = this.#begin(request)
    let reply = unanswered
    try {
      reply = await send(request)
      return reply
    } catch (error) {
      if (error instanceof ProviderUnreachable && error.failureReason === 'timeout')
        reply = { ...reply, status: 504 }
      throw error
    } finally {
      end(reply)
    }
  }

  async #admit(request: SentRequest, send: Send): Promise<void> {
    const { method, path, headers } = request
    const posts = this.#posts
    const refuse = (reason: string) => {
      throw new WriteRefused(method, path, reason)
    }
    if (Object.keys(headers).some((name) => override.test(name)))
      refuse('one of its headers overrides the method')
    const named = idsIn(request.body ?? '')
    if (named === undefined) return refuse('the id in its body cannot be read')
    const keys = method === 'POST' ? [] : [posts.keyIn(path)].filter((key) => key !== undefined)
    if (method === 'POST' ? path !== listPath : keys.length === 0)
      refuse('its path is not the path of a post')
    if (!posts.facts.knowsList) await this.#readList(send)
    const lost = await posts.foreign.confirm((each) => this.#send(each, send))
    if (lost.length > 0 && !posts.facts.areOthersAtWork) {
      this.#stop('Posts that were there before this run are gone or changed, and the run writes no more.')
      refuse('posts that were there before this run are gone or changed')
    }
    if (method === 'POST') {
      if (!posts.facts.knowsList)
        refuse('the list cannot be read, so a new post could not be distinguished from foreign ones')
      if (!(await this.#areProven(send)))
        refuse(
          `${this.#unproven} created posts could not be removed: reading them, or the list, does not show what this run sent`,
        )
    }
    for (const each of [...keys, ...named]) {
      const reason = await this.#refusalOf(each, method, send)
      if (reason !== undefined) refuse(reason)
    }
  }

  /** Why an id may not be written; undefined where it may. */
  async #refusalOf(id: PostKey, method: string, send: Send): Promise<string | undefined> {
    const posts = this.#posts
    // Another client may have deleted the run's post, and its id may be a foreign post's now.
    let mustRead = posts.facts.areOthersAtWork && method === 'DELETE'
    let shown: Shown | undefined
    const foreign = () => (posts.stateOf(id) === 'foreign' ? { refusal: foreignPost } : undefined)
    // A write to a post that is being deleted waits for that: then the service is not late.
    let wasBeingDeleted = false
    const look = async () => {
      wasBeingDeleted ||= posts.get(id)?.deletedAt === Number.POSITIVE_INFINITY
      const isForeign = posts.stateOf(id) === 'foreign'
      if (mustRead || !posts.get(id)?.provenIn.has('read'))
        shown = isForeign
          ? 'other'
          : posts.shownIn(id, await this.#send(plainRequest('GET', postPath(id)), send))
      if (shown === 'none')
        return posts.get(id)?.provenIn.has('list') ? undefined : { refusal: this.#refusalWhereNone(id) }
      if (shown === 'other' || shown === 'unclear') return foreign() ?? { refusal: unproven }
      if (!posts.get(id)?.provenIn.has('list')) await this.#readList(send)
      // Where the list does not show that post, it may be right, and the read outdated.
      mustRead = true
      return foreign() ?? (posts.get(id)?.provenIn.has('list') ? { refusal: undefined } : undefined)
    }
    const decided = (await look()) ?? (await this.#poll(look, () => !wasBeingDeleted))
    if (decided) return decided.refusal
    if (shown === 'none') return this.#refusalWhereNone(id)
    if (method === 'DELETE' && (await this.#isNamed(id, send))) return undefined
    return 'the list does not show that post'
  }

  /**
   * Whether the reply to a create named a post that no list shows, and a read shows what was sent. A list that fails must
   * have shown others before, while no other client created posts.
   */
  async #isNamed(id: PostKey, send: Send): Promise<boolean> {
    const { marks, facts } = this.#posts
    const { isNamed = false, sent = [], seenIn } = this.#posts.get(id) ?? {}
    if (!isNamed || seenIn?.has('list')) return false
    if (!this.#posts.listed && (facts.proven === 0 || facts.areOthersAtWork)) return false
    return await this.#showsAlone(postPath(id), marks.marksIn([...sent]), send)
  }

  /** Whether a read of an address shows what was sent with one of these marks, and that of an id without a post does not. */
  async #showsAlone(path: string, sent: readonly string[], send: Send): Promise<boolean> {
    const { marks } = this.#posts
    const reply = await this.#send(plainRequest('GET', path), send)
    const mark = sent.find((each) => marks.isShownIn(reply, each))
    return (
      mark !== undefined &&
      !marks.isShownIn(await this.#send(plainRequest('GET', postPath(distantId)), send), mark)
    )
  }

  /** How many posts creates made that the run could not remove: one address may be that of two. */
  get #unproven(): number {
    const { marks, facts } = this.#posts
    return marks.unproven + facts.copies + facts.doublyNamed
  }

  /** Whether lists showed almost all created posts; looks if necessary. */
  async #areProven(send: Send): Promise<boolean> {
    const { facts } = this.#posts
    const areFewUnproven = () =>
      facts.doublyNamed < mostUnproven && this.#unproven < Math.max(mostUnproven, facts.proven / 4)
    const look = async () => {
      await this.#readList(send)
      return areFewUnproven() || undefined
    }
    // Creates at the same time are proven a little later, whatever the service does.
    return areFewUnproven() || (await this.#poll(look, () => false)) === true
  }

  #refusalWhereNone(id: PostKey): string | undefined {
    const posts = this.#posts
    // A post was there, and this run did not delete it.
    if (posts.get(id)?.wasSeen) return unproven
    return posts.get(id)?.deletedAt !== undefined && posts.facts.areOthersAtWork && posts.facts.areIdsReused
      ? 'ids are reused here and other clients create posts, so a foreign post may have it by now'
      : undefined
  }

  async #readList(send: Send): Promise<void> {
    await readWholeList((request) => this.#send(request, send))
  }

  /** Notes a request; call the returned function with the reply. Ends the run where there are too many copies of its posts. */
  #begin(request: SentRequest): End {
    const posts = this.#posts
    const end = posts.sending(request)
    return (reply) => {
      end(reply)
      const { copies } = posts.facts
      if (copies > mostCopies)
        this.#stop(
          `The provider shows ${copies} posts with texts of this run that no request of it made, and it cannot remove them.`,
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
