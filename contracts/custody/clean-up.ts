import type { PostId } from '../../handlers/model/post.ts'
import { isSuccess } from '../spec/exchange.ts'
import { isObject } from '../spec/post-text.ts'
import type { ProviderClient } from '../wire/client.ts'
import { type Clock, realClock } from '../wire/clock.ts'
import { Concurrency } from '../wire/concurrency.ts'
import { ProviderUnreachable } from '../wire/provider-unreachable.ts'
import { WriteRefused } from '../wire/set-up-error.ts'
import { readWholeList } from '../wire/whole-list.ts'
import { itemsIn, type KnownPost, type Shown } from './book.ts'
import type { Ledger } from './ledger.ts'
import { type Item, idOf, textsShown } from './sent-texts.ts'

export interface CleanUpOptions {
  /** How long to retry a provider that does not answer, in milliseconds. Default 5000. */
  readonly patience?: number
  /** How long to wait for a delete to become visible, in milliseconds. Default 500. */
  readonly settle?: number
  /** Aborts when the user ends the run: from then on nothing is retried, and pauses are short. */
  readonly signal?: AbortSignal
  /** Default the system clock. */
  readonly clock?: Clock
  /** How many posts to remove at the same time, four or more. Default four. */
  readonly concurrency?: Concurrency
}

/** A post that the run created, or may have created, and could not remove. */
export interface Leftover {
  readonly title: string
  readonly path: string | undefined
  /** The command that removes it; undefined where the post may not be the run's. */
  readonly curl: string | undefined
  /** Why it is unknown whether the post exists, or whose it is. */
  readonly reason?: string
}

export interface CleanUpResult {
  readonly removed: number
  readonly leftovers: readonly Leftover[]
  /** Notes on posts that were not removed: another client changed them, or nothing shows them. */
  readonly notes: readonly string[]
}

/** The default of {@link CleanUpOptions.settle}, in milliseconds. */
export const usualSettle = 500
const atATime = 4
const passes = 3

/**
 * Removes every post of a run, also of a killed one: those that its book knows, and those that the list shows with the
 * run's marker. In up to three passes each post is read, deleted and read again, and then the list is read; the guard
 * of the client admits only deletes of posts that are proven the run's. What stays is named once. Ignores the client's
 * signal and waits for a provider that restarts. Never rejects for a provider's failure. Does not close the ledger; its
 * `close` removes the file where nothing is left.
 *
 * @example
 * const { removed, leftovers } = await cleanUp(ledger, client)
 * await ledger.close()
 */
export async function cleanUp(
  ledger: Ledger,
  client: ProviderClient,
  options: CleanUpOptions = {},
): Promise<CleanUpResult> {
  const { patience = 5000, settle = usualSettle, clock = realClock, signal } = options
  const { concurrency = new Concurrency(clock) } = options
  const width = concurrency.reducedBecause === undefined ? Math.max(atATime, concurrency.limit) : 1
  const removal = new Removal(ledger, client.uninterrupted(signal))
  const attempt = untilAway(() => (signal?.aborted ? 0 : patience), clock)
  const isIdle = removal.rest.length === 0 && !ledger.book.creates.mayHaveUnknown
  let isThere = isIdle || (await attempt(() => removal.list()))
  for (let pass = 0; pass < passes && removal.rest.length > 0 && isThere; pass++) {
    if (pass > 0) await clock.wait(signal?.aborted ? Math.min(settle, usualSettle) : settle, undefined)
    await concurrency.each(removal.rest, async (id) => void (await attempt(() => removal.remove(id))), width)
    isThere = await attempt(() => removal.list())
  }
  return removal.result()
}

/** Failures that may be temporary, as while a provider restarts. */
const passing = ['refused', 'reset', 'cut', 'timeout', 'no-route', 'proxy']
/** Between two tries at a provider that is unreachable, in milliseconds. */
const pause = 250

/**
 * Makes what runs work, again while the provider is unreachable, so the work must be repeatable. Once that has lasted
 * too long nothing is run any more, and the result is false.
 * @param patience the longest time without the provider, in milliseconds.
 */
function untilAway(patience: () => number, clock: Clock) {
  let awaySince: number | undefined
  let gaveUp = false
  return async (work: () => Promise<void>): Promise<boolean> => {
    while (!gaveUp) {
      try {
        await work()
        awaySince = undefined
        return true
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        awaySince ??= clock.now()
        gaveUp ||= !passing.includes(error.failureReason) || clock.now() - awaySince >= patience()
        if (!gaveUp) await clock.wait(pause, undefined)
      }
    }
    return false
  }
}

const reasons = {
  unproven: 'not removed, because it has the mark of this run, but nothing proves that this run made it',
  stale: 'the list shows it, but the post does not exist',
  blank: 'it has no text and appeared after a create of this run, so it may be its post',
  late: 'its create timed out or named no id, so it may still appear; "verify --sweep" removes it then',
}

/** The removal of the posts in a book. */
class Removal {
  readonly #ledger: Ledger
  readonly #client: ProviderClient
  #removed = 0
  /** Posts that the guard does not let go, with the reason. */
  readonly #refused = new Map<PostId, string>()
  /** What the latest read of each post showed. */
  readonly #shown = new Map<PostId, Shown>()
  /** Posts that nothing shows, although no DELETE was sent. */
  readonly #vanished = new Set<PostId>()
  /** The latest list that could be read; undefined before it. */
  #listed: ReadonlyMap<PostId, Item> | undefined

