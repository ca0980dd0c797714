import type { PostId } from '../../handlers/model/post.ts'
import { type Clock, realClock } from './client/clock.ts'
import type { ProviderClient } from './client.ts'
import { Concurrency } from './concurrency.ts'
import type { OwnedPost } from './ledger/ledger-entry.ts'
import { Persistence } from './ledger/persistence.ts'
import { Removal } from './ledger/removal.ts'
import type { Ledger } from './ledger.ts'

export interface CleanUpOptions {
  /** How long a provider that does not answer is waited for, in milliseconds. Default 5000. */
  readonly patience?: number
  /** How long a provider may take until what was deleted is gone, in milliseconds. Default 500. */
  readonly settle?: number
  /** Aborts when the user wants the run to end: from then on a provider that does not answer is given up at once. */
  readonly signal?: AbortSignal
  /** Removes posts without a mark of the run too, if they are as they were found. Default true; a later run must not. */
  readonly unmarked?: boolean
  /** Default the clock of this machine. */
  readonly clock?: Clock
  /** How many posts are removed at the same time; where the provider bears it, four at least. Default four. */
  readonly concurrency?: Concurrency
}

/** A post that the run created and could not remove, or of which nobody can tell whether it did. */
export interface Leftover {
  readonly title: string
  readonly path: string | undefined
  /** The command that removes it; undefined where it may be somebody else's. */
  readonly curl: string | undefined
  /** Why nobody can tell whether it is there, or whose it is. */
  readonly reason?: string
}

/** What became of the posts of a run. */
export interface CleanUpResult {
  /** How many posts were removed. */
  readonly removed: number
  /** What could not be removed. */
  readonly leftovers: readonly Leftover[]
  /** What is worth knowing: posts that are left alone because they are not, or not any more, those of the run. */
  readonly notes: readonly string[]
}

/** How long a provider may take until what was deleted is gone, in milliseconds. */
export const usualSettle = 500
/** Posts that are removed at the same time, also where the provider is near. */
const atATime = 4
/** To remove what is known, what the list shows, and once more what resisted. */
const passes = 3

/**
 * Removes every post of a run: those whose id is known, and those that the list shows with the run's marker. Each is
 * read before it is deleted and must bear the marker, or be, unchanged, one of {@link Ledger.madeFor}, or have the texts
 * by which the run replaced it: a post of somebody else that got a freed id stays. Deaf to the client's signal; waits for a provider that is coming back.
 * Never rejects for what a provider does. The ledger is left open; its `close` removes the file where nothing is left.
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
  const { concurrency = new Concurrency(clock) } = options
  const width = concurrency.reducedBecause === undefined ? Math.max(atATime, concurrency.limit) : 1
  const removal = new Removal(ledger, client.uninterrupted.send, unmarked)
  const persistence = new Persistence(() => (signal?.aborted ? 0 : patience), clock)
  const tried = new Set<PostId>()
  // What came of a create is looked up once; either that is ours then, or a further look makes no difference.
  const isOver = (pass: number) =>
    ledger.leftovers().length === 0 && removal.isListRight && (pass > 0 || ledger.openCreates.length === 0)
  for (let pass = 0; pass < passes && !isOver(pass) && !persistence.gaveUp; pass++) {
    if (!removal.isListRight || ledger.posts.some(({ id }) => tried.has(id)))
      await clock.wait(signal?.aborted ? Math.min(settle, usualSettle) : settle, undefined)
    const remove = async (post: OwnedPost) => {
      tried.add(post.id)
      await persistence.try(() => removal.remove(post))
    }
    await concurrency.each(ledger.posts, remove, width)
    const listed = await persistence.try(() => removal.findListed())
    if (listed) ledger.accounted()
  }
  return { removed: removal.count, leftovers: leftoversOf(ledger, removal, client), notes: notesOn(removal) }
}

function leftoversOf(ledger: Ledger, removal: Removal, client: ProviderClient): Leftover[] {
  const possible = ledger.leftovers().filter(({ id }) => id === undefined || !removal.refused.has(id))
  const left = possible.map(({ id, title }): Leftover => {
    if (id === undefined) return { title, path: undefined, curl: undefined }
    const path = `/posts/${id}`
    return { title, path, curl: client.curl({ method: 'DELETE', path, headers: {} }) }
  })
  const doubtful = removal.doubts.map(({ id, title, reason }): Leftover => {
    return { title, path: id === undefined ? undefined : `/posts/${id}`, curl: undefined, reason }
  })
  return [...left, ...doubtful]
}

/** How many posts a note names. */
const mostNamed = 10

function notesOn({ foreignPosts }: Removal): string[] {
  if (foreignPosts.length === 0) return []
  const few = foreignPosts.slice(0, mostNamed).map((id) => `/posts/${id}`)
  const more = foreignPosts.length > mostNamed ? ` and ${foreignPosts.length - mostNamed} more` : ''
  return [`What is read at ${few.join(', ')}${more} is not what this run wrote there, and was left alone.`]
}
