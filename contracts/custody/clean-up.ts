import type { PostId } from '../../handlers/model/post.ts'
import type { ProviderClient } from '../wire/client.ts'
import { type Clock, realClock } from '../wire/clock.ts'
import { Concurrency } from '../wire/concurrency.ts'
import { ProviderUnreachable } from '../wire/provider-unreachable.ts'
import type { Ledger } from './ledger.ts'
import type { OwnedPost } from './ledger-entry.ts'
import { Removal } from './removal.ts'

export interface CleanUpOptions {
  /** How long to retry a provider that does not answer, in milliseconds. Default 5000. */
  readonly patience?: number
  /** How long to wait for a delete to become visible, in milliseconds. Default 500. */
  readonly settle?: number
  /** Aborts when the user ends the run: from then on nothing is retried, and pauses are short. */
  readonly signal?: AbortSignal
  /** Also removes unchanged posts without a mark of the run. Default true; a later run must not. */
  readonly unmarked?: boolean
  /** Default the system clock. */
  readonly clock?: Clock
  /** How many posts to remove at the same time, four or more. Default four. */
  readonly concurrency?: Concurrency
  /** Posts that are not removed yet. */
  readonly kept?: ReadonlySet<PostId>
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
/** Failures that may be temporary, as while a provider restarts. */
const passing = ['refused', 'reset', 'cut', 'timeout', 'no-route', 'proxy']
/** Between two tries at a provider that is unreachable, in milliseconds. */
const pause = 250
/** One for known posts, one for posts that the list shows, one to retry. */
const passes = 3

/**
 * Removes every post of a run: those with a known id, and those that the list shows with the run's marker. A post is
 * deleted only after a read shows that it is the run's: its marker, the unchanged texts of {@link Ledger.madeFor}, or
 * the texts of the run's last replace. Ignores the client's signal and waits for a provider that restarts. Never
 * rejects for a provider's failure. Does not close the ledger; its `close` removes the file where nothing is left.
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
  const { patience = 5000, settle = usualSettle, unmarked = true, clock = realClock, signal } = options
  const { concurrency = new Concurrency(clock), kept = new Set() } = options
  const width = concurrency.reducedBecause === undefined ? Math.max(atATime, concurrency.limit) : 1
  const removal = new Removal(ledger, client.uninterrupted(signal), unmarked)
  const persistence = new Persistence(() => (signal?.aborted ? 0 : patience), clock)
  const tried = new Set<PostId>()
  // One look resolves the open creates, or none can.
  const isToGo = ({ id }: { readonly id: PostId | undefined }) => id === undefined || !kept.has(id)
  const isOver = (pass: number) =>
    !ledger.leftovers().some(isToGo) && removal.isListRight && (pass > 0 || ledger.openCreates.length === 0)
  for (let pass = 0; pass < passes && !isOver(pass) && !persistence.gaveUp; pass++) {
    if (!removal.isListRight || ledger.posts.some(({ id }) => tried.has(id)))
      await clock.wait(signal?.aborted ? Math.min(settle, usualSettle) : settle, undefined)
    const remove = async (post: OwnedPost) => {
      tried.add(post.id)
      await persistence.try(() => removal.remove(post))
    }
    await concurrency.each(ledger.posts.filter(isToGo), remove, width)
    const listed = await persistence.try(() => removal.findListed())
    if (listed) ledger.accounted()
  }
  removal.forgetGone()
  return { removed: removal.count, leftovers: leftoversOf(ledger, removal, client), notes: notesOn(removal) }
}

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

  /** Runs work, again after a failure, so it must be repeatable. Undefined where the provider stays unreachable. */
  async try<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    while (!this.gaveUp) {
      try {
        const result = await work()
        this.#awaySince = undefined
        return result
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        this.#awaySince ??= this.#clock.now()
        const away = this.#clock.now() - this.#awaySince
        if (passing.includes(error.failureReason) && away < this.#patience())
          await this.#clock.wait(pause, undefined)
        else this.gaveUp = true
      }
    }
    return undefined
  }
}

function leftoversOf(ledger: Ledger, removal: Removal, client: ProviderClient): Leftover[] {
  const known = ledger.leftovers().filter(({ id }) => id === undefined || !removal.refused.has(id))
  return [...known, ...removal.unresolved].map(({ id, title, reason }) => {
    const path = id === undefined ? undefined : `/posts/${id}`
    if (reason !== undefined) return { title, path, curl: undefined, reason }
    const curl = path === undefined ? undefined : client.curl({ method: 'DELETE', path, headers: {} })
    return { title, path, curl }
  })
}

const mostNamed = 10

function notesOn({ foreignPosts, hidden, refused }: Removal): string[] {
  const changed = [...foreignPosts].filter((id) => !refused.has(id))
  return [
    ...noteOn('Not removed, because this run did not write what is there now', changed),
    ...noteOn(
      'Neither a read nor the list shows these posts of this run, and it deleted none of them, so they may still be there',
      hidden,
    ),
  ]
}

function noteOn(about: string, ids: readonly PostId[]): string[] {
  if (ids.length === 0) return []
  const few = ids.slice(0, mostNamed).map((id) => `/posts/${id}`)
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
  return [`${about}: ${few.join(', ')}${more}.`]
}
