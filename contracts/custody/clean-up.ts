import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import type { ProviderClient } from '../wire/client.ts'
import { type Clock, realClock } from '../wire/clock.ts'
import { Concurrency } from '../wire/concurrency.ts'
import { ProviderUnreachable } from '../wire/provider-unreachable.ts'
import { WriteRefused } from '../wire/set-up-error.ts'
import { readWholeList } from '../wire/whole-list.ts'
import { itemsIn, type Shown } from './book.ts'
import type { Ledger } from './ledger.ts'

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
  const persistence = new Persistence(() => (signal?.aborted ? 0 : patience), clock)
  const list = () => persistence.try(() => removal.list())
  if (ledger.book.own.length > 0 || ledger.leftovers().length > 0) await list()
  for (let pass = 0; pass < passes && removal.rest.length > 0 && !persistence.gaveUp; pass++) {
    if (pass > 0) await clock.wait(signal?.aborted ? Math.min(settle, usualSettle) : settle, undefined)
    await concurrency.each(removal.rest, (id) => persistence.try(() => removal.remove(id)), width)
    await list()
  }
  return removal.result()
}

const reasons = {
  unproven: 'not removed, because it has the mark of this run, but nothing proves that this run made it',
  onlyListed: 'not removed, because the list shows it, but reading it says that there is none',
  stale: 'the list shows it, but the post does not exist',
  blank: 'it has no text and appeared after a create of this run, so it may be its post',
  'timed out': 'its create timed out, so the provider may still make it; "verify --sweep" removes it then',
  succeeded: 'its create succeeded, so it may still appear; "verify --sweep" removes it then',
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
  /** The latest list that could be read: all items, and those with an id; undefined before it. */
  #items: readonly JsonValue[] = []
  #listed: ReadonlyMap<PostId, JsonValue> | undefined

  constructor(ledger: Ledger, client: ProviderClient) {
    this.#ledger = ledger
    this.#client = client
  }

  /** The posts to remove. */
  get rest(): readonly PostId[] {
    // The reply to a DELETE that succeeded counts, unless the list shows the post nevertheless.
    const isDone = (id: PostId, isDeleted: boolean) => isDeleted && this.#listed?.has(id) === false
    return this.#ledger.book.own.filter(({ id, isDeleted }) => !isDone(id, isDeleted)).map(({ id }) => id)
  }

  /** Reads the whole list; the book learns from it. */
  async list(): Promise<void> {
    const { items, broken } = await readWholeList(this.#client.send)
    const wrapped = broken && isSuccess(broken) ? itemsIn(readBody(broken.body)) : []
    if (broken && wrapped.length === 0) return
    this.#items = broken ? wrapped : items
    this.#listed = new Map(
      this.#items.flatMap((item) => {
        const id = isObject(item) ? toPostId(item.id) : undefined
        return id === undefined ? [] : [[id, item]]
      }),
    )
    this.#ledger.accounted()
  }

  /** Removes a post; it stays in the book if it still exists afterwards. */
  async remove(id: PostId): Promise<void> {
    const { book } = this.#ledger
    this.#refused.delete(id)
    const before = book.get(id)
    const wasShown = before?.isRead || before?.isListed
    const isListed = this.#listed?.has(id)
    const found = await this.#read(id)
    if (book.isForeign(id)) return
    const isNowhere = found === 'unclear' && isListed === false
    if (isNowhere || (found === 'none' && (before?.isDeleted || !isListed))) {
      if (wasShown && !before?.freed) this.#vanished.add(id)
      return this.#ledger.removed(id)
    }
    // A post that cannot be read is the run's only if the list says so.
    if (found === 'unclear' && !isListed) return
    const answer = await this.#delete(id, found === 'none')
    if (!answer) return
    const after = await this.#read(id)
    if (after === 'ours' || (!isSuccess(answer) && (after === 'unclear' || found === 'none'))) return
    this.#removed++
    this.#ledger.removed(id)
  }

  /** Sends a delete, unless the guard refuses it. */
  async #delete(id: PostId, isOnlyListed: boolean): Promise<ReceivedReply | undefined> {
    try {
      return await this.#client.send({ method: 'DELETE', path: `/posts/${id}`, headers: {} })
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      if (!error.isForeign)
        this.#refused.set(id, isOnlyListed ? reasons.onlyListed : `not removed, because ${error.reason}`)
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
    const leftovers: Leftover[] = []
    const told = new Set<PostId>()
    const tell = (id: PostId | undefined, title: string, reason?: string) => {
      if (id !== undefined) told.add(id)
      const path = id === undefined ? undefined : `/posts/${id}`
      if (reason !== undefined) leftovers.push({ title, path, curl: undefined, reason })
      else {
        const curl =
          path === undefined ? undefined : this.#client.curl({ method: 'DELETE', path, headers: {} })
        leftovers.push({ title, path, curl })
      }
    }
    for (const id of this.rest) {
      const isStale = book.get(id)?.isDeleted === true && this.#shown.get(id) === 'none'
      tell(id, book.get(id)?.title ?? '', isStale ? reasons.stale : this.#refused.get(id))
      if (isStale) this.#ledger.removed(id)
    }
    for (const { id, isDeleted } of book.own) if (isDeleted && !told.has(id)) this.#ledger.removed(id)
    if (this.#ledger.leftovers().includes(undefined)) tell(undefined, `${marker}*`)
    const marked = this.#items.filter((item) => hasMark(item, marker))
    const nameless = marked.filter((item) => !isObject(item) || toPostId(item.id) === undefined).length
    for (const [id, item] of this.#listed ?? []) {
      if (!isObject(item) || told.has(id)) continue
      if (hasMark(item, marker) && book.isForeign(id)) tell(id, String(item.title), reasons.unproven)
      else if (book.mayBeOurs(id, item)) tell(id, '(no title)', reasons.blank)
    }
    if (nameless > 0)
      tell(
        undefined,
        `${marker}*`,
        `the list shows ${nameless} of them without an id, so they cannot be removed`,
      )
    for (const { mark, after } of book.toCome) tell(undefined, mark, reasons[after])
    const changed = book.lost.filter(({ id, isDeleted }) => !isDeleted && !told.has(id))
    for (const { id } of book.lost) this.#ledger.removed(id)
    const isListed = (id: PostId) => this.#listed?.has(id) === true
    return {
      removed: this.#removed,
      leftovers,
      notes: [
        ...noteOn(
          'Not removed, because this run did not write what is there now',
          changed.map(({ id }) => id),
        ),
        ...noteOn(
          'Neither a read nor the list shows these posts of this run, and it deleted none of them, so they may still be there',
          [...this.#vanished].filter((id) => !isListed(id)),
        ),
      ],
    }
  }
}

/** Whether an item of a list has the mark of a run; a service may change the case of texts. */
function hasMark(item: JsonValue, marker: string): boolean {
  return stringifyJson(item).toLowerCase().includes(marker)
}

const mostNamed = 10

function noteOn(about: string, ids: readonly PostId[]): string[] {
  if (ids.length === 0) return []
  const few = ids.slice(0, mostNamed).map((id) => `/posts/${id}`)
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
  return [`${about}: ${few.join(', ')}${more}.`]
}

/** Failures that may be temporary, as while a provider restarts. */
const passing = ['refused', 'reset', 'cut', 'timeout', 'no-route', 'proxy']
/** Between two tries at a provider that is unreachable, in milliseconds. */
const pause = 250

/** Retries while a provider is unreachable, until that has lasted too long. */
class Persistence {
  readonly #patience: () => number
  readonly #clock: Clock
  /** Whether the provider was unreachable for too long. */
  gaveUp = false
  #awaySince: number | undefined

  /** @param patience the longest time without the provider, in milliseconds. */
  constructor(patience: () => number, clock: Clock) {
    this.#patience = patience
    this.#clock = clock
  }

  /** Runs work, again after a failure, so it must be repeatable. */
  async try(work: () => Promise<void>): Promise<void> {
    while (!this.gaveUp) {
      try {
        await work()
        this.#awaySince = undefined
        return
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        this.#awaySince ??= this.#clock.now()
        const away = this.#clock.now() - this.#awaySince
        if (passing.includes(error.failureReason) && away < this.#patience())
          await this.#clock.wait(pause, undefined)
        else this.gaveUp = true
      }
    }
  }
}
