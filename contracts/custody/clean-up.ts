import { type PostKey, postPath } from '../scenarios/addresses.ts'
import { plainRequest } from '../scenarios/exchange.ts'
import type { ProviderClient } from '../wire/client.ts'
import { type Clock, realClock } from '../wire/clock.ts'
import { ignoreFailure, WriteRefused } from '../wire/failure.ts'
import { createPolling } from '../wire/retry.ts'
import { isLimited, isSuccess } from '../wire/status.ts'
import { readWholeList } from '../wire/whole-list.ts'
import type { KnownPost } from './tracked-post.ts'
import type { Shown, TrackedPosts } from './tracked-posts.ts'

export interface CleanUpOptions {
  /** How long to retry a provider that does not answer, in milliseconds. Default 5000. */
  readonly patience?: number
  /** How long to wait for a delete to become visible, in milliseconds. Default 500. */
  readonly settle?: number
  /** Default the system clock. */
  readonly clock?: Clock
}

/** A post that the run created, or may have created, and could not remove. */
export interface Leftover {
  readonly title: string
  readonly path?: string | undefined
  /** The command that removes it; missing where the post may not be the run's. */
  readonly curl?: string | undefined
  /** Why it is unknown whether the post exists, or whose it is. */
  readonly reason?: string
}

export interface CleanUpResult {
  readonly removed: number
  readonly leftovers: readonly Leftover[]
}

/** The default of {@link CleanUpOptions.settle}, in milliseconds. */
export const usualSettle = 500
const passes = 3

/**
 * Removes every post of a run, also of a killed one: those that it tracked, and those that the list shows with the
 * run's marker. In up to three passes each post is read, deleted and read again, and then the list is read; the guard
 * of the client admits only deletes of posts that are proven the run's. What stays is named once. Ignores the client's
 * signal and waits for a provider that restarts. Never rejects for a provider's failure. Does not close the ledger; its
 * `close` removes the file where nothing is left.
 *
 * @example
 * const { removed, leftovers } = await cleanUp(ledger.posts, client)
 * await ledger.close()
 */
export async function cleanUp(
  posts: TrackedPosts,
  client: ProviderClient,
  options: CleanUpOptions = {},
): Promise<CleanUpResult> {
  const { patience = 5000, settle = usualSettle, clock = realClock } = options
  const removal = new Removal(posts, client.uninterrupted)
  const whileAway = createPolling({ settle: patience, clock })
  /** Reads the list, again while the provider is away. @returns whether it is there. */
  const list = () => whileAway(() => removal.list().then(() => true, ignoreFailure()))
  const isIdle = removal.isDone && !posts.marks.areAny
  let isThere = isIdle || (await list())
  for (let pass = 0; pass < passes && !removal.isDone && isThere; pass++) {
    if (pass > 0) await clock.wait(settle, undefined)
    await client.pace.each(removal.rest, (key) => removal.remove(key)).catch(ignoreFailure())
    isThere = await list()
  }
  return removal.result()
}

/** Why posts may be left: true of one, and of many. */
const reasons = {
  unproven: 'not removed, because nothing proves that this run made what shows its mark',
  taken: 'not removed, because this run did not write what is there now',
  vanished: 'may still be there: reads showed posts and then none, and showed them again',
  hidden: 'deleted, and shown by no list, but still by a read',
  listed: 'deleted, and shown by no read, but still by the list',
  blank: 'may be of this run: without a text, and first listed after a create that may leave none',
  unlisted: 'the list could not be read at the end: more posts with such titles may be left',
  late: 'may still appear: shown by no read and no list yet; "verify --sweep" removes what appears',
}

/** The removal of the posts of a run. */
class Removal {
  readonly #posts: TrackedPosts
  readonly #client: ProviderClient
  #removed = 0
  /** Why posts may still be there, or may not be the run's. */
  readonly #reasons = new Map<PostKey, string>()
  /** The latest list that could be read to its end; undefined before it. */
  #listed: TrackedPosts['listed']

  constructor(posts: TrackedPosts, client: ProviderClient) {
    this.#posts = posts
    this.#client = client
  }

  /** The posts to remove: a DELETE that succeeded counts where reads showed that these work, unless a view shows the post. */
  get rest(): readonly PostKey[] {
    const { own, facts } = this.#posts
    const isThere = ({ state, provenIn }: KnownPost) =>
      state !== 'deleted' || provenIn.size > 0 || !facts.wasAnyGone
    return own.filter(isThere).map(({ id }) => id)
  }

  /** Whether nothing is left to remove or to wait for. */
  get isDone(): boolean {
    return this.rest.length + this.#posts.marks.toCome.length === 0
  }