  constructor(ledger: Ledger, client: ProviderClient) {
    this.#ledger = ledger
    this.#client = client
  }

  /** The posts to remove. */
  get rest(): readonly PostId[] {
    // The reply to a DELETE that succeeded counts, unless the list shows the post nevertheless.
    const isGone = ({ id, isDeleted }: KnownPost) => isDeleted && this.#listed?.has(id) === false
    return this.#ledger.book.own.filter((post) => !isGone(post)).map(({ id }) => id)
  }

  /** Reads the whole list; the book learns from it. */
  async list(): Promise<void> {
    const { items, broken } = await readWholeList(this.#client.send)
    const shown = broken ? itemsIn(broken) : items
    if (!shown) return
    this.#listed = new Map(
      shown.filter(isObject).flatMap((item) => {
        const id = idOf(item)
        return id === undefined ? [] : [[id, item]]
      }),
    )
    this.#ledger.book.creates.accounted()
  }

  /** Removes a post; it stays in the book if it still exists afterwards. */
  async remove(id: PostId): Promise<void> {
    const { book } = this.#ledger
    this.#refused.delete(id)
    const { isRead = false, isListed: wasListed = false, isDeleted, freed } = book.get(id) ?? {}
    const isListed = this.#listed?.has(id)
    const found = await this.#read(id)
    if (book.isForeign(id)) return
    if (found === 'none' ? isDeleted || !isListed : found === 'unclear' && isListed === false) {
      if ((isRead || wasListed) && !freed) this.#vanished.add(id)
      return this.#ledger.removed(id)
    }
    // A post that cannot be read is the run's only if the list says so.
    if (found === 'unclear' && !isListed) return
    const isDone = await this.#delete(id)
    if (isDone === undefined) return
    const after = await this.#read(id)
    if (after === 'ours' || (!isDone && (after === 'unclear' || found === 'none'))) return
    this.#removed++
    this.#ledger.removed(id)
  }

  /** Sends a delete. @returns whether it succeeded; undefined where the guard refuses it. */
  async #delete(id: PostId): Promise<boolean | undefined> {
    try {
      return isSuccess(await this.#client.send({ method: 'DELETE', path: `/posts/${id}`, headers: {} }))
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      this.#refused.set(id, `not removed, because ${error.reason}`)
      return undefined
    }
  }

  async #read(id: PostId): Promise<Shown> {
    const reply = await this.#client.send({ method: 'GET', path: `/posts/${id}`, headers: {} })
    const shown = this.#ledger.book.shownIn(id, reply)
    this.#shown.set(id, shown)
    return shown
  }

  /** What stays, each post once. */
  result(): CleanUpResult {
    const { book, marker } = this.#ledger
    const listed = [...(this.#listed ?? [])]
    const isStale = (id: PostId) => book.get(id)?.isDeleted && this.#shown.get(id) === 'none'
    const doubtful = new Map<PostId, string>()
    for (const id of this.rest) {
      const reason = isStale(id) ? reasons.stale : this.#refused.get(id)
      if (reason !== undefined) doubtful.set(id, reason)
    }
    for (const [id, item] of listed) {
      const hasMark = textsShown(item).some((text) => text.toLowerCase().includes(marker))
      if (hasMark && book.isForeign(id)) doubtful.set(id, reasons.unproven)
      else if (book.mayBeOurs(id, item) && !this.rest.includes(id)) doubtful.set(id, reasons.blank)
    }
    const own = this.rest.filter((id) => !doubtful.has(id))
    const titleOf = (id: PostId) => book.get(id)?.title || textsShown(this.#listed?.get(id) ?? {})[0]
    const lost = book.lost.filter(({ id, isDeleted }) => !isDeleted && !doubtful.has(id))
    const leftovers: Leftover[] = [
      ...own.map((id) => {
        const path = `/posts/${id}`
        return { title: titleOf(id), path, curl: this.#client.curl({ method: 'DELETE', path, headers: {} }) }
      }),
      ...(book.creates.mayHaveUnknown ? [{ title: `${marker}*`, path: undefined, curl: undefined }] : []),
      ...[...doubtful].map(([id, reason]) => {
        return { title: titleOf(id) || '(no title)', path: `/posts/${id}`, curl: undefined, reason }
      }),
      ...book.creates.toCome.map((title) => ({
        title,
        path: undefined,
        curl: undefined,
        reason: reasons.late,
      })),
    ]
    const notes = [
      ...noteOn(
        'Not removed, because this run did not write what is there now',
        lost.map(({ id }) => id),
      ),
      ...noteOn(
        'Neither a read nor the list shows these posts of this run, and it deleted none of them, so they may still be there',
        [...this.#vanished].filter((id) => !this.#listed?.has(id)),
      ),
    ]
    for (const { id, isDeleted } of [...book.own, ...book.lost])
      if (isDeleted && !own.includes(id)) this.#ledger.removed(id)
    for (const { id } of book.lost) this.#ledger.removed(id)
    return { removed: this.#removed, leftovers, notes }
  }
}

const mostNamed = 10

function noteOn(about: string, ids: readonly PostId[]): string[] {
  if (ids.length === 0) return []
  const few = ids.slice(0, mostNamed).map((id) => `/posts/${id}`)
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
  return [`${about}: ${few.join(', ')}${more}.`]
}