  /** Reads the whole list. */
  async list(): Promise<void> {
    await readWholeList(this.#client.send)
    this.#listed = this.#posts.listed ?? this.#listed
  }

  /** Removes a post; it stays the run's if it still exists afterwards. */
  async remove(key: PostKey): Promise<void> {
    const posts = this.#posts
    const wasMissed = this.#reasons.get(key) === reasons.vanished
    this.#reasons.delete(key)
    const post = posts.get(key)
    const wasDeleted = post?.state === 'deleted'
    const isVanished = post && post.provenIn.size > 0 && post.deletedAt === undefined
    const isListed = this.#listed?.has(key)
    const { found, status } = await this.#read(key)
    if (posts.stateOf(key) === 'foreign') return
    const isGone = found === 'none' ? wasDeleted || !isListed : found === 'unclear' && isListed === false
    if (isGone) {
      if (post && this.#mayAppear(post)) this.#reasons.set(key, reasons.late)
      // Another server, or a replica, may show it the next time.
      else if (!isVanished || (wasMissed && !posts.facts.didAnyReturn))
        posts.note({ kind: 'removed', id: key })
      else this.#reasons.set(key, reasons.vanished)
      return
    }
    // A post that cannot be read is the run's only if the list says so.
    if (found === 'unclear' && !isListed) {
      this.#reasons.set(key, `not removed, because reading it answers ${status}`)
      return
    }
    try {
      const reply = await this.#client.send(plainRequest('DELETE', postPath(key)))
      const isDone = isSuccess(reply)
      const { found: after } = await this.#read(key)
      if (after === 'ours' || (!isDone && (after === 'unclear' || found === 'none'))) {
        if (isLimited(reply)) this.#reasons.set(key, `not removed, because DELETE answers ${reply.status}`)
        return
      }
      this.#removed++
      posts.note({ kind: 'removed', id: key })
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      const isHidden = wasDeleted && isListed === false
      this.#reasons.set(key, isHidden ? reasons.hidden : `not removed, because ${error.reason}`)
    }
  }

  /** Whether the reply to its create named it, and nothing has shown it yet: neither there, nor under another id. */
  #mayAppear({ isNamed, state, seenIn, sent }: KnownPost): boolean {
    return isNamed && state === 'sent' && seenIn.size === 0 && this.#posts.marks.mayAppear([...sent])
  }

  async #read(key: PostKey): Promise<{ readonly found: Shown; readonly status: number }> {
    const reply = await this.#client.send(plainRequest('GET', postPath(key)))
    return { found: this.#posts.shownIn(key, reply), status: reply.status }
  }

  /** What stays, each post once. */
  result(): CleanUpResult {
    const posts = this.#posts
    const { marker, marks, facts } = posts
    const { rest } = this
    for (const { id, state } of posts.taken)
      if (state !== 'deleted' || !facts.wasAnyGone) this.#reasons.set(id, reasons.taken)
    for (const [key, texts] of this.#listed ?? []) {
      if (posts.foreign.wasThere(key)) continue
      const hasMark = marks.marksIn(texts).length > 0
      const owner = posts.ownerOf(key, texts)
      const mayBeOurs = owner === 'uncertain' && !rest.includes(key)
      if (hasMark && (mayBeOurs || owner === 'foreign')) this.#reasons.set(key, reasons.unproven)
      else if (mayBeOurs) this.#reasons.set(key, reasons.blank)
    }
    const leftovers: Leftover[] = [
      ...rest.filter((key) => !this.#reasons.has(key)).map((key) => this.#leftover(key, this.#reasonOf(key))),
      ...(marks.areAny && !this.#listed ? [{ title: `${marker}*`, reason: reasons.unlisted }] : []),
      ...[...this.#reasons].map(([key, reason]) => this.#leftover(key, reason)),
      ...marks.toCome.map((title) => ({ title, reason: reasons.late })),
    ]
    // A post that is deleted, or foreign by now, does not keep the ledger.
    for (const { id } of [...posts.own, ...posts.taken])
      if (!rest.includes(id)) posts.note({ kind: 'removed', id })
    return { removed: this.#removed, leftovers }
  }

  /** Why a DELETE that was done did not remove a post; undefined where none was. */
  #reasonOf(key: PostKey): string | undefined {
    const { state, provenIn } = this.#posts.get(key) ?? {}
    return state === 'deleted' && provenIn?.has('list') && !provenIn.has('read') ? reasons.listed : undefined
  }

  #leftover(key: PostKey, reason?: string): Leftover {
    const [sent = ''] = this.#posts.get(key)?.sent ?? []
    const [shown = ''] = this.#listed?.get(key) ?? []
    const request = plainRequest('DELETE', postPath(key))
    const title = sent || shown || '(no title)'
    return { title, path: request.path, ...(reason ? { reason } : { curl: this.#client.curl(request) }) }
  }
}
